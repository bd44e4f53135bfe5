//! A program as a tree.

use num_bigint::BigInt;

use crate::fault::Span;

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: Kind,
    pub span: Span,
    /// How many expressions are nested in each other; bounded, because trees are walked by recursion.
    pub depth: u32,
}

impl Expr {
    pub fn new(kind: Kind, span: Span) -> Expr {
        let depth = 1 + kind.depth();
        Expr { kind, span, depth }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    None,
    Bool(bool),
    Int(BigInt),
    Text(String),
    Name(String),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Not(Box<Expr>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `a < b <= c`.
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    /// The condition, then what follows if it holds, and if not.
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, [Option<Box<Expr>>; 3]),
    Call(Box<Expr>, Vec<Argument>),
    Method(Box<Expr>, String, Vec<Argument>),
    Lambda(Box<Function>),
    Comprehension {
        element: Box<Expr>,
        value: Option<Box<Expr>>,
        clauses: Vec<Clause>,
    },
    /// The pieces of an f-string, to be joined.
    Joined(Vec<Expr>),
}

impl Kind {
    /// The depth of the deepest expression inside.
    fn depth(&self) -> u32 {
        fn most<'e>(inside: impl IntoIterator<Item = &'e Expr>) -> u32 {
            inside.into_iter().map(|inner| inner.depth).max().unwrap_or(0)
        }
        let arguments = |list: &[Argument]| most(list.iter().map(Argument::expr));
        match self {
            Kind::None | Kind::Bool(_) | Kind::Int(_) | Kind::Text(_) | Kind::Name(_) => 0,
            Kind::Tuple(items) | Kind::List(items) | Kind::Joined(items) => most(items),
            Kind::Dict(pairs) => most(pairs.iter().flat_map(|(key, value)| [key, value])),
            Kind::Not(inner) | Kind::Unary(_, inner) => inner.depth,
            Kind::Binary(_, a, b) | Kind::And(a, b) | Kind::Or(a, b) | Kind::Index(a, b) => {
                a.depth.max(b.depth)
            }
            Kind::Compare(first, others) => {
                first.depth.max(most(others.iter().map(|(_, other)| other)))
            }
            Kind::Choice(a, b, c) => a.depth.max(b.depth).max(c.depth),
            Kind::Slice(a, bounds) => a.depth.max(most(bounds.iter().flatten().map(|e| &**e))),
            Kind::Call(function, list) => function.depth.max(arguments(list)),
            Kind::Method(object, _, list) => object.depth.max(arguments(list)),
            Kind::Lambda(function) => {
                let defaults = function.parameters.iter().filter_map(|own| own.default.as_ref());
                let body = function.body.iter().filter_map(|statement| match statement {
                    Statement::Return(value) => value.as_ref(),
                    _ => None,
                });
                most(defaults.chain(body))
            }
            Kind::Comprehension { element, value, clauses } => {
                let clauses = clauses.iter().map(|clause| match clause {
                    Clause::For(_, expr) | Clause::If(expr) => expr,
                });
                most(clauses.chain([&**element]).chain(value.as_deref()))
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Minus,
    Plus,
    Invert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    And,
    Or,
    Xor,
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
}

#[derive(Clone, Debug)]
pub(crate) enum Clause {
    For(Target, Expr),
    If(Expr),
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Place(Expr),
    Named(String, Expr),
    Star(Expr),
}

impl Argument {
    pub fn expr(&self) -> &Expr {
        match self {
            Argument::Place(expr) | Argument::Named(_, expr) | Argument::Star(expr) => expr,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Name(String, Span),
    Index(Expr, Expr, Span),
    Several(Vec<Target>, Span),
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub body: Vec<Statement>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: String,
    pub default: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Expr(Expr),
    Assign(Vec<Target>, Expr),
    Augment(Target, Binary, Expr, Span),
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    For(Target, Expr, Vec<Statement>),
    Def(Function),
    Return(Option<Expr>),
    Break(Span),
    Continue(Span),
    Pass,
}
