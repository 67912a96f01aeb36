//! The tests of the command line, in one program: each would link everything again.

mod agreement;
mod analyses;
mod bad_input;
mod blind_spots;
mod cli;
mod cli_docs;
mod corpus;
mod differential;
mod explore;
mod fuzz;
mod library;
mod needs;
mod ownership;
mod pools;
mod predict;
mod replays;
mod report;
mod run;
mod scenario;
mod scenarios;
mod subject;
mod subjects;
mod texts;
mod traces;
mod versions;
mod witness_files;
