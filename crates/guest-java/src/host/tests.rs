//! The overlay, descriptors and output as a guest and a search see them.

use super::output::Stream;
use super::*;

fn host() -> Host {
    Host::new(&Config::new("/nowhere".into(), Vec::new(), "Main"))
}

/// A directory of the outside with a file `f` ("outside"), a directory `d` with a file `g`, and a link `l` to `f`.
fn outside_dir() -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().canonicalize().expect("its path");
    std::fs::write(path.join("f"), "outside").expect("a file");
    std::fs::create_dir(path.join("d")).expect("a directory");
    std::fs::write(path.join("d/g"), "deep").expect("a file");
    std::os::unix::fs::symlink("f", path.join("l")).expect("a link");
    let text = path.display().to_string();
    (dir, text)
}

fn put(host: &mut Host, path: &str, text: &str) {
    let flags = flag::WRITE_ONLY | flag::CREATE | flag::TRUNCATE;
    let fd = host.open(path.as_bytes(), flags, 0o666, 7).expect("can be written");
    host.write(fd, text.as_bytes(), 7).expect("is written");
    host.close(fd).expect("is closed");
}

fn get(host: &mut Host, path: &str) -> Result<String, Errno> {
    let fd = host.open(path.as_bytes(), 0, 0, 0)?;
    let mut bytes = [0; 100];
    let n = host.read(fd, &mut bytes)?;
    host.close(fd)?;
    Ok(String::from_utf8_lossy(&bytes[..n]).into_owned())
}

fn names(host: &Host, path: &str) -> Vec<String> {
    let list = host.list(path.as_bytes()).expect("a directory");
    list.into_iter().map(|name| String::from_utf8_lossy(&name).into_owned()).collect()
}

#[test]
fn writes_stay_in_memory() {
    let (dir, path) = outside_dir();
    let mut host = host();
    put(&mut host, &format!("{path}/f"), "inside");
    put(&mut host, &format!("{path}/new"), "new");
    assert_eq!(get(&mut host, &format!("{path}/l")), Ok("inside".into()));
    host.remove(format!("{path}/d/g").as_bytes(), false).expect("can be removed");
    host.remove(format!("{path}/d").as_bytes(), true).expect("is empty now");
    host.mkdir(format!("{path}/d").as_bytes(), 0o777, 0).expect("can be made again");
    assert_eq!(names(&host, &path), ["d", "f", "l", "new"]);
    assert!(names(&host, &format!("{path}/d")).is_empty());
    assert_eq!(std::fs::read_to_string(dir.path().join("f")).ok(), Some("outside".into()));
    assert!(dir.path().join("d/g").exists() && !dir.path().join("new").exists());
}

#[test]
fn states_come_back_and_equal_states_hash_equal() {
    let (_dir, path) = outside_dir();
    let mut host = host();
    let (start, clean) = (host.save(), host.hash());
    put(&mut host, &format!("{path}/a"), "one");
    let one = host.hash();
    put(&mut host, &format!("{path}/a"), "two");
    assert_ne!(host.hash(), one);
    put(&mut host, &format!("{path}/a"), "one");
    assert_eq!(host.hash(), one);
    host.remove(format!("{path}/a").as_bytes(), false).expect("can be removed");
    assert_eq!(host.hash(), clean);
    put(&mut host, &format!("{path}/b"), "x");
    host.restore(&start);
    assert_eq!(host.hash(), clean);
    assert_eq!(get(&mut host, &format!("{path}/b")), Err(Errno::ENOENT));
}

#[test]
fn renames_whole_directories_of_the_outside() {
    let (_dir, path) = outside_dir();
    let mut host = host();
    host.rename(format!("{path}/d").as_bytes(), format!("{path}/e").as_bytes()).expect("can be renamed");
    assert_eq!(names(&host, &path), ["e", "f", "l"]);
    assert_eq!(get(&mut host, &format!("{path}/e/g")), Ok("deep".into()));
    assert_eq!(get(&mut host, &format!("{path}/d/g")), Err(Errno::ENOENT));
    host.rename(format!("{path}/f").as_bytes(), format!("{path}/e/g").as_bytes()).expect("replaces");
    assert_eq!(get(&mut host, &format!("{path}/e/g")), Ok("outside".into()));
    let into_itself = host.rename(format!("{path}/e").as_bytes(), format!("{path}/e/x").as_bytes());
    assert_eq!(into_itself, Err(Errno::EINVAL));
}

#[test]
fn open_files_outlive_their_names() {
    let (_dir, path) = outside_dir();
    let mut host = host();
    let fd = host.open(format!("{path}/f").as_bytes(), flag::READ_WRITE, 0, 0).expect("exists");
    let reader = host.open(format!("{path}/f").as_bytes(), 0, 0, 0).expect("exists");
    assert_eq!((fd, reader), (3, 4));
    host.remove(format!("{path}/f").as_bytes(), false).expect("can be removed");
    host.write_at(fd, b"IN", 0, 0).expect("is written");
    host.resize(fd, 4, 0).expect("is cut");
    let mut bytes = [0; 10];
    assert_eq!(host.read(reader, &mut bytes), Ok(4));
    assert_eq!(&bytes[..4], b"INts");
    assert_eq!(host.seek(fd, -1, Whence::Start), Err(Errno::EINVAL));
    assert_eq!(host.seek(fd, -1, Whence::End), Ok(3));
}

