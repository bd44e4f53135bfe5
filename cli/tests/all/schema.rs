//! The schema of answers: it is fresh, and answers match it.

use serde_json::{Value, json};

use crate::command::{answered, run, run_with, text};

fn schema() -> Value {
    serde_json::from_str(&answered(run(&["schema"]))).unwrap()
}

/// What of a value a schema does not allow. It knows the words that our schema uses, and refuses others.
fn fault(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(allowed) = schema.as_bool() {
        return (!allowed).then(|| format!("{value} is not allowed"));
    }
    schema.as_object().unwrap().iter().find_map(|(word, rule)| match word.as_str() {
        "$schema" | "$defs" | "title" | "description" | "format" | "default" => None,
        "$ref" => {
            let path = rule.as_str().unwrap().trim_start_matches('#');
            fault(root, root.pointer(path).expect("references lead somewhere"), value)
        }
        "type" => {
            let names: Vec<&str> = match rule {
                Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
                name => name.as_str().into_iter().collect(),
            };
            let is = match value {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(_) => "integer",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
            };
            (!names.contains(&is)).then(|| format!("{value} is no {rule}"))
        }
        "enum" => {
            (!rule.as_array().unwrap().contains(value)).then(|| format!("{value} is not in {rule}"))
        }
        "const" => (rule != value).then(|| format!("{value} is not {rule}")),
        "anyOf" | "oneOf" => {
            let faults: Vec<Option<String>> =
                rule.as_array().unwrap().iter().map(|form| fault(root, form, value)).collect();
            let fitting = faults.iter().filter(|fault| fault.is_none()).count();
            let enough = if word == "oneOf" { fitting == 1 } else { fitting > 0 };
            (!enough).then(|| format!("{fitting} forms fit {value}: {faults:?}"))
        }
        "required" => rule.as_array().unwrap().iter().find_map(|name| {
            let there = value.get(name.as_str().unwrap()).is_some() || !value.is_object();
            (!there).then(|| format!("{name} is missing in {value}"))
        }),
        "properties" => {
            let mut fields = value.as_object().into_iter().flatten();
            fields.find_map(|(name, field)| fault(root, rule.get(name)?, field))
        }
        "additionalProperties" => {
            let known = schema.get("properties");
            let mut fields = value.as_object().into_iter().flatten();
            fields
                .find(|(name, _)| known.is_none_or(|known| known.get(name.as_str()).is_none()))
                .and_then(|(_, field)| fault(root, rule, field))
        }
        "items" => value.as_array()?.iter().find_map(|item| fault(root, rule, item)),
        "minItems" | "maxItems" => {
            let (length, bound) = (value.as_array()?.len() as u64, rule.as_u64().unwrap());
            let fits = if word == "minItems" { length >= bound } else { length <= bound };
            (!fits).then(|| format!("{value} has {length} items"))
        }
        "minimum" => {
            (value.as_f64()? < rule.as_f64().unwrap()).then(|| format!("{value} is too small"))
        }
        "maximum" => {
            (value.as_f64()? > rule.as_f64().unwrap()).then(|| format!("{value} is too large"))
        }
        "pattern" => {
            assert_eq!(rule, "^[0-9]+$");
            let digits = value.as_str()?;
            let fits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            (!fits).then(|| format!("{value} is not a number"))
        }
        other => panic!("this checker does not know the word {other}"),
    })
}

#[test]
fn answers_to_all_examples_of_the_catalogue_match_the_schema() {
    let schema = schema();
    let mut addresses = String::new();
    for entry in answered(run(&["games", "--json"])).lines() {
        let entry: Value = serde_json::from_str(entry).unwrap();
        for example in entry["examples"].as_array().unwrap() {
            addresses += &format!("{}\n", example.as_str().unwrap());
        }
    }
    // Sums, loops, play in seats, several piles at once, huge numbers, and what is refused.
    addresses += "kayles: 12 + nim: 4 + chomp: 3x4\ngraph(a>b b>a b>c): a + nim: 3\ngraph(a>b b>a): a\n\
                  kaylse: 3\n\nmoore(2): 1 2 4\nnim: 10^30 1\nmisere chalkboard: 1 2\nwythoff: 3 4\n";
    let words = ["solve", "--batch", "-", "--json", "--positions", "200000", "--seconds", "5"];
    let output = run_with(&words, addresses.as_bytes());
    let answers: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), addresses.lines().count());
    for (answer, address) in answers.iter().zip(addresses.lines()) {
        assert_eq!(fault(&schema, &schema, answer), None, "{address}");
    }
    // A checker that finds no fault must be able to find some.
    let answer = answers.iter().find(|answer| answer["outcome"] == "N").unwrap();
    for (field, wrong) in [
        ("outcome", json!("X")),
        ("value", json!(-1)),
        ("winning", json!([{ "part": 1 }])),
        ("winning_count", json!("many")),
        ("evidence", json!({ "guess": 1 })),
        ("unheard_of", json!(1)),
    ] {
        let mut mutant = answer.clone();
        mutant[field] = wrong;
        assert!(fault(&schema, &schema, &mutant).is_some(), "{field}");
    }
}

