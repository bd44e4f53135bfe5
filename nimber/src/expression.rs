//! Expressions whose operations are those of nimbers: `5 * 7 + sqrt(10)`, `solve(x^2 + x = 5)`.
//!
//! Read with stacks of our own, so that no depth of brackets can overflow the stack.

use std::fmt;

use bouton_core::error::Error;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::{BigNimber, BinaryPolynomial, OrdinalNimber, big, ordinal};

/// What an expression is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A number, finite or not.
    Nimber(OrdinalNimber),
    /// A minimal polynomial.
    Polynomial(BinaryPolynomial),
    /// The solutions of an equation, ascending.
    Roots(Vec<OrdinalNimber>),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Nimber(nimber) => nimber.fmt(f),
            Answer::Polynomial(polynomial) => polynomial.fmt(f),
            Answer::Roots(roots) if roots.is_empty() => f.write_str("no solution"),
            Answer::Roots(roots) => {
                let roots: Vec<String> = roots.iter().map(OrdinalNimber::to_string).collect();
                f.write_str(&roots.join(", "))
            }
        }
    }
}

/// An error and the column, counted from 1, that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// In characters.
    pub column: usize,
    /// One sentence that names the column.
    pub error: Error,
}

/// A polynomial in x of degree at most 2 inside `solve`; a number elsewhere: coefficients, the
/// constant first.
type Quadratic = Vec<OrdinalNimber>;

enum Value {
    Number(Quadratic),
    Answer(Answer),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    /// A bracket.
    Group,
    Sqrt,
    Order,
    Degree,
    Log,
    Minpoly,
    Solve,
}

enum Pending {
    /// An operator and its byte.
    Operator(char, usize),
    /// A power with a negative exponent.
    NegativePower(usize),
    /// An open bracket, its byte, and how many values were there before.
    Open(Function, usize, usize),
}

/// The value of an expression.
pub fn evaluate(text: &str) -> Result<Answer, Fault> {
    let mut reader = Reader { text, at: 0, values: Vec::new(), pending: Vec::new(), solving: 0 };
    reader.run().map_err(|(at, error)| {
        let column = text[..at.min(text.len())].chars().count() + 1;
        Fault { column, error: error.within(format!("column {column}")) }
    })
}

type Outcome<T> = Result<T, (usize, Error)>;

const XOR: &str = "xor";

struct Reader<'a> {
    text: &'a str,
    at: usize,
    values: Vec<Value>,
    pending: Vec<Pending>,
    /// How many of the open brackets are those of `solve`.
    solving: usize,
}

fn wrong<T>(at: usize, what: impl Into<String>) -> Outcome<T> {
    Err((at, Error::input(what)))
}

impl<'a> Reader<'a> {
    fn run(&mut self) -> Outcome<Answer> {
        loop {
            self.operand()?;
            if self.operator()? {
                break;
            }
        }
        match self.values.pop() {
            Some(Value::Number(number)) => Ok(Answer::Nimber(constant(number))),
            Some(Value::Answer(answer)) => Ok(answer),
            None => wrong(0, "the expression is empty: write one, such as 5*7"),
        }
    }

    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    /// Whether the word `xor` comes next, which is the sum of nimbers by its other name.
    fn rest_is_xor(&mut self) -> bool {
        let rest = self.rest();
        let word = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
        rest[..word.unwrap_or(rest.len())].eq_ignore_ascii_case(XOR)
    }