#[test]
fn names_errors_like_the_system() {
    let (_dir, path) = outside_dir();
    let mut host = host();
    let open = |host: &mut Host, name: &str, flags| host.open(format!("{path}/{name}").as_bytes(), flags, 0o666, 0);
    assert_eq!(open(&mut host, "no", 0), Err(Errno::ENOENT));
    assert_eq!(open(&mut host, "f/x", 0), Err(Errno::ENOTDIR));
    assert_eq!(open(&mut host, "d", flag::WRITE_ONLY), Err(Errno::EISDIR));
    assert_eq!(open(&mut host, "f", flag::CREATE | flag::EXCLUSIVE), Err(Errno::EEXIST));
    assert_eq!(open(&mut host, "l", flag::NO_FOLLOW), Err(Errno::ELOOP));
    assert_eq!(host.remove(format!("{path}/d").as_bytes(), true), Err(Errno::ENOTEMPTY));
    host.symlink(b"loop", format!("{path}/loop").as_bytes(), 0).expect("a link to itself");
    assert_eq!(open(&mut host, "loop", 0), Err(Errno::ELOOP));
    assert_eq!(host.read(99, &mut [0]), Err(Errno::EBADF));
}

#[test]
fn what_differs_between_runs_does_not_show() {
    let mut host = host();
    assert!(names(&host, "/proc").is_empty());
    assert_eq!(get(&mut host, "/proc/uptime"), Err(Errno::ENOENT));
    let (mut first, mut second) = ([0; 16], [0; 16]);
    host.random(&mut first);
    super::tests::host().random(&mut second);
    assert_eq!(first, second);
}

#[test]
fn output_belongs_to_the_path() {
    let mut host = host();
    host.print(Stream::Out, b"a");
    let fork = host.save();
    host.print(Stream::Out, b"b");
    host.print(Stream::Err, b"c");
    assert_eq!(host.output().chunks().len(), 3);
    assert_eq!(host.output().text(Stream::Out), b"ab");
    host.restore(&fork);
    assert_eq!(host.output().text(Stream::Out), b"a");
    assert!(host.output().text(Stream::Err).is_empty());
}

#[test]
fn pipes_wait_and_end() {
    let mut host = host();
    let (read, write) = host.make_pipe().expect("a pipe");
    let mut bytes = [0; 8];
    assert_eq!(host.read(read, &mut bytes), Err(Errno::EAGAIN));
    assert_eq!(host.pipe_waits(read, false), Some(true));
    host.write(write, b"hi", 0).expect("has room");
    assert_eq!(host.read(read, &mut bytes), Ok(2));
    host.close(write).expect("is open");
    assert_eq!(host.read(read, &mut bytes), Ok(0));
}

#[test]
fn inflates_what_it_deflates_byte_by_byte() {
    let text: Vec<u8> = (0..5000u32).map(|i| (i * i / 7 % 251) as u8 % 17).collect();
    for (level, wrapped) in [(0, true), (1, false), (6, true), (9, false)] {
        let mut deflate = Deflate::new(level, 0, wrapped);
        let mut packed = vec![0; 20_000];
        let step = deflate.run(&text, &mut packed, deflate::Flush::Finish);
        assert!(step.finished && step.read == text.len());
        packed.truncate(step.written);
        let mut inflate = Inflate::new(wrapped);
        let mut back = Vec::new();
        for byte in packed {
            let mut out = [0; 300];
            let mut input: &[u8] = &[byte];
            loop {
                let step = inflate.run(input, &mut out);
                back.extend_from_slice(&out[..step.written]);
                input = &input[step.read..];
                if step.written == 0 {
                    break;
                }
            }
        }
        assert!(back == text, "level {level}");
        assert_eq!(inflate.run(&[], &mut [0]).status, inflate::Status::End);
    }
}

#[test]
fn broken_streams_are_told_like_zlib_does() {
    let status = |bytes: &[u8]| Inflate::new(true).run(bytes, &mut [0; 100]).status;
    assert_eq!(status(&[0, 1]), inflate::Status::Bad("incorrect header check"));
    assert_eq!(status(&[0x78, 0x9c, 0x07]), inflate::Status::Bad("invalid block type"));
    assert_eq!(status(&[0x78, 0x9c, 0x01, 0, 0, 0, 0]), inflate::Status::Bad("invalid stored block lengths"));
    assert_eq!(status(&[0x78, 0x9c, 0x63, 0, 0, 0, 0, 0, 0, 0]), inflate::Status::Bad("incorrect data check"));
}
