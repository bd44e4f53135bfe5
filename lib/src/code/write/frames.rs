//! What stands around a rule in each language: reading as a judge writes, the sum of heaps, the definition of values.

use crate::code::Language;

/// The fixed parts of a program.
pub struct Frame {
    pub head: &'static str,
    /// Reading t, and n and n numbers for each test; or n and its numbers, once.
    pub tests: &'static str,
    /// Reading a position in each line.
    pub lines: &'static str,
    pub tail: &'static str,
    pub indent: &'static str,
    pub between: &'static str,
}

pub fn frame(language: Language) -> Frame {
    match language {
        Language::Cpp => Frame {
            head: "#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

typedef unsigned long long number;",
            tests: "// The input is t, and for each test n and n numbers; or n and its numbers, once.
int main() {
    std::vector<number> all;
    for (number x; std::cin >> x;) all.push_back(x);
    if (all.empty()) return 0;
    bool once = all[0] == all.size() - 1;
    number tests = once ? 1 : all[0];
    size_t at = once ? 0 : 1;
    while (tests-- > 0 && at < all.size()) {
        size_t count = std::min<size_t>(all[at], all.size() - at - 1);
        std::vector<number> numbers(all.begin() + at + 1, all.begin() + at + 1 + count);
        at += 1 + count;
        puts(first_wins(numbers) ? \"FIRST\" : \"SECOND\");
    }
}",
            lines: "// The input is a position in each line, such as n = 4 or [1,2].
int main() {
    for (std::string line; std::getline(std::cin, line);) {
        line = line.substr(line.find('=') + 1);
        std::vector<number> numbers;
        for (size_t i = 0; i < line.size(); i++)
            if (isdigit((unsigned char) line[i])) {
                numbers.push_back(strtoull(&line[i], nullptr, 10));
                while (i < line.size() && isdigit((unsigned char) line[i])) i++;
            }
        if (!numbers.empty()) puts(first_wins(numbers) ? \"FIRST\" : \"SECOND\");
    }
}",
            tail: "",
            indent: "",
            between: "\n\n",
        },
        Language::Python => Frame {
            head: "import sys",
            tests: "# The input is t, and for each test n and n numbers; or n and its numbers, once.
def main():
    data = list(map(int, sys.stdin.read().split()))
    once = bool(data) and data[0] == len(data) - 1
    at = 0 if once else 1
    for _ in range(1 if once else data[0] if data else 0):
        numbers = data[at + 1 : at + 1 + data[at]]
        at += 1 + data[at]
        print(\"FIRST\" if first_wins(numbers) else \"SECOND\")


main()",
            lines: "# The input is a position in each line, such as n = 4 or [1,2].
def main():
    for line in sys.stdin:
        text = \"\".join(c if c.isdigit() else \" \" for c in line.split(\"=\")[-1])
        numbers = list(map(int, text.split()))
        if numbers:
            print(\"FIRST\" if first_wins(numbers) else \"SECOND\")


main()",
            tail: "",
            indent: "",
            between: "\n\n\n",
        },
        Language::Rust => Frame {
            head: "use std::io::{Read, Write};",
            tests: "// The input is t, and for each test n and n numbers; or n and its numbers, once.
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect(\"the input is text\");
    let all: Vec<u64> = text.split_whitespace().map(|word| word.parse().expect(\"a number\")).collect();
    let Some(first) = all.first() else { return };
    let once = *first as usize == all.len() - 1;
    let mut rest = if once { &all[..] } else { &all[1..] };
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for _ in 0..if once { 1 } else { *first } {
        let (numbers, later) = rest[1..].split_at(rest[0] as usize);
        rest = later;
        let word = if first_wins(numbers) { \"FIRST\" } else { \"SECOND\" };
        writeln!(out, \"{word}\").expect(\"the output can be written\");
    }
}",
            lines: "// The input is a position in each line, such as n = 4 or [1,2].
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect(\"the input is text\");
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for line in text.lines() {
        let line = line.rsplit('=').next().unwrap_or(line);
        let words = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        let numbers: Vec<u64> = words.map(|word| word.parse().expect(\"a number\")).collect();
        if !numbers.is_empty() {
            let word = if first_wins(&numbers) { \"FIRST\" } else { \"SECOND\" };
            writeln!(out, \"{word}\").expect(\"the output can be written\");
        }
    }
}",
            tail: "",
            indent: "",
            between: "\n\n",
        },
        Language::Java => Frame {
            head: "import java.io.*;
import java.util.*;

public class Main {",
            tests: "// The input is t, and for each test n and n numbers; or n and its numbers, once.
public static void main(String[] arguments) throws IOException {
    String text = new String(System.in.readAllBytes()).trim();
    if (text.isEmpty()) return;
    long[] all = Arrays.stream(text.split(\"\\\\s+\")).mapToLong(Long::parseLong).toArray();
    boolean once = all[0] == all.length - 1;
    int at = once ? 0 : 1;
    StringBuilder out = new StringBuilder();
    for (long test = once ? 1 : all[0]; test > 0; test--) {
        long[] numbers = Arrays.copyOfRange(all, at + 1, at + 1 + (int) all[at]);
        at += 1 + numbers.length;
        out.append(first_wins(numbers) ? \"FIRST\" : \"SECOND\").append('\\n');
    }
    System.out.print(out);
}",
            lines: "// The input is a position in each line, such as n = 4 or [1,2].
public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null;) {
        String text = line.substring(line.indexOf('=') + 1).replaceAll(\"[^0-9]+\", \" \").trim();
        if (text.isEmpty()) continue;
        long[] numbers = Arrays.stream(text.split(\" \")).mapToLong(Long::parseLong).toArray();
        System.out.println(first_wins(numbers) ? \"FIRST\" : \"SECOND\");
    }
}",
            tail: "}",
            indent: "    ",
            between: "\n\n",
        },
    }
}

/// The words for numbers and truths.
pub fn types(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::Cpp => ("number", "bool"),
        Language::Python => ("", ""),
        Language::Rust => ("u64", "bool"),
        Language::Java => ("long", "boolean"),
    }
}

/// A value from a table that ends.
pub fn from_table(language: Language) -> &'static str {
    match language {
        Language::Cpp => {
            "if (n >= sizeof TABLE / sizeof *TABLE) {
    fputs(\"a heap is larger than the table\\n\", stderr);
    exit(1);
}
return TABLE[n];"
        }
        Language::Python => {
            "if n >= len(TABLE):
    sys.exit(\"a heap is larger than the table\")
return TABLE[n]"
        }
        Language::Rust => "*TABLE.get(n as usize).expect(\"no heap is larger than the table\")",
        Language::Java => {
            "if (n >= TABLE.length) throw new IllegalArgumentException(\"a heap is larger than the table\");
return TABLE[(int) n];"
        }
    }
}

/// Sums of heaps: the xor of their values decides, in misère play as in Nim.
pub fn sum(language: Language, misere: bool) -> &'static str {
    match (language, misere) {
        (Language::Cpp, false) => {
            "bool first_wins(const std::vector<number>& heaps) {
    number sum = 0;
    for (number heap : heaps) sum ^= grundy(heap);
    return sum != 0;
}"
        }
        (Language::Cpp, true) => {
            "// As in misere Nim: unless all values are 0 or 1, as in normal play; otherwise the other way round.
bool first_wins(const std::vector<number>& heaps) {
    number sum = 0, largest = 0;
    for (number heap : heaps) {
        sum ^= grundy(heap);
        largest = std::max<number>(largest, grundy(heap));
    }
    return largest > 1 ? sum != 0 : sum == 0;
}"
        }
        (Language::Python, false) => {
            "def first_wins(heaps):
    total = 0
    for heap in heaps:
        total ^= grundy(heap)
    return total != 0"
        }
        (Language::Python, true) => {
            "# As in misere Nim: unless all values are 0 or 1, as in normal play; otherwise the other way round.
def first_wins(heaps):
    total = largest = 0
    for heap in heaps:
        total ^= grundy(heap)
        largest = max(largest, grundy(heap))
    return total != 0 if largest > 1 else total == 0"
        }
        (Language::Rust, false) => {
            "fn first_wins(heaps: &[u64]) -> bool {
    heaps.iter().fold(0, |sum, heap| sum ^ grundy(*heap)) != 0
}"
        }
        (Language::Rust, true) => {
            "// As in misere Nim: unless all values are 0 or 1, as in normal play; otherwise the other way round.
fn first_wins(heaps: &[u64]) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ grundy(*heap));
    if heaps.iter().any(|heap| grundy(*heap) > 1) { sum != 0 } else { sum == 0 }
}"
        }
        (Language::Java, false) => {
            "static boolean first_wins(long[] heaps) {
    long sum = 0;
    for (long heap : heaps) sum ^= grundy(heap);
    return sum != 0;
}"
        }
        (Language::Java, true) => {
            "// As in misere Nim: unless all values are 0 or 1, as in normal play; otherwise the other way round.
static boolean first_wins(long[] heaps) {
    long sum = 0, largest = 0;
    for (long heap : heaps) {
        sum ^= grundy(heap);
        largest = Math.max(largest, grundy(heap));
    }
    return largest > 1 ? sum != 0 : sum == 0;
}"
        }
    }
}

/// Sums of heaps in misère play: classes add by a table, and no heap at all is class 0.
pub fn classes(language: Language) -> &'static str {
    match language {
        Language::Cpp => {
            "// SUMS[ORDER * a + b] is the class of a position of class a beside one of class b.
bool first_wins(const std::vector<number>& heaps) {
    number sum = 0;
    for (number heap : heaps) sum = SUMS[ORDER * sum + heap_class(heap)];
    return !LOST[sum];
}"
        }
        Language::Python => {
            "# SUMS[ORDER * a + b] is the class of a position of class a beside one of class b.
def first_wins(heaps):
    total = 0
    for heap in heaps:
        total = SUMS[ORDER * total + heap_class(heap)]
    return not LOST[total]"
        }
        Language::Rust => {
            "// SUMS[ORDER * a + b] is the class of a position of class a beside one of class b.
fn first_wins(heaps: &[u64]) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| SUMS[(ORDER * sum + heap_class(*heap)) as usize]);
    LOST[sum as usize] == 0
}"
        }
        Language::Java => {
            "// SUMS[ORDER * a + b] is the class of a position of class a beside one of class b.
static boolean first_wins(long[] heaps) {
    long sum = 0;
    for (long heap : heaps) sum = SUMS[(int) (ORDER * sum + heap_class(heap))];
    return LOST[(int) sum] == 0;
}"
        }
    }
}

/// Positions of one number.
pub fn single(language: Language) -> &'static str {
    match language {
        Language::Cpp => {
            "bool first_wins(const std::vector<number>& numbers) {
    if (numbers.size() != 1) throw std::runtime_error(\"a position has one number\");
    return !lost(numbers[0]);
}"
        }
        Language::Python => "def first_wins(numbers):\n    (n,) = numbers\n    return not lost(n)",
        Language::Rust => {
            "fn first_wins(numbers: &[u64]) -> bool {
    let [n] = numbers else { panic!(\"a position has one number\") };
    !lost(*n)
}"
        }
        Language::Java => {
            "static boolean first_wins(long[] numbers) {
    if (numbers.length != 1) throw new IllegalArgumentException(\"a position has one number\");
    return !lost(numbers[0]);
}"
        }
    }
}

/// Positions of two numbers.
pub fn pair(language: Language) -> &'static str {
    match language {
        Language::Cpp => {
            "bool first_wins(const std::vector<number>& numbers) {
    if (numbers.size() != 2) throw std::runtime_error(\"a position has two numbers\");
    return !lost(numbers[0], numbers[1]);
}"
        }
        Language::Python => {
            "def first_wins(numbers):\n    n, m = numbers\n    return not lost(n, m)"
        }
        Language::Rust => {
            "fn first_wins(numbers: &[u64]) -> bool {
    let [n, m] = numbers else { panic!(\"a position has two numbers\") };
    !lost(*n, *m)
}"
        }
        Language::Java => {
            "static boolean first_wins(long[] numbers) {
    if (numbers.length != 2) throw new IllegalArgumentException(\"a position has two numbers\");
    return !lost(numbers[0], numbers[1]);
}"
        }
    }
}

/// Values by their definition, each worked out once.
pub fn definition(language: Language) -> &'static str {
    match language {
        Language::Cpp => {
            "// WHAT Each value is worked out once: the least number that no option has.
number grundy(number n) {
    static std::vector<number> g;
    while (g.size() <= n) {
        number heap = g.size();
        std::vector<bool> seen(64);
        auto option = [&](number value) {
            if (value >= seen.size()) seen.resize(2 * value);
            seen[value] = true;
        };
        OPTIONS
        g.push_back(std::find(seen.begin(), seen.end(), false) - seen.begin());
    }
    return g[n];
}"
        }
        Language::Python => {
            "g = []


# WHAT Each value is worked out once: the least number that no option has.
def grundy(n):
    while len(g) <= n:
        heap = len(g)
        seen = set()
        option = seen.add
        OPTIONS
        value = 0
        while value in seen:
            value += 1
        g.append(value)
    return g[n]"
        }
        Language::Rust => {
            "thread_local! {
    static VALUES: std::cell::RefCell<Vec<u64>> = const { std::cell::RefCell::new(Vec::new()) };
}

// WHAT Each value is worked out once: the least number that no option has.
fn grundy(n: u64) -> u64 {
    VALUES.with_borrow_mut(|g| {
        while g.len() as u64 <= n {
            next(g);
        }
        g[n as usize]
    })
}

fn next(g: &mut Vec<u64>) {
    let heap = g.len() as u64;
    let mut seen = std::collections::HashSet::new();
    let mut option = |value: u64| {
        seen.insert(value);
    };
    OPTIONS
    g.push((0..).find(|value| !seen.contains(value)).expect(\"one is free\"));
}"
        }
        Language::Java => {
            "static final ArrayList<Long> g = new ArrayList<>();

// WHAT Each value is worked out once: the least number that no option has.
static long grundy(long n) {
    while (g.size() <= n) {
        int heap = g.size();
        Set<Long> seen = new HashSet<>();
        OPTIONS
        long value = 0;
        while (seen.contains(value)) value++;
        g.add(value);
    }
    return g.get((int) n);
}"
        }
    }
}

/// A number of a list is taken.
pub fn taking(language: Language) -> &'static str {
    match language {
        Language::Cpp => "for (number s : TABLE)\n    if (s <= heap) option(g[heap - s]);",
        Language::Python => "for s in TABLE:\n    if s <= heap:\n        option(g[heap - s])",
        Language::Rust => {
            "for s in TABLE.into_iter().filter(|s| *s <= heap) {\n    option(g[(heap - s) as usize]);\n}"
        }
        Language::Java => {
            "for (long s : TABLE)\n    if (s <= heap) seen.add(g.get(heap - (int) s));"
        }
    }
}

/// Numbers are taken that are made one after the other.
pub fn stepping(language: Language) -> &'static str {
    match language {
        Language::Cpp => "BEFORE\nwhile (s <= heap) {\n    option(g[heap - s]);\n    NEXT\n}",
        Language::Python => "BEFORE\nwhile s <= heap:\n    option(g[heap - s])\n    NEXT",
        Language::Rust => {
            "BEFORE\nwhile s <= heap {\n    option(g[(heap - s) as usize]);\n    NEXT\n}"
        }
        Language::Java => {
            "BEFORE\nwhile (s <= heap) {\n    seen.add(g.get(heap - (int) s));\n    NEXT\n}"
        }
    }
}

/// A code of taking and breaking: `TABLE[k]` says what may be left when k are taken.
pub fn breaking(language: Language) -> &'static str {
    match language {
        Language::Cpp => {
            "// What may be left when k are taken: 1 nothing, 2 a heap, TWO, and their sums.
for (number k = 0; k < sizeof TABLE / sizeof *TABLE && k <= heap; k++) {
    number rest = heap - k;
    if (rest == 0 && TABLE[k] & 1) option(0);
    if (rest > 0 && TABLE[k] & 2) option(g[rest]);
    if (TABLE[k] & 4)
        for (number a = 1; a < rest && LEAST; a++) option(g[a] ^ g[rest - a]);
}"
        }
        Language::Python => {
            "# What may be left when k are taken: 1 nothing, 2 a heap, TWO, and their sums.
for k, digit in enumerate(TABLE[: heap + 1]):
    rest = heap - k
    if rest == 0 and digit & 1:
        option(0)
    if rest > 0 and digit & 2:
        option(g[rest])
    if digit & 4:
        for a in range(1, LEAST):
            option(g[a] ^ g[rest - a])"
        }
        Language::Rust => {
            "// What may be left when k are taken: 1 nothing, 2 a heap, TWO, and their sums.
for (k, digit) in (0..=heap).zip(TABLE) {
    let rest = heap - k;
    if rest == 0 && digit & 1 > 0 {
        option(0);
    }
    if rest > 0 && digit & 2 > 0 {
        option(g[rest as usize]);
    }
    if digit & 4 > 0 {
        for a in 1..LEAST {
            option(g[a as usize] ^ g[(rest - a) as usize]);
        }
    }
}"
        }
        Language::Java => {
            "// What may be left when k are taken: 1 nothing, 2 a heap, TWO, and their sums.
for (int k = 0; k < TABLE.length && k <= heap; k++) {
    int rest = heap - k;
    if (rest == 0 && (TABLE[k] & 1) > 0) seen.add(0L);
    if (rest > 0 && (TABLE[k] & 2) > 0) seen.add(g.get(rest));
    if ((TABLE[k] & 4) > 0)
        for (int a = 1; a < rest && LEAST; a++) seen.add(g.get(a) ^ g.get(rest - a));
}"
        }
    }
}