    fn peek(&mut self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Brackets and function names up to one number, which goes onto the stack.
    fn operand(&mut self) -> Outcome<()> {
        loop {
            let Some(letter) = self.peek() else {
                let what = if self.values.is_empty() && self.pending.is_empty() {
                    "the expression is empty: write one, such as 5*7"
                } else {
                    "a number is missing here, at the end"
                };
                return wrong(self.at, what);
            };
            let at = self.at;
            let rest = self.rest();
            let word =
                rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let word = &rest[..word];
            if letter.is_ascii_digit() {
                let number = big::read(word).map_err(|error| (at, error))?;
                self.at += word.len();
                return self.push(OrdinalNimber::from(BigNimber::from(&number)));
            }
            let function = match (letter, word) {
                ('(', _) => Function::Group,
                ('[', _) => {
                    let (ordinal, end) = ordinal::read_prefix(self.text, at + 1)
                        .map_err(|(at, what)| (at, Error::input(what)))?;
                    self.at = end;
                    if self.peek() != Some(']') {
                        return wrong(end, "the ordinal ends with ] here");
                    }
                    self.at += 1;
                    return self.push(ordinal);
                }
                (_, "x") if self.solving > 0 => {
                    self.at += 1;
                    self.values
                        .push(Value::Number(vec![OrdinalNimber::zero(), OrdinalNimber::one()]));
                    return Ok(());
                }
                (_, "x") => {
                    return wrong(at, "x stands inside solve() only, as in solve(x^2 + x = 5)");
                }
                (_, "w") => return wrong(at, "ordinals stand in square brackets, as in [w + 1]"),
                (_, "sqrt") => Function::Sqrt,
                (_, "order") => Function::Order,
                (_, "degree") => Function::Degree,
                (_, "log") => Function::Log,
                (_, "minpoly") => Function::Minpoly,
                (_, "solve") => Function::Solve,
                (_, "") => {
                    let shown = letter.escape_debug();
                    return wrong(
                        at,
                        format!(
                            "'{shown}' cannot stand here: a number, a bracket or a function can"
                        ),
                    );
                }
                _ => {
                    let shown = bouton_core::error::quoted(word);
                    return wrong(
                        at,
                        format!(
                            "{shown} is not known: functions are sqrt, order, degree, log, minpoly and solve"
                        ),
                    );
                }
            };
            self.at += if function == Function::Group { 1 } else { word.len() };
            if function != Function::Group {
                if self.peek() != Some('(') {
                    return wrong(
                        self.at,
                        "a function has its argument in brackets, as in sqrt(5)",
                    );
                }
                self.at += 1;
            }
            if function == Function::Solve {
                if self.solving > 0 {
                    return wrong(at, "solve() cannot stand inside solve()");
                }
                self.solving += 1;
            }
            self.pending.push(Pending::Open(function, at, self.values.len()));
        }
    }

    fn push(&mut self, number: OrdinalNimber) -> Outcome<()> {
        self.values.push(Value::Number(vec![number]));
        Ok(())
    }

    /// What stands behind a number: closing brackets and one operator, or the end (then `true`).
    fn operator(&mut self) -> Outcome<bool> {
        let mut after_power = self.powers()?;
        loop {
            let at = self.at;
            let Some(letter) = self.peek() else {
                self.reduce(0)?;
                if let Some(Pending::Open(_, at, _)) = self.pending.last() {
                    return wrong(*at, "this bracket has no partner");
                }
                return Ok(true);
            };
            let at = at.max(self.at);
            match letter {
                '^' if after_power => {
                    return wrong(at, "two powers in a row: use brackets to say which comes first");
                }
                '^' => {
                    self.at += 1;
                    if self.peek() == Some('-') {
                        self.at += 1;
                        self.pending.push(Pending::NegativePower(at));
                    } else {
                        self.pending.push(Pending::Operator('^', at));
                    }
                }
                '+' | '*' | '/' => self.binary(letter, 1)?,
                'x' | 'X' if self.rest_is_xor() => self.binary('+', XOR.len())?,
                '=' => {
                    self.reduce(1)?;
                    if !matches!(self.pending.last(), Some(Pending::Open(Function::Solve, ..))) {
                        return wrong(
                            at,
                            "= stands once, inside solve() only, as in solve(x^2 + x = 5)",
                        );
                    }
                    self.at += 1;
                    self.pending.push(Pending::Operator('=', at));
                }
                ',' => {
                    self.reduce(0)?;
                    if !matches!(self.pending.last(), Some(Pending::Open(Function::Log, ..))) {
                        return wrong(at, "a comma stands in log(number, base) only");
                    }
                    self.at += 1;
                }
                ')' => {
                    self.reduce(0)?;
                    let Some(Pending::Open(function, from, before)) = self.pending.pop() else {
                        return wrong(at, "this bracket has no partner");
                    };
                    self.at += 1;
                    self.close(function, from, before)?;
                    after_power = self.powers()?;
                    continue;
                }
                _ => {
                    let shown = letter.escape_debug();
                    return wrong(
                        at,
                        format!(
                            "'{shown}' cannot stand here: an operator (+ xor * / ^), a closing bracket or the end can"
                        ),
                    );
                }
            }
            return Ok(false);
        }
    }

    /// An operator that waits for its second number.
    fn binary(&mut self, operator: char, length: usize) -> Outcome<()> {
        self.reduce(strength(operator))?;
        self.pending.push(Pending::Operator(operator, self.at));
        self.at += length;
        Ok(())
    }

    /// Powers are worked out at once.
    fn powers(&mut self) -> Outcome<bool> {
        let Some(Pending::Operator('^', _) | Pending::NegativePower(_)) = self.pending.last()
        else {
            return Ok(false);
        };
        self.apply()?;
        Ok(true)
    }

    /// Works out all operators that bind at least so strongly, down to an open bracket.
    fn reduce(&mut self, least: u8) -> Outcome<()> {
        while let Some(Pending::Operator(operator, _)) = self.pending.last() {
            if strength(*operator) < least {
                break;
            }
            self.apply()?;
        }
        Ok(())
    }

    fn number(&mut self, at: usize) -> Outcome<Quadratic> {
        match self.values.pop() {
            Some(Value::Number(number)) => Ok(number),
            Some(Value::Answer(answer)) => {
                wrong(at, format!("'{answer}' is not a number that can be worked with"))
            }
            None => wrong(at, "a number is missing"),
        }
    }

    fn apply(&mut self) -> Outcome<()> {
        let (operator, negative, at) = match self.pending.pop() {
            Some(Pending::Operator(operator, at)) => (operator, false, at),
            Some(Pending::NegativePower(at)) => ('^', true, at),
            _ => return Ok(()),
        };
        let right = self.number(at)?;
        let left = self.number(at)?;
        let result = match operator {
            '+' | '=' => sum(left, right),
            '*' => product(&left, &right),
            '/' if right.len() > 1 => {
                Err(Error::input("an equation with x in a divisor is not solved here"))
            }
            '/' => match constant(right) {
                zero if zero.is_zero() => Err(Error::input("division by zero: 0 has no inverse")),
                divisor => divisor.inverse().and_then(|inverse| product(&left, &[inverse])),
            },
            _ => power(left, right, negative),
        };
        self.values.push(Value::Number(result.map_err(|error| (at, error))?));
        Ok(())
    }

    fn close(&mut self, function: Function, at: usize, before: usize) -> Outcome<()> {
        let given = self.values.len() - before;
        let wanted = if function == Function::Log { 2 } else { 1 };
        if given != wanted {
            return wrong(at, "log takes two numbers: log(number, base)");
        }
        if function == Function::Solve {
            self.solving -= 1;
        }
        if function == Function::Group {
            return Ok(());
        }
        let number = self.number(at)?;
        if function == Function::Solve {
            let roots = roots(number).map_err(|error| (at, error))?;
            self.values.push(Value::Answer(Answer::Roots(roots)));
            return Ok(());
        }
        if number.len() > 1 {
            return wrong(at, "equations are solved if x is added, multiplied and squared only");
        }
        let number = constant(number);
        let integer = |integer: BigUint| OrdinalNimber::from(BigNimber::from(&integer));
        let finite = |number: &OrdinalNimber, what: &str| {
            number.finite().ok_or_else(|| {
                Error::Unsupported(format!("{what} of transfinite nimbers are not computed"))
            })
        };
        let result = match function {
            Function::Sqrt => match number.finite() {
                Some(finite) => Ok(OrdinalNimber::from(finite.sqrt())),
                None => number.sqrt(),
            },
            Function::Order => number.order().map(integer),
            Function::Degree => number.degree().map(OrdinalNimber::from),
            Function::Log => {
                let base = number;
                let number = constant(self.number(at)?);
                finite(&number, "logarithms")
                    .and_then(|number| number.log(&finite(&base, "logarithms")?).map(integer))
            }
            _ => {
                let polynomial = finite(&number, "minimal polynomials")
                    .and_then(|finite| finite.try_minimal_polynomial());
                let polynomial = polynomial.map_err(|error| (at, error))?;
                self.values.push(Value::Answer(Answer::Polynomial(polynomial)));
                return Ok(());
            }
        };
        self.push(result.map_err(|error| (at, error))?)
    }
}

fn strength(operator: char) -> u8 {
    match operator {
        '=' => 0,
        '+' => 1,
        '*' | '/' => 2,
        _ => 3,
    }
}

fn constant(number: Quadratic) -> OrdinalNimber {
    number.into_iter().next().unwrap_or_default()
}

fn trimmed(mut number: Quadratic) -> Quadratic {
    while number.len() > 1 && number.last().is_some_and(OrdinalNimber::is_zero) {
        number.pop();
    }
    number
}

fn sum(left: Quadratic, right: Quadratic) -> Result<Quadratic, Error> {
    let (mut long, short) = if left.len() < right.len() { (right, left) } else { (left, right) };
    for (into, other) in long.iter_mut().zip(&short) {
        *into = &*into + other;
    }
    Ok(trimmed(long))
}

fn product(left: &[OrdinalNimber], right: &[OrdinalNimber]) -> Result<Quadratic, Error> {
    if left.len() + right.len() > 4 {
        return Err(Error::input("equations are solved up to the square of x"));
    }
    let mut product = vec![OrdinalNimber::zero(); left.len() + right.len() - 1];
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right.iter().enumerate() {
            product[i + j] = &product[i + j] + &a.product(b)?;
        }
    }
    Ok(trimmed(product))
}

