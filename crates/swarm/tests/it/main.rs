//! What queues and stores promise, for both ways to make them.

mod contract;
