//! Formulas in the words of each language.

use super::Language;
use crate::formula::{Formula, Function, Operation};

/// Writes formulas, and remembers what they need beside themselves.
pub struct Dialect {
    pub language: Language,
    /// Lists, each a constant of its own.
    pub tables: Vec<Vec<u64>>,
    /// Functions that were used.
    pub functions: Vec<Function>,
    /// Whether the difference of two numbers was used.
    pub difference: bool,
}

impl Dialect {
    pub fn new(language: Language) -> Dialect {
        Dialect { language, tables: Vec::new(), functions: Vec::new(), difference: false }
    }

    /// The name of a list.
    pub fn table(place: usize) -> String {
        if place == 0 { "TABLE".to_string() } else { format!("TABLE_{}", place + 1) }
    }

    /// As something that is true or false.
    pub fn truth(&mut self, formula: &Formula) -> String {
        match formula {
            Formula::Binary(operation, parts) => {
                let [a, b] = &**parts;
                let sign = match operation {
                    // What is not true.
                    Operation::Equal if is_truth(a) && *b == Formula::Number(0) => {
                        let inner = self.truth(a);
                        return match self.language {
                            Language::Python => format!("not ({inner})"),
                            _ => format!("!({inner})"),
                        };
                    }
                    Operation::Equal => "==",
                    Operation::Less => "<",
                    Operation::Both => {
                        let (a, b) = (self.truth(a), self.truth(b));
                        let and = if self.language == Language::Python { "and" } else { "&&" };
                        return format!("({a}) {and} ({b})");
                    }
                    _ => return format!("{} != 0", self.operand(formula)),
                };
                format!("{} {sign} {}", self.operand(a), self.operand(b))
            }
            Formula::Apply(function, of) if is_question(*function) => self.call(*function, of),
            Formula::Number(number) => match (self.language, number) {
                (Language::Python, 0) => "False".to_string(),
                (Language::Python, _) => "True".to_string(),
                (_, 0) => "false".to_string(),
                _ => "true".to_string(),
            },
            Formula::Choose(parts) if is_truth(&parts[1]) && is_truth(&parts[2]) => {
                let [holds, then, otherwise] = &**parts;
                let words = [self.truth(holds), self.truth(then), self.truth(otherwise)];
                self.chosen(words)
            }
            _ => format!("{} != 0", self.operand(formula)),
        }
    }

    /// As a number.
    pub fn number(&mut self, formula: &Formula) -> String {
        match formula {
            Formula::Number(number) => match self.language {
                Language::Cpp if *number > i32::MAX as u64 => format!("{number}ULL"),
                Language::Java if *number > i32::MAX as u64 => format!("{number}L"),
                _ => number.to_string(),
            },
            Formula::Heap(0) => "n".to_string(),
            Formula::Heap(_) => "m".to_string(),
            Formula::Apply(function, of) if is_question(*function) => {
                let call = self.call(*function, of);
                self.counted(&call)
            }
            Formula::Apply(function, of) => self.call(*function, of),
            Formula::Choose(parts) => {
                let [holds, then, otherwise] = &**parts;
                let words = [self.truth(holds), self.number(then), self.number(otherwise)];
                self.chosen(words)
            }
            Formula::Listed(list, place) => {
                let known = self.tables.iter().position(|table| table == list);
                let table = known.unwrap_or_else(|| {
                    self.tables.push(list.clone());
                    self.tables.len() - 1
                });
                let place = match self.language {
                    Language::Rust => format!("{} as usize", self.operand(place)),
                    Language::Java => format!("(int) {}", self.operand(place)),
                    _ => self.number(place),
                };
                format!("{}[{place}]", Dialect::table(table))
            }
            Formula::Binary(operation, parts) => {
                self.binary(*operation, &parts[0], &parts[1], formula)
            }
        }
    }

