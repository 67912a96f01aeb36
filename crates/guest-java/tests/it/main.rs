//! The tests of the Java machine, in one program: each would link everything again.

mod audit;
mod class_writer;
mod classfile;
mod collector;
mod common;
mod fast;
mod fuzz;
mod guest;
mod invoke;
mod juc_locks;
mod juc_programs;
mod juc_synchronizers;
mod reach;
mod stack_marks;
mod stage;
mod state;
mod subroutines;
mod verify_attacks;
mod verify_library;
mod verify_verdicts;
