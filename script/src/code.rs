//! A compiled program: instructions that work on registers.

use crate::fault::Span;
use crate::tree::{Binary, Comparison, Unary};
use crate::value::Value;

/// A register of the function that runs.
pub(crate) type Register = u16;

/// Where an instruction is.
pub(crate) type Place = u32;

/// One instruction. `to` is the register for what comes out; jumps name the instruction that follows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Constant {
        to: Register,
        constant: u32,
    },
    Small {
        to: Register,
        number: i32,
    },
    Move {
        to: Register,
        from: Register,
    },
    Global {
        to: Register,
        global: u32,
    },
    SetGlobal {
        global: u32,
        from: Register,
    },
    NewCell {
        at: Register,
    },
    LoadCell {
        to: Register,
        cell: Register,
    },
    StoreCell {
        cell: Register,
        from: Register,
    },
    /// Fails if a variable has no value yet.
    Check {
        register: Register,
    },
    Binary {
        binary: Binary,
        to: Register,
        a: Register,
        b: Register,
    },
    /// Adds a number that stands in the program.
    Add {
        to: Register,
        a: Register,
        number: i32,
    },
    /// `a += b`: a list grows in place.
    Augment {
        to: Register,
        a: Register,
        b: Register,
    },
    Unary {
        unary: Unary,
        to: Register,
        a: Register,
    },
    Not {
        to: Register,
        a: Register,
    },
    Compare {
        comparison: Comparison,
        to: Register,
        a: Register,
        b: Register,
    },
    Jump {
        target: Place,
    },
    JumpIf {
        a: Register,
        target: Place,
    },
    JumpUnless {
        a: Register,
        target: Place,
    },
    /// Jumps unless the comparison holds.
    Unless {
        comparison: Comparison,
        a: Register,
        b: Register,
        target: Place,
    },
    /// The same with a number that stands in the program.
    UnlessSmall {
        comparison: Comparison,
        a: Register,
        number: i16,
        target: Place,
    },
    Tuple {
        to: Register,
        first: Register,
        count: u16,
    },
    List {
        to: Register,
        first: Register,
        count: u16,
    },
    /// Keys and values in turn.
    Dict {
        to: Register,
        first: Register,
        pairs: u16,
    },
    Append {
        list: Register,
        value: Register,
    },
    Insert {
        dict: Register,
        key: Register,
        value: Register,
    },
    Index {
        to: Register,
        object: Register,
        index: Register,
    },
    SetIndex {
        object: Register,
        index: Register,
        value: Register,
    },
    /// From, to and step stand in `first` and behind it; `Unset` where they are left out.
    Slice {
        to: Register,
        object: Register,
        first: Register,
    },
    Unset {
        at: Register,
    },
    /// Joins the texts of some values.
    Join {
        to: Register,
        first: Register,
        count: u16,
    },
    /// Makes the registers `state` to `state + 2` count from the number in the first, up to the second, by the third.
    Count {
        state: Register,
    },
    /// The next turn of a loop begins at `target`; without one the loop is over.
    CountNext {
        state: Register,
        to: Register,
        target: Place,
    },
    /// Makes the registers `state` and `state + 1` go through a value.
    Iterate {
        state: Register,
        from: Register,
    },
    Next {
        state: Register,
        to: Register,
        target: Place,
    },
    Unpack {
        from: Register,
        first: Register,
        count: u16,
    },
    /// Calls what stands in `first` with what stands behind it, and puts there what it returns.
    Call {
        first: Register,
        count: u16,
        names: u16,
    },
    /// The same with a list of values, which stands behind it.
    CallList {
        first: Register,
    },
    /// Calls a method of what stands in `first`.
    Method {
        method: u16,
        first: Register,
        count: u16,
        names: u16,
    },
    /// Makes a function; defaults stand in `first` and behind it.
    Function {
        to: Register,
        function: u32,
        first: Register,
    },
    Return {
        from: Register,
    },
    ReturnNone,
}

/// No argument is given by name.
pub(crate) const NO_NAMES: u16 = u16::MAX;

/// A compiled function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proto {
    pub name: String,
    pub parameters: Vec<String>,
    /// How many of the parameters, the last ones, have defaults.
    pub defaults: usize,
    /// Registers of the function around it whose cells it is given; they follow its parameters.
    pub captured: Vec<Register>,
    /// Registers that must be cleared at its start.
    pub variables: u16,
    pub registers: u16,
    pub code: Vec<Op>,
    pub spans: Vec<Span>,
    pub span: Span,
    /// Names of arguments, by lists.
    pub names: Vec<Vec<String>>,
}

/// Everything that was compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub functions: Vec<Proto>,
    pub constants: Vec<Value>,
    pub globals: Vec<String>,
}
