//! What queues and stores promise, for both ways to make them, and what is a server's only.

mod contract;
mod nats;
mod server_lost;
