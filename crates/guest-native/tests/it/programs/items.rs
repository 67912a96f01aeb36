use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Clone, Copy, PartialEq)]
pub enum Color {
    Red,
    Green = 5,
}

pub enum Shape {
    Empty,
    Circle(f64),
    Square { side: u32, angle: u64 },
}

pub struct Account {
    pub balance: i64,
    pub pair: (u8, u32),
    pub shape: Shape,
    pub open: bool,
}

pub trait Deposit {
    fn deposit(&mut self, n: i64);
}

impl Deposit for Account {
    #[inline(never)]
    fn deposit(&mut self, n: i64) {
        self.balance += n; // DEPOSIT
    }
}

pub struct Wrapper<T>(T);

impl<T: Copy> Wrapper<T> {
    #[inline(never)]
    pub fn get(&self) -> T {
        self.0 // GET
    }
}

pub static mut COUNTER: u32 = 0;
pub static VISITS: AtomicU32 = AtomicU32::new(0);
pub static GUARDED: Mutex<i32> = Mutex::new(0);
pub static mut ACCOUNT: Account =
    Account { balance: 0, pair: (1, 2), shape: Shape::Square { side: 1, angle: 2 }, open: true };
pub static mut COLOR: Color = Color::Green;
pub static mut SLOTS: [Option<Wrapper<u16>>; 4] = [const { None }; 4];

#[inline(always)]
fn add(n: u32) {
    unsafe { COUNTER += n }; // ADD
}

#[inline(never)]
fn work(n: u32) {
    add(n); // CALL
}

#[inline(never)]
fn apply(function: impl Fn(u32)) {
    function(3);
}

fn main() {
    let n = std::env::args().count() as u32;
    work(n);
    apply(|by| {
        VISITS.fetch_add(by, Ordering::Relaxed); // CLOSURE
    });
    *GUARDED.lock().unwrap() += 1;
    let account = unsafe { &mut *&raw mut ACCOUNT };
    account.deposit(i64::from(n));
    if let Shape::Circle(radius) = account.shape {
        println!("{radius}");
    }
    if n > 5 {
        account.shape = if n > 6 { Shape::Empty } else { Shape::Circle(0.5) };
        unsafe { COLOR = Color::Red };
        unsafe { SLOTS[1] = Some(Wrapper(3)) };
    }
    let slot = unsafe { (*&raw const SLOTS)[2].as_ref().map_or(0, Wrapper::get) };
    println!("{} {slot} {}", std::hint::black_box(Wrapper(4u8)).get(), unsafe { COLOR == Color::Red });
}
