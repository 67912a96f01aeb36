//! Class files written by hand: what no compiler would make.

/// A class file in the making, a subclass of Object with static methods only where not said otherwise.
pub struct ClassWriter {
    major: u16,
    constants: Vec<Vec<u8>>,
    this: u16,
    above: u16,
    fields: Vec<[u16; 3]>,
    methods: Vec<Vec<u8>>,
    method_count: u16,
}

/// A method body.
#[derive(Default, Clone)]
pub struct Body {
    pub stack: u16,
    pub locals: u16,
    pub code: Vec<u8>,
    /// Start, end, handler, index of the caught class.
    pub handlers: Vec<[u16; 4]>,
    /// The body of a `StackMapTable`.
    pub map: Vec<u8>,
}

impl ClassWriter {
    pub fn new(name: &str, major: u16) -> ClassWriter {
        ClassWriter::below("java/lang/Object", name, major)
    }

    pub fn below(above: &str, name: &str, major: u16) -> ClassWriter {
        let mut class = ClassWriter {
            major,
            constants: Vec::new(),
            this: 0,
            above: 0,
            fields: Vec::new(),
            methods: Vec::new(),
            method_count: 0,
        };
        class.this = class.class(name);
        class.above = class.class(above);
        class
    }

    /// Adds a constant, or finds it.
    fn constant(&mut self, bytes: Vec<u8>) -> u16 {
        let at = self.constants.iter().position(|known| *known == bytes).unwrap_or_else(|| {
            self.constants.push(bytes);
            self.constants.len() - 1
        });
        at as u16 + 1
    }

    fn pair(&mut self, tag: u8, one: u16, other: u16) -> u16 {
        let mut bytes = vec![tag];
        bytes.extend(one.to_be_bytes());
        bytes.extend(other.to_be_bytes());
        self.constant(bytes)
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        let mut bytes = vec![1];
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.bytes());
        self.constant(bytes)
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let mut bytes = vec![7];
        bytes.extend(self.utf8(name).to_be_bytes());
        self.constant(bytes)
    }

    pub fn string(&mut self, text: &str) -> u16 {
        let mut bytes = vec![8];
        bytes.extend(self.utf8(text).to_be_bytes());
        self.constant(bytes)
    }

    /// A long, which takes two places.
    pub fn long(&mut self, value: i64) -> u16 {
        let mut bytes = vec![5];
        bytes.extend(value.to_be_bytes());
        let at = self.constant(bytes);
        // No other constant is empty, so nothing finds the second place.
        if usize::from(at) == self.constants.len() {
            self.constants.push(Vec::new());
        }
        at
    }

    /// A member: tag 9 is a field, 10 a method, 11 an interface's.
    pub fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_type = self.pair(12, name, descriptor);
        let class = self.class(class);
        self.pair(tag, class, name_type)
    }

    pub fn method_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(10, class, name, descriptor)
    }

    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let row = [access, self.utf8(name), self.utf8(descriptor)];
        self.fields.push(row);
    }

    pub fn method(&mut self, access: u16, name: &str, descriptor: &str, body: Body) {
        let mut bytes = Vec::new();
        let mut attribute = Vec::new();
        let mut count = 0u16;
        if !body.map.is_empty() {
            attribute.extend(self.utf8("StackMapTable").to_be_bytes());
            attribute.extend((body.map.len() as u32).to_be_bytes());
            attribute.extend(&body.map);
            count = 1;
        }
        let length = 8 + body.code.len() + 2 + 8 * body.handlers.len() + 2 + attribute.len();
        for word in [access, self.utf8(name), self.utf8(descriptor), 1, self.utf8("Code")] {
            bytes.extend(word.to_be_bytes());
        }
        bytes.extend((length as u32).to_be_bytes());
        bytes.extend(body.stack.to_be_bytes());
        bytes.extend(body.locals.to_be_bytes());
        bytes.extend((body.code.len() as u32).to_be_bytes());
        bytes.extend(&body.code);
        bytes.extend((body.handlers.len() as u16).to_be_bytes());
        bytes.extend(body.handlers.iter().flatten().flat_map(|word| word.to_be_bytes()));
        bytes.extend(count.to_be_bytes());
        bytes.extend(&attribute);
        self.methods.push(bytes);
        self.method_count += 1;
    }

    pub fn finish(self) -> Vec<u8> {
        let mut out = 0xCAFE_BABEu32.to_be_bytes().to_vec();
        for word in [0, self.major, self.constants.len() as u16 + 1] {
            out.extend(word.to_be_bytes());
        }
        out.extend(self.constants.into_iter().flatten());
        for word in [0x21, self.this, self.above, 0, self.fields.len() as u16] {
            out.extend(word.to_be_bytes());
        }
        for field in &self.fields {
            out.extend(field.iter().chain(&[0]).flat_map(|word| word.to_be_bytes()));
        }
        out.extend(self.method_count.to_be_bytes());
        out.extend(self.methods.into_iter().flatten());
        out.extend([0, 0]);
        out
    }
}
