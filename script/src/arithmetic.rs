//! What operators do.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::fault::{Outcome, wrong};
use crate::tree::{Binary, Comparison, Unary};
use crate::value::{DEEPEST, Slice, Store, Value};

/// Numbers of more bits than this are refused: whoever wants them wants something else.
const MOST_BITS: u64 = 1 << 20;

impl Binary {
    pub fn sign(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "//",
            Binary::Remainder => "%",
            Binary::Power => "**",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::Left => "<<",
            Binary::Right => ">>",
        }
    }
}

impl Comparison {
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal => order == Ordering::Equal,
            Comparison::NotEqual => order != Ordering::Equal,
            Comparison::Less => order == Ordering::Less,
            Comparison::LessEqual => order != Ordering::Greater,
            Comparison::Greater => order == Ordering::Greater,
            Comparison::GreaterEqual => order != Ordering::Less,
            Comparison::In | Comparison::NotIn => false,
        }
    }
}

impl Store {
    #[inline]
    pub fn binary(&mut self, binary: Binary, a: Value, b: Value) -> Outcome<Value> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            let found = match binary {
                Binary::Add => a.checked_add(b),
                Binary::Subtract => a.checked_sub(b),
                Binary::Multiply => a.checked_mul(b),
                Binary::Divide if b != 0 => a.checked_div_euclid(b).map(|_| floor(a, b)),
                Binary::Remainder if b != 0 => Some(modulo(a, b)),
                Binary::And => Some(a & b),
                Binary::Or => Some(a | b),
                Binary::Xor => Some(a ^ b),
                Binary::Right if b >= 0 => Some(a >> b.min(63)),
                Binary::Left if (0..62).contains(&b) && (a << b) >> b == a => Some(a << b),
                _ => None,
            };
            if let Some(number) = found {
                return Ok(Value::Int(number));
            }
        }
        self.binary_slow(binary, a, b)
    }

    #[cold]
    fn binary_slow(&mut self, binary: Binary, a: Value, b: Value) -> Outcome<Value> {
        if let (Some(a), Some(b)) = (self.big(a), self.big(b)) {
            return self.big_binary(binary, a, b);
        }
        match (binary, a, b) {
            (Binary::Add, Value::Text(a), Value::Text(b)) => self.join_texts(a, b),
            (Binary::Add, Value::Tuple(a), Value::Tuple(b)) => {
                self.step((a.length + b.length) as usize / 8)?;
                self.charge_briefly((a.length + b.length) as usize * size_of::<Value>())?;
                let start = self.items.len();
                self.items.extend_from_within(a.range());
                self.items.extend_from_within(b.range());
                self.tuple_since(start)
            }
            (Binary::Add, Value::List(a), Value::List(b)) => {
                let length = self.list(a).len() + self.list(b).len();
                self.step(length / 8)?;
                self.charge_briefly(length * size_of::<Value>())?;
                let both = [self.list(a), self.list(b)].concat();
                self.new_list_of(both)
            }
            (Binary::Multiply, Value::Int(times), list)
            | (Binary::Multiply, list, Value::Int(times)) => self.repeat(list, times),
            (Binary::Remainder, Value::Text(format), _) => self.percent(format, b),
            (Binary::Or, Value::Dict(a), Value::Dict(b)) => {
                let both = self.new_dict()?;
                for dict in [a, b] {
                    let entries: Vec<(Value, Value)> = self.dict(dict).entries().collect();
                    for (key, value) in entries {
                        self.insert(both, key, value)?;
                    }
                }
                Ok(Value::Dict(both))
            }
            _ => self.no_operator(binary.sign(), a, b),
        }
    }

    fn no_operator<T>(&self, sign: &str, a: Value, b: Value) -> Outcome<T> {
        let (left, right) = (self.kind(a), self.kind(b));
        let hint = match (sign, a, b) {
            ("+", Value::Text(_), Value::Int(_)) | ("+", Value::Int(_), Value::Text(_)) => {
                ": write str(number) to make a string of it"
            }
            ("+", Value::List(_), Value::Tuple(_)) | ("+", Value::Tuple(_), Value::List(_)) => {
                ": make both lists by list(...), or both tuples by tuple(...)"
            }
            (_, Value::Bool(_), _) | (_, _, Value::Bool(_)) => {
                ": write int(...) to count a bool as 0 or 1"
            }
            _ => "",
        };
        wrong(format!("{sign} does not go between {left} and {right}{hint}"))
    }

    fn join_texts(&mut self, a: Slice, b: Slice) -> Outcome<Value> {
        let length = (a.length + b.length) as usize;
        self.step(length / 64)?;
        self.charge_briefly(length)?;
        let start = self.letters.len();
        self.letters.extend_from_within(a.range());
        self.letters.extend_from_within(b.range());
        self.text_since(start)
    }

    fn repeat(&mut self, value: Value, times: i64) -> Outcome<Value> {
        let times = times.max(0) as usize;
        let weight = match value {
            Value::Text(slice) => slice.length as usize,
            Value::Tuple(_) | Value::List(_) => {
                self.length(value).unwrap_or(0) * size_of::<Value>()
            }
            _ => return self.no_operator("*", value, Value::Int(0)),
        };
        self.charge_briefly(weight.saturating_mul(times))?;
        self.step(weight.saturating_mul(times) / 64)?;
        match value {
            Value::Text(slice) => {
                let start = self.letters.len();
                (0..times).for_each(|_| self.letters.extend_from_within(slice.range()));
                self.text_since(start)
            }
            Value::Tuple(slice) => {
                let start = self.items.len();
                (0..times).for_each(|_| self.items.extend_from_within(slice.range()));
                self.tuple_since(start)
            }
            Value::List(list) => {
                let items = self.list(list).repeat(times);
                self.new_list_of(items)
            }
            _ => Ok(value),
        }
    }

    fn big_binary(&mut self, binary: Binary, a: BigInt, b: BigInt) -> Outcome<Value> {
        let bits = a.bits().max(b.bits());
        self.step(bits as usize / 64)?;
        let number = match binary {
            Binary::Add => a + b,
            Binary::Subtract => a - b,
            Binary::Multiply => {
                within(a.bits() + b.bits())?;
                self.step((a.bits() / 64 * (b.bits() / 64)) as usize / 8)?;
                a * b
            }
            Binary::Divide | Binary::Remainder if b.is_zero() => {
                return wrong(format!("{a} {} 0: nothing can be divided by 0", binary.sign()));
            }
            Binary::Divide => big_floor(&a, &b),
            Binary::Remainder => &a - big_floor(&a, &b) * &b,
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::Left | Binary::Right | Binary::Power if b.is_negative() => {
                return wrong(format!(
                    "{} {b}: the number on the right is negative",
                    binary.sign()
                ));
            }
            Binary::Right => a >> b.to_u64().unwrap_or(MOST_BITS).min(MOST_BITS),
            Binary::Left => {
                let shift = b.to_u64().unwrap_or(u64::MAX);
                within(a.bits().saturating_add(shift))?;
                a << shift
            }
            Binary::Power => {
                let exponent = b.to_u32().unwrap_or(u32::MAX);
                if a.bits() > 1 {
                    let bits = a.bits().saturating_mul(u64::from(exponent));
                    within(bits)?;
                    self.step((bits / 64 * (bits / 64)) as usize / 8)?;
                }
                match a.bits() > 1 || exponent < u32::MAX {
                    true => a.pow(exponent),
                    // 0, 1 and -1 to any power.
                    false if a.is_negative() && (&b % 2u8).is_zero() => -a,
                    false => a,
                }
            }
        };
        self.integer(number)
    }

    pub fn unary(&mut self, unary: Unary, value: Value) -> Outcome<Value> {
        match (unary, value) {
            (Unary::Plus, Value::Int(_) | Value::Big(_)) => Ok(value),
            (Unary::Invert, Value::Int(number)) => Ok(Value::Int(!number)),
            (Unary::Minus, Value::Int(number)) if number != i64::MIN => Ok(Value::Int(-number)),
            _ => match (unary, self.big(value)) {
                (Unary::Minus, Some(number)) => self.integer(-number),
                (Unary::Invert, Some(number)) => self.integer(!number),
                _ => wrong(format!("{} has no sign: numbers have one", self.kind(value))),
            },
        }
    }

    pub fn equal(&self, a: Value, b: Value) -> Outcome<bool> {
        self.equal_within(a, b, DEEPEST)
    }

    fn equal_within(&self, a: Value, b: Value, depth: usize) -> Outcome<bool> {
        Ok(match (a, b) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Big(a), Value::Big(b)) => self.bigs[a as usize] == self.bigs[b as usize],
            (Value::Text(a), Value::Text(b)) => a == b || self.text(a) == self.text(b),
            (Value::Function(a), Value::Function(b)) => a == b,
            (Value::Builtin(a), Value::Builtin(b)) => a == b,
            (Value::Range(a), Value::Range(b)) => {
                let (a, b) = (self.ranges[a as usize], self.ranges[b as usize]);
                a.count == b.count
                    && (a.count == 0 || a.first == b.first && (a.count == 1 || a.step == b.step))
            }
            (Value::List(a), Value::List(b)) => {
                a == b || self.all_equal(self.list(a), self.list(b), depth)?
            }
            (Value::Tuple(a), Value::Tuple(b)) => {
                a == b || self.all_equal(self.tuple(a), self.tuple(b), depth)?
            }
            (Value::Dict(a), Value::Dict(b)) => {
                let (a, b) = (self.dict(a), self.dict(b));
                if a.len() != b.len() {
                    return Ok(false);
                }
                deep_enough(depth)?;
                for (key, value) in a.entries() {
                    match b.get(self, key)? {
                        Some(other) if self.equal_within(value, other, depth - 1)? => {}
                        _ => return Ok(false),
                    }
                }
                true
            }
            _ => false,
        })
    }

    fn all_equal(&self, a: &[Value], b: &[Value], depth: usize) -> Outcome<bool> {
        if a.len() != b.len() {
            return Ok(false);
        }
        deep_enough(depth)?;
        // Values that share their parts can be much larger than the store that holds them.
        self.step(1 + a.len() / 8)?;
        for (a, b) in a.iter().zip(b) {
            if !self.equal_within(*a, *b, depth - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub fn order(&self, a: Value, b: Value) -> Outcome<Ordering> {
        self.order_within(a, b, DEEPEST)
    }

    fn order_within(&self, a: Value, b: Value, depth: usize) -> Outcome<Ordering> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a.cmp(&b)),
            (Value::Text(a), Value::Text(b)) => Ok(self.text(a).cmp(self.text(b))),
            (Value::Bool(a), Value::Bool(b)) => Ok(a.cmp(&b)),
            (Value::List(a), Value::List(b)) => self.order_all(self.list(a), self.list(b), depth),
            (Value::Tuple(a), Value::Tuple(b)) => {
                self.order_all(self.tuple(a), self.tuple(b), depth)
            }
            _ => match (self.big(a), self.big(b)) {
                (Some(a), Some(b)) => Ok(a.cmp(&b)),
                _ => wrong(format!(
                    "{} and {} have no order: only values of one kind can be compared by < or sorted",
                    self.kind(a),
                    self.kind(b)
                )),
            },
        }
    }

    fn order_all(&self, a: &[Value], b: &[Value], depth: usize) -> Outcome<Ordering> {
        deep_enough(depth)?;
        // Values that share their parts can be much larger than the store that holds them.
        self.step(1 + a.len() / 8)?;
        for (a, b) in a.iter().zip(b) {
            if !self.equal_within(*a, *b, depth - 1)? {
                return self.order_within(*a, *b, depth - 1);
            }
        }
        Ok(a.len().cmp(&b.len()))
    }

    pub fn compare(&mut self, comparison: Comparison, a: Value, b: Value) -> Outcome<bool> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            return match comparison {
                Comparison::In | Comparison::NotIn => {
                    self.no_operator("in", Value::Int(a), Value::Int(b))
                }
                _ => Ok(comparison.holds(a.cmp(&b))),
            };
        }
        match comparison {
            Comparison::Equal => self.equal(a, b),
            Comparison::NotEqual => Ok(!self.equal(a, b)?),
            Comparison::In => self.contains(b, a),
            Comparison::NotIn => Ok(!self.contains(b, a)?),
            _ => Ok(comparison.holds(self.order(a, b)?)),
        }
    }

    fn contains(&mut self, whole: Value, item: Value) -> Outcome<bool> {
        let length = self.length(whole).unwrap_or(0);
        match (whole, item) {
            (Value::Text(whole), Value::Text(item)) => {
                self.step(length / 64)?;
                Ok(self.text(whole).contains(self.text(item)))
            }
            (Value::Text(_), _) => {
                wrong(format!("{} cannot be in a string: a string can", self.kind(item)))
            }
            (Value::Dict(dict), _) => Ok(self.dict(dict).get(self, item)?.is_some()),
            (Value::Range(range), Value::Int(number)) => {
                let span = self.ranges[range as usize];
                let far = i128::from(number) - i128::from(span.first);
                let step = i128::from(span.step);
                Ok(far % step == 0 && (0..i128::from(span.count)).contains(&(far / step)))
            }
            (Value::Range(_), _) => Ok(false),
            (Value::List(_) | Value::Tuple(_), _) => {
                self.step(length / 8)?;
                let items = match whole {
                    Value::List(list) => self.list(list),
                    Value::Tuple(slice) => self.tuple(slice),
                    _ => &[],
                };
                for own in items {
                    if self.equal(*own, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => self.no_operator("in", item, whole),
        }
    }
}

fn deep_enough(depth: usize) -> Outcome<()> {
    match depth {
        0 => wrong(format!("these values are nested more than {DEEPEST} deep")),
        _ => Ok(()),
    }
}

fn within(bits: u64) -> Outcome<()> {
    match bits > MOST_BITS {
        true => wrong(format!("this number would have more than {MOST_BITS} bits")),
        false => Ok(()),
    }
}

/// Division that rounds down, as Python has it; a quotient beyond a word was looked for before.
fn floor(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn modulo(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

fn big_floor(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    let exact = (&quotient * b) == *a;
    if !exact && a.is_negative() != b.is_negative() { quotient - 1 } else { quotient }
}
