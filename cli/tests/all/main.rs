//! What the command line promises, by calling it.

mod command;
mod contract;
mod drawing;
mod judge;
mod nimber;
mod periods;
mod play;
mod readme;
mod same;
mod sequences;
