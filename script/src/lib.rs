//! A small interpreter of Starlark, the language with the syntax of Python that has no input, no output and no
//! endless loops, for the rules of games.
//!
//! ```
//! use bouton_script::{Datum, Limits, Script};
//!
//! let text = "def moves(heap):\n    return [heap - take for take in range(1, heap // 2 + 1)]\n";
//! let script = Script::load("half.star", text, Limits::default())?;
//! let moves = script.function("moves").expect("it is defined");
//! let options = script.call(moves, &[&Datum::integer(6)], |list| list.datum())?;
//! assert_eq!(options.to_string(), "[5, 4, 3]");
//! # Ok::<(), bouton_script::Fault>(())
//! ```
//!
//! The way of a text: `token` (words and indentation), `parse` (a tree), `compile` (instructions on registers),
//! `machine` (runs them). Values are small and copied freely; what they point to is in a `Store` that is
//! emptied after each call (`value`). A [`Datum`] is a value outside of the machine.
//!
//! Every turn of a loop, every call and everything that grows is counted ([`Limits`]), and functions call each other on
//! a stack of their own, so that no program can take the thread with it.

mod arithmetic;
mod builtins;
mod code;
mod compile;
mod datum;
mod dict;
mod fault;
mod items;
mod machine;
mod methods;
mod parse;
mod script;
mod text;
mod token;
mod tree;
mod value;
mod walk;

pub use datum::Datum;
pub use fault::{Fault, Span};
pub use script::{FunctionName, Script, Seen};
pub use value::Limits;