#[test]
fn patterns_and_trials_match_their_schemas() {
    let schema = |of| -> Value { serde_json::from_str(&answered(run(&["schema", of]))).unwrap() };
    let [patterns, trials] = ["pattern", "test"].map(schema);
    for words in [
        &["pattern", "leetcode-292", "--json"][..],
        &["pattern", "grundy", "--json", "--to", "100"],
        &["pattern", "wythoff", "--heaps", "2", "--json", "--to", "20"],
        &["pattern", "kayles", "--misere", "--json", "--to", "30"],
        &["pattern", "kaylse", "--json"],
        &["pattern", "graph(a>b): a", "--json"],
    ] {
        let answer: Value = serde_json::from_str(&text(&run(words).stdout)).unwrap();
        assert_eq!(fault(&patterns, &patterns, &answer), None, "{words:?}");
        assert!(fault(&trials, &trials, &json!({ "game": answer })).is_some());
    }
    for words in [
        &["test", "nim", "--with", "echo first", "--count", "3", "--json"][..],
        &["test", "nim", "--with", "no-such-program", "--json"],
        &[
            "test",
            "subtraction(1)",
            "--heaps",
            "1",
            "--size",
            "1",
            "--with",
            "echo first",
            "--json",
        ],
    ] {
        let answer: Value = serde_json::from_str(&text(&run(words).stdout)).unwrap();
        assert_eq!(fault(&trials, &trials, &answer), None, "{words:?}: {answer}");
    }
}

#[test]
fn moves_carry_their_numbers() {
    for (address, numbers) in [
        ("nim: 3 4 5", json!({ "pile": 1, "from": 3, "to_size": 1 })),
        ("kayles: 3", json!({ "pile": 1, "from": 3, "parts": [1, 1] })),
        (
            "wythoff: 3 4",
            json!({ "piles": [{ "pile": 1, "from": 3, "to_size": 1 }, { "pile": 2, "from": 4, "to_size": 2 }] }),
        ),
        ("chomp: 3x3", json!({ "squares": [[2, 2]] })),
        ("cram: 1x2", json!({ "squares": [[1, 1], [1, 2]] })),
        ("turning-turtles: TTH", json!({ "coins": [2] })),
        ("flip: ++", json!({ "coins": [1, 2] })),
        ("turning-corners: 1,1", json!({ "squares": [[1, 1], [0, 0]] })),
        ("graph(a>b): a", json!({ "token": 1, "node": "b" })),
        ("poset(a<b): a b", json!({ "node": "a" })),
        ("circular-nim(most=3): 3", json!({ "from": 3, "to_size": 0 })),
        ("circular-nim(most=3): 0 | 2", json!({ "pile": 1, "from": 2, "to_size": 0 })),
        ("count-up(to=21, most=3, last=loses): 18", json!({ "from": 18, "to_size": 20 })),
        ("building-nim: 0 | 1 3", json!({ "pile": 2, "from": 3, "to_size": 1 })),
        ("kayles: 2 + nim: 3", json!({ "pile": 1, "from": 3, "to_size": 2 })),
        ("sylver: 4 5", json!({ "number": 11 })),
        ("northcott: 1-5 2-8", json!({ "squares": [[2, 2], [2, 4]] })),
        ("fibonacci-nim: 20", json!({ "pile": 1, "from": 20, "to_size": 18 })),
        ("nim: 2^60", json!({ "pile": 1, "from": "1152921504606846976", "to_size": 0 })),
        ("nim: 10^20000", json!({ "pile": 1 })),
    ] {
        let answer: Value =
            serde_json::from_str(&answered(run(&["solve", address, "--json"]))).unwrap();
        let mut mv = answer["winning"][0].as_object().unwrap().clone();
        for field in ["part", "move", "to", "text"] {
            mv.remove(field);
        }
        assert_eq!(Value::Object(mv), numbers, "{address}");
    }
}
