//! Faults say what is wrong, and where.

use crate::run;

#[test]
fn faults_point_at_their_place() {
    let cases: &[(&str, &str, (usize, usize, usize))] = &[
        ("def main():\n    return hep\n", "there is no hep", (2, 12, 3)),
        ("def main():\n    heap = 3\n    return hepa\n", "did you mean heap?", (3, 12, 4)),
        ("def main():\n    return 1 // 0\n", "divided by 0", (2, 12, 6)),
        ("def main():\n    return [1, 2][2]\n", "out of range", (2, 12, 9)),
        ("def main():\n    return 'a' + 1\n", "str(number)", (2, 12, 7)),
        ("def main():\n    return True + 1\n", "int(...)", (2, 12, 8)),
        ("def main():\n    return 5 / 2\n", "write //", (2, 14, 1)),
        ("def main():\n    while True:\n        pass\n", "no while", (2, 5, 5)),
        ("import math\n", "imported", (1, 1, 6)),
        ("def main():\n    return (1, 2\n", "never closed", (2, 12, 1)),
        ("def main():\nreturn 1\n", "indented more", (2, 1, 6)),
        ("def main():\n    return 1\n  return 2\n", "indented less", (3, 1, 2)),
        ("def main():\n        return 1\n    x = 2\n", "indented less", (3, 1, 4)),
        ("x = 1\n  y = 2\n", "indented more", (2, 1, 2)),
        ("def main():\n    if x = 3:\n        pass\n", "write ==", (2, 10, 1)),
        ("def main():\n    return 'abc\n", "not closed", (2, 12, 4)),
        ("def main():\n    x += 1\n    return x\n", "no value yet", (2, 5, 1)),
        ("def main():\n    for i in 5:\n        pass\n", "not through an int", (2, 14, 1)),
        ("def f(a, b):\n    return a\ndef main():\n    return f(1)\n", "b is missing", (4, 12, 4)),
        ("def f(a):\n    return a\ndef main():\n    return f(1, 2)\n", "given 2", (4, 12, 7)),
        (
            "def f(a):\n    return a\ndef main():\n    return f(c=2)\n",
            "none is called c",
            (4, 12, 6),
        ),
        ("def main():\n    return sorted([1, 'a'])\n", "no order", (2, 12, 16)),
        ("def main():\n    return {[1]: 2}\n", "write a tuple", (2, 12, 8)),
        ("def main():\n    return [1].sort()\n", "write sorted", (2, 12, 10)),
        ("def main():\n    return print(3)\n", "fail(value)", (2, 12, 5)),
        ("def main():\n    return {1, 2}\n", "no sets", (2, 12, 2)),
        ("def main():\n    fail('lost', 3)\n", "lost 3", (2, 5, 15)),
        ("table = [1]\ndef main():\n    table.append(2)\n", "do not change", (3, 5, 15)),
        ("table = {1: 2}\ndef main():\n    table[1] = 3\n", "do not change", (3, 5, 8)),
        (
            "def main():\n    l = [1]\n    for x in l:\n        l.append(x)\n",
            "changed while",
            (3, 14, 1),
        ),
        ("def main():\n    return {}\n", "a dict", (1, 5, 4)),
        ("def main():\n    a, b = [1, 2, 3]\n", "has 3 items", (2, 5, 4)),
        ("def main():\n    return x.y\n", "with brackets", (2, 14, 1)),
        ("def main():\n    return 3(4)\n", "cannot be called", (2, 12, 4)),
        ("def main():\n    return 1.5\n", "no fractions", (2, 12, 2)),
        ("def main():\n\treturn hep\n", "there is no hep", (2, 9, 3)),
        ("break\n", "loops only", (1, 1, 5)),
        ("return 3\n", "functions only", (1, 8, 1)),
    ];
    for (program, message, place) in cases {
        let fault = run(program).expect_err(program);
        assert!(fault.message.contains(message), "{program}\n{fault}");
        assert!(!fault.stopped, "{fault}");
        assert_eq!((fault.line, fault.column, fault.length), *place, "{program}\n{fault}");
    }
}

#[test]
fn a_fault_inside_a_key_is_told_where_it_is() {
    let program =
        "def key(x):\n    return 1 // x\ndef main():\n    return sorted([1, 0], key=key)\n";
    let fault = run(program).unwrap_err();
    assert_eq!((fault.line, fault.column), (2, 12), "{fault}");
}

#[test]
fn no_text_makes_the_interpreter_panic() {
    let program = "def main():\n    x = [i for i in range(10) if i % 2 == 0]\n    return \"a{}%d\" % len(x), {1: (2, x[0:3])}, f\"{x}\"\n";
    // Every prefix, and every text with one letter left out or replaced.
    for at in 0..program.len() {
        let _ = run_any(&program[..at]);
        for letter in ["", "(", "\"", "\n", "é", ":", "  ", "lambda", "\\", "9", "{", "*"] {
            let _ = run_any(&format!("{}{letter}{}", &program[..at], &program[at + 1..]));
        }
    }
}

fn run_any(program: &str) -> Result<(), String> {
    let limits = bouton_script::Limits { steps: 10_000, bytes: 1 << 20 };
    let script =
        bouton_script::Script::load("x", program, limits).map_err(|fault| fault.to_string())?;
    let main = script.function("main").ok_or("no main")?;
    script.call(main, &[], |value| value.datum()).map_err(|fault| fault.to_string()).map(|_| ())
}