fn power(base: Quadratic, exponent: Quadratic, negative: bool) -> Result<Quadratic, Error> {
    let exponent = if exponent.len() > 1 { None } else { constant(exponent).finite() };
    let exponent =
        exponent.ok_or_else(|| Error::input("an exponent is an ordinary whole number"))?.value();
    if base.len() > 1 {
        return match (negative, exponent.to_u64()) {
            (false, Some(0)) => Ok(vec![OrdinalNimber::one()]),
            (false, Some(1)) => Ok(base),
            (false, Some(2)) => product(&base, &base),
            _ => Err(Error::input("equations are solved up to the square of x")),
        };
    }
    let base = constant(base);
    if negative && base.is_zero() && exponent >= BigUint::one() {
        return Err(Error::input("division by zero: 0 has no negative powers"));
    }
    let base = if negative && !base.is_zero() { base.inverse()? } else { base };
    Ok(vec![base.pow(&exponent)?])
}

/// The solutions of a polynomial that is 0.
fn roots(number: Quadratic) -> Result<Vec<OrdinalNimber>, Error> {
    let finite: Option<Vec<BigNimber>> = number.iter().map(OrdinalNimber::finite).collect();
    let part = |index: usize| number.get(index).cloned().unwrap_or_default();
    match (finite, part(2).is_zero(), part(1).is_zero()) {
        (Some(finite), ..) => {
            let of = |index: usize| finite.get(index).cloned().unwrap_or_else(BigNimber::zero);
            let roots = BigNimber::roots(&of(2), &of(1), &of(0))?;
            Ok(roots.into_iter().map(OrdinalNimber::from).collect())
        }
        (None, true, false) => Ok(vec![part(0).product(&part(1).inverse()?)?]),
        (None, true, true) => Ok(Vec::new()),
        (None, false, true) => Ok(vec![part(0).product(&part(2).inverse()?)?.sqrt()?]),
        _ => Err(Error::Unsupported("quadratic equations with transfinite numbers are solved if x stands in the square alone".to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> String {
        evaluate(text)
            .map_or_else(|fault| panic!("{text}: {}", fault.error), |answer| answer.to_string())
    }

    #[test]
    fn expressions_have_the_values_of_the_field() {
        for (text, result) in [
            ("5*7", "13"),
            ("5 + 7 * 2", "12"),
            ("5 xor 3", "6"),
            ("5 XOR 7 * 2", "12"),
            ("(5)xor(3)", "6"),
            ("solve(x^2 xor x = 5)", "8, 9"),
            ("(5+7)*2", "3"),
            ("0x10 / 0x10", "1"),
            ("2^3", "1"),
            ("2^-1", "3"),
            ("2^(1+2)", "1"),
            ("0^0", "1"),
            ("sqrt(2)", "3"),
            ("order(2)", "3"),
            ("degree(16)", "8"),
            ("log(3, 2)", "2"),
            ("minpoly(2)", "x^2 + x + 1"),
            ("solve(x^2+x=1)", "2, 3"),
            ("solve(x^2+x=5)", "8, 9"),
            ("solve(2*x + 1 = 0)", "3"),
            ("solve((x+3)^2 = 0)", "3"),
            ("solve(x + 1 = x)", "no solution"),
            ("[w]^3", "2"),
            ("1/[w]", "w^2*3"),
            ("sqrt([w])", "w^2*2"),
            ("order([w])", "9"),
            ("[w^w*4 + w^3*9 + 11] + [w^3*9]", "w^w*4 + 11"),
            ("[w^(w^6)]^19", "w^3 + 4"),
        ] {
            assert_eq!(value(text), result, "{text}");
        }
        let (a, b) = (super::super::product(8, 8) ^ 8, 5);
        assert_eq!(a, b);
    }

    #[test]
    fn faults_name_their_column() {
        for (text, column, hint) in [
            ("", 1, "empty"),
            ("5 +", 4, "missing"),
            ("5 ++ 7", 4, "'+' cannot stand here"),
            ("5 7", 3, "'7' cannot stand here"),
            ("5 xor", 6, "a number is missing"),
            ("5 xorn 3", 3, "'x' cannot stand here"),
            ("(5", 1, "no partner"),
            ("5)", 2, "no partner"),
            ("5/0", 2, "division by zero"),
            ("1/(3+3)", 2, "division by zero"),
            ("0^-1", 2, "division by zero"),
            ("x + 1", 1, "inside solve"),
            ("w + 1", 1, "square brackets"),
            ("[w^w^w]", 6, "w^w^w or beyond"),
            ("[w + 1", 7, "ends with ]"),
            ("2^3^4", 4, "two powers"),
            ("2^[w]", 2, "ordinary whole number"),
            ("log(4, 2)", 1, "no logarithm"),
            ("log(4)", 1, "two numbers"),
            ("sin(4)", 1, "is not known"),
            ("order(0)", 1, "no multiplicative order"),
            ("solve(x^3 = 1)", 8, "up to the square"),
            ("solve(x = x)", 1, "every x"),
            ("5 = 5", 3, "inside solve"),
            ("12ab", 1, "not a nimber"),
            ("minpoly(2) + 1", 12, "not a number"),
            ("[w^(w^300)]^2", 12, "table of alpha_p"),
            ("ö", 1, "cannot stand here"),
            ("5*ö", 3, "cannot stand here"),
        ] {
            let fault = evaluate(text).expect_err(text);
            let sentence = fault.error.to_string();
            assert_eq!(
                (fault.column, sentence.contains(hint)),
                (column, true),
                "{text}: {sentence}"
            );
        }
    }

    #[test]
    fn depth_and_length_are_no_danger() {
        let deep = format!("{}5{}", "(".repeat(200_000), ")".repeat(200_000));
        assert_eq!(value(&deep), "5");
        assert!(evaluate(&"(".repeat(200_000)).is_err());
        let roots = format!("{}5{}", "sqrt(".repeat(10_000), ")".repeat(10_000));
        assert!(evaluate(&roots).is_ok());
        let digits = "7".repeat(20_000);
        assert_eq!(value(&format!("{digits} + {digits}")), "0");
        // The order of 2 is 3, and the exponent is 2 modulo 3.
        assert_eq!(value(&format!("2^{digits}")), "3");
        assert!(evaluate(&"9".repeat(400_000)).is_err());
    }
}
