//! The protocol, tested on the real binary.

mod book;
mod clock;
mod dialogues;
mod engine;
mod example;
mod fuzz;
mod hub;
mod robust;
mod tables;
mod uci;
