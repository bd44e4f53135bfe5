//! Limits of steps, memory and depth hold, whatever a program does.

use bouton_script::{Limits, Script};

fn stops(program: &str) {
    let limits = Limits { steps: 1_000_000, bytes: 1 << 24 };
    let script = match Script::load("test.star", program, limits) {
        Ok(script) => script,
        Err(fault) => return assert!(fault.stopped, "{program}\n{fault}"),
    };
    let main = script.function("main").expect("the program has a main");
    let fault = script.call(main, &[], |value| value.datum()).expect_err(program);
    assert!(fault.stopped, "{program}\n{fault}");
    // The machine can be used again.
    let fault = script.call(main, &[], |value| value.datum()).expect_err(program);
    assert!(fault.stopped, "{program}\n{fault}");
}

#[test]
fn endless_and_growing_programs_stop() {
    for program in [
        "def main():\n    for i in range(10**18):\n        pass\n",
        "def main():\n    return [i for i in range(10**18)]\n",
        "def main():\n    return list(range(10**18))\n",
        "def main():\n    x = [1]\n    for i in range(100):\n        x = x + x\n    return x\n",
        "def main():\n    x = [1]\n    for i in range(100):\n        x += x\n    return x\n",
        "def main():\n    x = 'a'\n    for i in range(100):\n        x = x + x\n    return x\n",
        "def main():\n    x = (1,)\n    for i in range(100):\n        x = x * 2\n    return x\n",
        "def main():\n    return [0] * 10**17\n",
        "def main():\n    return 'ab' * 10**17\n",
        "def main():\n    return main()\n",
        "def f(x):\n    return g(x)\ndef g(x):\n    return f(x) + 1\ndef main():\n    return f(1)\n",
        "def main():\n    return sorted([1, 2], key=lambda x: sorted([x], key=lambda y: main()))\n",
        "def main():\n    d = {}\n    for i in range(10**9):\n        d[i] = i\n",
        "def main():\n    a = (1,)\n    b = (1,)\n    for i in range(90):\n        a = (a, a)\n        b = (b, b)\n    return a == b\n",
        "def main():\n    a = (1,)\n    for i in range(40):\n        a = (a, a)\n    return str(a)\n",
        "def main():\n    a = (1,)\n    for i in range(40):\n        a = (a, a)\n    return {a: 1}\n",
        "def main():\n    return ','.join(['x' * 1000000] * 1000000)\n",
        "x = [i for i in range(10**12)]\ndef main():\n    return 1\n",
    ] {
        stops(program);
    }
}

#[test]
fn numbers_and_nesting_have_limits_of_their_own() {
    for (program, message) in [
        (
            "def main():\n    x = 3\n    for i in range(100):\n        x = x * x\n    return x\n",
            "bits",
        ),
        ("def main():\n    return 2 ** 10**9\n", "bits"),
        ("def main():\n    return 1 << 10**9\n", "bits"),
        (
            "def main():\n    x = []\n    for i in range(1000):\n        x = [x]\n    return x\n",
            "nested",
        ),
        (
            "def main():\n    x = []\n    y = []\n    for i in range(1000):\n        x = [x]\n        y = [y]\n    return x == y\n",
            "nested",
        ),
    ] {
        let fault = crate::run(program).expect_err(program);
        assert!(fault.message.contains(message), "{fault}");
    }
}

#[test]
fn deep_texts_are_refused_without_overflowing_the_stack() {
    for text in [
        format!("x = {}1{}\n", "(".repeat(20_000), ")".repeat(20_000)),
        format!("x = {}1\n", "-".repeat(20_000)),
        format!("x = {}1\n", "not ".repeat(20_000)),
        format!("x = {}1\n", "lambda: ".repeat(20_000)),
        format!("x = 1{}\n", " + 1".repeat(20_000)),
        format!("x = 1{}\n", " if 1 else 2".repeat(20_000)),
        format!("x = y{}\n", "[0]".repeat(20_000)),
        format!("x = 1{}\n", " ** 1".repeat(20_000)),
        format!("x = 1{}\n", " and 1".repeat(20_000)),
        (0..1000).map(|depth| format!("{}if 1:\n", " ".repeat(depth))).collect(),
    ] {
        let fault =
            Script::load("test.star", &text, Limits::default()).err().expect("it is too deep");
        assert!(fault.message.contains("deep"), "{}", fault.message);
    }
}

#[test]
fn functions_may_call_themselves_as_deep_as_is_said() {
    let program =
        "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\ndef main():\n    return f(900)\n";
    assert_eq!(crate::run(program).unwrap().to_string(), "900");
}