    /// Of three parts: the first holds, or not.
    fn chosen(&self, [holds, then, otherwise]: [String; 3]) -> String {
        match self.language {
            Language::Python => format!("{then} if {holds} else {otherwise}"),
            Language::Rust => format!("if {holds} {{ {then} }} else {{ {otherwise} }}"),
            _ => format!("{holds} ? {then} : {otherwise}"),
        }
    }

    /// A truth as 1 or 0.
    fn counted(&self, truth: &str) -> String {
        match self.language {
            Language::Cpp | Language::Java => format!("({truth} ? 1 : 0)"),
            Language::Python => format!("int({truth})"),
            Language::Rust => format!("u64::from({truth})"),
        }
    }

    fn binary(
        &mut self,
        operation: Operation,
        a: &Formula,
        b: &Formula,
        whole: &Formula,
    ) -> String {
        if is_truth(whole) {
            let truth = self.truth(whole);
            return self.counted(&truth);
        }
        let sign = match (operation, self.language) {
            (Operation::Plus, _) => "+",
            (Operation::Minus, _) => "-",
            (Operation::Times, _) => "*",
            (Operation::Over, Language::Python) => "//",
            (Operation::Over, _) => "/",
            (Operation::Modulo, _) => "%",
            (Operation::Xor, _) => "^",
            _ => return self.of_two(operation, a, b),
        };
        format!("{} {sign} {}", self.operand(a), self.operand(b))
    }

    fn of_two(&mut self, operation: Operation, a: &Formula, b: &Formula) -> String {
        let name = match operation {
            Operation::Minimum => "min",
            Operation::Maximum => "max",
            _ => "difference",
        };
        if let (Language::Rust, "min" | "max") = (self.language, name) {
            return format!("{}.{name}({})", self.operand(a), self.number(b));
        }
        let prefix = match (self.language, name) {
            (Language::Cpp, "min" | "max") => "std::",
            (Language::Java, "min" | "max") => "Math.",
            _ => "",
        };
        self.difference |= name == "difference";
        format!("{prefix}{name}({}, {})", self.number(a), self.number(b))
    }

    fn call(&mut self, function: Function, of: &Formula) -> String {
        if !self.functions.contains(&function) {
            self.functions.push(function);
        }
        let more = match function {
            Function::IsPower(number) | Function::Beatty(number) => format!(", {number}"),
            _ => String::new(),
        };
        format!("{}({}{more})", name(function), self.number(of))
    }

    /// With brackets where it is more than one word.
    fn operand(&mut self, formula: &Formula) -> String {
        let text = self.number(formula);
        let whole = match formula {
            Formula::Choose(_) => false,
            Formula::Binary(operation, _) => {
                matches!(operation, Operation::Minimum | Operation::Maximum | Operation::Difference)
                    || is_truth(formula)
            }
            _ => true,
        };
        if whole { text } else { format!("({text})") }
    }
}

/// Whether a formula is 1 or 0 because it is true or false.
fn is_truth(formula: &Formula) -> bool {
    match formula {
        Formula::Binary(operation, _) => {
            matches!(operation, Operation::Equal | Operation::Less | Operation::Both)
        }
        Formula::Apply(function, _) => is_question(*function),
        Formula::Number(number) => *number < 2,
        _ => false,
    }
}

/// Whether a function says yes or no.
pub fn is_question(function: Function) -> bool {
    matches!(
        function,
        Function::IsSquare | Function::IsTriangular | Function::IsFibonacci | Function::IsPower(_)
    )
}

/// The name of a function in programs.
pub fn name(function: Function) -> &'static str {
    match function {
        Function::Ones => "ones",
        Function::Digits => "digits",
        Function::Twos => "twos",
        Function::LowestBit => "lowest_bit",
        Function::IsSquare => "is_square",
        Function::IsTriangular => "is_triangular",
        Function::IsFibonacci => "is_fibonacci",
        Function::IsPower(_) => "is_power",
        Function::Beatty(_) => "beatty",
    }
}
