// Each thread reads one table and writes the other, in opposite orders.
// expect deadlock TABLES.prices TABLES.stock @stock @prices
use std::sync::RwLock;
use std::thread;

struct Tables {
    prices: RwLock<i32>,
    stock: RwLock<i32>,
}

static TABLES: Tables = Tables { prices: RwLock::new(2), stock: RwLock::new(3) };

fn restock() {
    let price = TABLES.prices.read().unwrap();
    let mut stock = TABLES.stock.write().unwrap(); // @stock
    *stock += *price;
}

fn reprice() {
    let stock = TABLES.stock.read().unwrap();
    let mut price = TABLES.prices.write().unwrap(); // @prices
    *price += *stock;
}

fn main() {
    let a = thread::spawn(restock);
    let b = thread::spawn(reprice);
    a.join().unwrap();
    b.join().unwrap();
    println!("{}", *TABLES.prices.read().unwrap() > 0);
}
