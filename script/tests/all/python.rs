//! Side by side with Python: the same programs give the same results.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::run;

/// Runs the programs that come on standard input, with zeros between them, and prints what `main()` gives.
const DRIVER: &str = r#"
import sys
sys.setrecursionlimit(10000)
def written(x):
    # Sequences that are lazy in Python are lists here.
    if isinstance(x, (list, type({}.keys()), type({}.values()), type({}.items()), range)):
        return "[" + ", ".join(written(y) for y in x) + "]"
    if isinstance(x, tuple):
        return "(" + ", ".join(written(y) for y in x) + ("," if len(x) == 1 else "") + ")"
    return repr(x)
for program in sys.stdin.read().split("\0"):
    try:
        scope = {}
        exec(program, scope)
        print(written(scope["main"]()))
    except Exception as error:
        print("error")
"#;

/// What Python gives for each program, or nothing where there is no Python.
fn python(programs: &[String]) -> Option<Vec<String>> {
    let child = Command::new("python3")
        .args(["-c", DRIVER])
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        println!("skipped: there is no python3");
        return None;
    };
    let input = programs.join("\0");
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    assert_eq!(lines.len(), programs.len());
    Some(lines)
}

fn compare(programs: &[String]) {
    let Some(expected) = python(programs) else { return };
    for (program, expected) in programs.iter().zip(expected) {
        let found = match run(program) {
            Ok(value) => value.to_string(),
            Err(fault) if expected == "error" => {
                assert!(!fault.message.is_empty());
                "error".to_string()
            }
            Err(fault) => fault.to_string(),
        };
        assert_eq!(found, expected, "\n{program}");
    }
}

#[test]
fn programs_give_what_python_gives() {
    let programs: Vec<String> =
        include_str!("programs.txt").split("\n====\n").map(str::to_string).collect();
    assert!(programs.len() > 40, "{}", programs.len());
    compare(&programs);
}

/// Random numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// An expression whose value is a number.
    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            let small = self.below(40) as i64 - 12;
            return match self.below(12) {
                0 => "9223372036854775807".to_string(),
                1 => "-9223372036854775808".to_string(),
                2 => "123456789012345678901234567890".to_string(),
                3 => self.pick(&["a", "b"]).to_string(),
                _ => format!("({small})"),
            };
        }
        let deeper = depth - 1;
        match self.below(16) {
            0..=5 => {
                let sign = self.pick(&["+", "-", "*", "//", "%", "&", "|", "^"]);
                format!("({} {sign} {})", self.number(deeper), self.number(deeper))
            }
            6 => {
                format!("({} {} {})", self.number(deeper), self.pick(&["<<", ">>"]), self.below(70))
            }
            7 => format!("({} ** {})", self.number(deeper), self.below(4)),
            8 => format!("{}{}", self.pick(&["-", "~", "+"]), self.number(deeper)),
            9 => format!("len({})", self.list(deeper)),
            10 => format!("{}({})", self.pick(&["sum", "max", "min"]), self.list(deeper)),
            11 => format!("abs({})", self.number(deeper)),
            12 => format!(
                "({} if {} else {})",
                self.number(deeper),
                self.test(deeper),
                self.number(deeper)
            ),
            13 => format!("{}[{}]", self.list(deeper), self.number(0)),
            14 => format!("len({})", self.text(deeper)),
            _ => format!("int({})", self.test(deeper)),
        }
    }

    /// An expression whose value is a bool.
    fn test(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["True", "False"]).to_string();
        }
        let deeper = depth - 1;
        let sign = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
        match self.below(9) {
            0 => format!("({} {sign} {})", self.number(deeper), self.number(deeper)),
            1 => format!("({} {sign} {})", self.list(deeper), self.list(deeper)),
            2 => format!("({} {sign} {})", self.text(deeper), self.text(deeper)),
            3 => format!(
                "({} {} {})",
                self.test(deeper),
                self.pick(&["and", "or"]),
                self.test(deeper)
            ),
            4 => format!("(not {})", self.test(deeper)),
            5 => format!(
                "({} {} {})",
                self.number(deeper),
                self.pick(&["in", "not in"]),
                self.list(deeper)
            ),
            6 => format!("({} in {})", self.text(deeper), self.text(deeper)),
            7 => format!(
                "({} < {} <= {})",
                self.number(deeper),
                self.number(deeper),
                self.number(deeper)
            ),
            _ => format!("{}([x > 2 for x in {}])", self.pick(&["any", "all"]), self.list(deeper)),
        }
    }

    /// An expression whose value is a list of numbers.
    fn list(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .pick(&["[]", "[3]", "[1, 2, 3]", "[5, -1, 4, 1, 5]", "list(range(7))"])
                .to_string();
        }
        let deeper = depth - 1;
        match self.below(8) {
            0 => format!("({} + {})", self.list(deeper), self.list(deeper)),
            1 => {
                let bound = |random: &mut Random| match random.below(3) {
                    0 => String::new(),
                    _ => (random.below(13) as i64 - 6).to_string(),
                };
                let step = self.pick(&["", "", ":2", ":-1", ":-2", ":3", ":"]);
                format!("{}[{}:{}{step}]", self.list(deeper), bound(self), bound(self))
            }
            2 => format!("sorted({})", self.list(deeper)),
            3 => format!(
                "[x + {} for x in {} if {}]",
                self.number(0),
                self.list(deeper),
                self.test(deeper)
            ),
            4 => format!("list(reversed({}))", self.list(deeper)),
            5 => format!("[{}, {}]", self.number(deeper), self.number(deeper)),
            6 => format!("({} * {})", self.list(deeper), self.below(3)),
            _ => format!("[i * x for i, x in enumerate({})]", self.list(deeper)),
        }
    }

    /// An expression whose value is a string.
    fn text(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .pick(&["''", "'abc'", "'a.b.c'", "'..x..'", "'é€a'", "' pad '"])
                .to_string();
        }
        let deeper = depth - 1;
        match self.below(10) {
            0 => format!("({} + {})", self.text(deeper), self.text(deeper)),
            1 => format!("{}[{}:{}]", self.text(deeper), self.below(4), self.below(7)),
            2 => format!("{}[::-1]", self.text(deeper)),
            3 => format!(
                "{}.replace({}, 'Q')",
                self.text(deeper),
                self.pick(&["'.'", "'b'", "'ab'"])
            ),
            4 => format!("{}.join([str(x) for x in {}])", self.text(0), self.list(deeper)),
            5 => format!(
                "{}.{}()",
                self.text(deeper),
                self.pick(&["strip", "upper", "lower", "title"])
            ),
            6 => format!("('%s:%d' % ({}, {}))", self.text(deeper), self.number(deeper)),
            7 => format!("'{{}}-{{}}'.format({}, {})", self.text(deeper), self.list(deeper)),
            8 => format!("str({})", self.list(deeper)),
            _ => format!("'|'.join({}.split('.'))", self.text(deeper)),
        }
    }
}

#[test]
fn generated_expressions_give_what_python_gives() {
    let mut random = Random(2026);
    let programs: Vec<String> = (0..3000)
        .map(|index| {
            let depth = 1 + index % 5;
            let expression = match random.below(4) {
                0 => random.number(depth),
                1 => random.test(depth),
                2 => random.list(depth),
                _ => random.text(depth),
            };
            format!("def main():\n    a = 7\n    b = -3\n    return {expression}\n")
        })
        .collect();
    compare(&programs);
}
