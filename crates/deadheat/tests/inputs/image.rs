//! A small class library in the JDK's own format, made of a few entries of the real one, which has a hundred megabytes.

use deadheat_guest_java::classpath::jimage::JImage;

/// As the JDK hashes names.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x0100_0193_u32, |hash, byte| hash.wrapping_mul(0x0100_0193) ^ u32::from(byte)) & 0x7fff_ffff
}

/// The strings of an image, each with its place.
#[derive(Default)]
struct Strings(Vec<u8>);

impl Strings {
    fn add(&mut self, text: &str) -> u32 {
        let at = self.0.len() as u32;
        self.0.extend(text.bytes().chain([0]));
        at
    }
}

/// An image with these classes of `java.base`, and with what names their module.
pub fn with_classes(real: &JImage, classes: &[&str]) -> Vec<u8> {
    let (mut strings, mut data) = (Strings::default(), Vec::new());
    let (nothing, module, class) = (strings.add(""), strings.add("java.base"), strings.add("class"));
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    let mut entry = |name: String, parts: [u32; 4], content: &[u8]| {
        let mut location = Vec::new();
        let numbers = [parts[0], parts[1], parts[2], parts[3], data.len() as u32, 0, content.len() as u32];
        for (tag, number) in (1_u8..).zip(numbers) {
            if number != 0 {
                location.push(tag << 3 | 3);
                location.extend(number.to_be_bytes());
            }
        }
        location.push(0);
        data.extend_from_slice(content);
        entries.push((name, location));
    };
    let mut packages = Vec::new();
    for path in classes.iter().map(|name| format!("{name}.class")).chain(["module-info.class".to_owned()]) {
        let (parent, file) = path.rsplit_once('/').unwrap_or(("", &path));
        let base = file.trim_end_matches(".class");
        let parts = [module, strings.add(parent), strings.add(base), class];
        entry(format!("/java.base/{path}"), parts, real.find("java.base", &path).expect("it is in the real one"));
        if !parent.is_empty() && !packages.contains(&parent.to_owned()) {
            packages.push(parent.to_owned());
        }
    }
    for package in packages {
        let dotted = package.replace('/', ".");
        // As the JDK does it, what is behind the last dot is an extension.
        let (base, extension) = dotted.rsplit_once('.').unwrap_or((&dotted, ""));
        let parts = [strings.add("packages"), nothing, strings.add(base), strings.add(extension)];
        entry(format!("/packages/{dotted}"), parts, &[[0; 4], module.to_le_bytes()].concat());
    }

    // A table in which no two names meet needs no second hash.
    let free = |length: &u32| {
        let mut slots: Vec<u32> = entries.iter().map(|(name, _)| hash(name) % length).collect();
        slots.sort_unstable();
        slots.windows(2).all(|pair| pair[0] != pair[1])
    };
    let length = (entries.len() as u32..).find(free).expect("some length will do");
    let (mut redirect, mut offsets) = (vec![0_i32; length as usize], vec![0_u32; length as usize]);
    // An empty slot points to an empty location.
    let mut locations = vec![0];
    for (name, location) in &entries {
        let slot = (hash(name) % length) as usize;
        (redirect[slot], offsets[slot]) = (-1 - slot as i32, locations.len() as u32);
        locations.extend_from_slice(location);
    }
    let header =
        [0xcafe_dada, 1 << 16, 0, entries.len() as u32, length, locations.len() as u32, strings.0.len() as u32];
    let mut image: Vec<u8> = header.iter().flat_map(|word| word.to_le_bytes()).collect();
    image.extend(redirect.iter().flat_map(|word| word.to_le_bytes()));
    image.extend(offsets.iter().flat_map(|word| word.to_le_bytes()));
    image.extend(locations);
    image.extend(strings.0);
    image.extend(data);
    image
}
