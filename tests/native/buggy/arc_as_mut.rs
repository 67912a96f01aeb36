// The content of an `Arc` is changed through its pointer, while another thread reads it.
// expect race Account.balance @deposit @query
use std::sync::Arc;
use std::thread;

struct Account {
    balance: i64,
}

fn deposit(account: &Arc<Account>) {
    let account = Arc::as_ptr(account).cast_mut();
    unsafe {
        (*account).balance += 10; // @deposit
    }
}

fn main() {
    let account = Arc::new(Account { balance: 5 });
    let other = Arc::clone(&account);
    let writer = thread::spawn(move || deposit(&other));
    let seen = account.balance; // @query
    writer.join().unwrap();
    println!("{}", seen <= 15);
}
