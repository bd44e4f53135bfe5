//! Methods of strings, lists, tuples and dicts.

use crate::fault::{Outcome, wrong};
use crate::value::{Slice, Store, Value};

/// Their names; a method is its place here.
pub(crate) const NAMES: &[&str] = &[
    "append",
    "capitalize",
    "clear",
    "count",
    "elems",
    "endswith",
    "extend",
    "find",
    "format",
    "get",
    "index",
    "insert",
    "isalnum",
    "isalpha",
    "isdigit",
    "islower",
    "isspace",
    "isupper",
    "items",
    "join",
    "keys",
    "lower",
    "lstrip",
    "partition",
    "pop",
    "remove",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rpartition",
    "rsplit",
    "rstrip",
    "setdefault",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "title",
    "update",
    "upper",
    "values",
];

pub(crate) fn find(name: &str) -> Option<u16> {
    NAMES.iter().position(|known| *known == name).map(|place| place as u16)
}

/// Methods of Python that are not here, and what is written instead.
pub(crate) fn absent(name: &str) -> Option<&'static str> {
    Some(match name {
        "sort" => "write sorted(list)",
        "reverse" => "write list[::-1]",
        "copy" => "write list(x), x[:] or dict(x)",
        "add" => "there are no sets; write dict[value] = True",
        "zfill" | "rjust" | "ljust" | "center" => "write \"0\" * n + text and slice it",
        _ => return None,
    })
}

pub(crate) fn call(
    store: &mut Store,
    method: u16,
    object: Value,
    arguments: &[Value],
    names: &[String],
) -> Outcome<Value> {
    let name = NAMES[method as usize];
    store.step(1)?;
    let places = &arguments[..arguments.len() - names.len()];
    if let (Value::Text(slice), "format") = (object, name) {
        let named = names.iter().cloned().zip(arguments[places.len()..].iter().copied());
        let named: Vec<(String, Value)> = named.collect();
        return store.format(slice, places, &named);
    }
    if let Some(given) = names.first() {
        return wrong(format!(".{name} takes no {given}="));
    }
    let found = match object {
        Value::Text(slice) => text(store, name, slice, places)?,
        Value::List(list) => in_list(store, name, list, places)?,
        Value::Tuple(slice) => in_tuple(store, name, slice, places)?,
        Value::Dict(dict) => in_dict(store, name, dict, places)?,
        _ => None,
    };
    match found {
        Some(value) => Ok(value),
        None => wrong(format!(
            "{} has no method .{name} for {} values",
            store.kind(object),
            places.len()
        )),
    }
}

fn in_list(store: &mut Store, name: &str, list: u32, places: &[Value]) -> Outcome<Option<Value>> {
    Ok(Some(match (name, places) {
        ("append", [value]) => {
            store.append(list, *value)?;
            Value::None
        }
        ("extend", [other]) => {
            let items = store.elements(*other)?;
            store.charge(size_of_val(&items[..]))?;
            store.list_mut(list)?.extend(items);
            Value::None
        }
        ("insert", [Value::Int(place), value]) => {
            store.charge(size_of::<Value>())?;
            store.step(store.list(list).len() / 16)?;
            let items = store.list_mut(list)?;
            let length = items.len() as i64;
            let place = if *place < 0 { (place + length).max(0) } else { *place.min(&length) };
            items.insert(place as usize, *value);
            Value::None
        }
        ("pop", [] | [Value::Int(_)]) => {
            let place = if let [Value::Int(place)] = places { *place } else { -1 };
            store.step(store.list(list).len() / 16)?;
            let items = store.list_mut(list)?;
            let length = items.len() as i64;
            let found = if place < 0 { place + length } else { place };
            if !(0..length).contains(&found) {
                return wrong(format!("pop({place}) of a list of {length} items"));
            }
            items.remove(found as usize)
        }
        ("remove", [value]) => {
            let place = search(store, store.list(list), *value)?;
            match place {
                Some(place) => store.list_mut(list)?.remove(place),
                None => return wrong(format!("{} is not in the list", store.shown(*value))),
            };
            Value::None
        }
        ("clear", []) => {
            store.list_mut(list)?.clear();
            Value::None
        }
        _ => return found(store, name, store.list(list), places),
    }))
}

fn in_tuple(store: &Store, name: &str, slice: Slice, places: &[Value]) -> Outcome<Option<Value>> {
    found(store, name, store.tuple(slice), places)
}

/// `index` and `count`, which lists and tuples have both.
fn found(store: &Store, name: &str, items: &[Value], places: &[Value]) -> Outcome<Option<Value>> {
    Ok(match (name, places) {
        ("index", [value]) => match search(store, items, *value)? {
            Some(place) => Some(Value::Int(place as i64)),
            None => return wrong(format!("{} is not among the items", store.shown(*value))),
        },
        ("count", [value]) => {
            store.step(items.len() / 8)?;
            let mut count = 0;
            for item in items {
                count += i64::from(store.equal(*item, *value)?);
            }
            Some(Value::Int(count))
        }
        _ => None,
    })
}

fn search(store: &Store, items: &[Value], value: Value) -> Outcome<Option<usize>> {
    store.step(items.len() / 8)?;
    for (place, item) in items.iter().enumerate() {
        if store.equal(*item, value)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

fn in_dict(store: &mut Store, name: &str, dict: u32, places: &[Value]) -> Outcome<Option<Value>> {
    let length = store.dict(dict).len();
    Ok(Some(match (name, places) {
        ("get", [key]) => store.dict(dict).get(store, *key)?.unwrap_or(Value::None),
        ("get", [key, default]) => store.dict(dict).get(store, *key)?.unwrap_or(*default),
        ("keys", []) => {
            let keys = store.elements(Value::Dict(dict))?;
            store.new_list_of(keys)?
        }
        ("values", []) => {
            store.step(length)?;
            let values: Vec<Value> = store.dict(dict).entries().map(|(_, value)| value).collect();
            store.new_list_of(values)?
        }
        ("items", []) => {
            store.step(length)?;
            let entries: Vec<(Value, Value)> = store.dict(dict).entries().collect();
            let mut pairs = Vec::with_capacity(entries.len());
            for (key, value) in entries {
                pairs.push(store.new_tuple(&[key, value])?);
            }
            store.new_list_of(pairs)?
        }
        ("pop", [key] | [key, _]) => {
            let mut contents = store.take_dict(dict)?;
            let removed = contents.remove(store, *key);
            store.put_dict(dict, contents);
            match (removed?, places) {
                (Some(value), _) => value,
                (None, [_, value]) => *value,
                _ => return wrong(format!("{} is not a key of this dict", store.shown(*key))),
            }
        }
        ("setdefault", [key, ..]) if places.len() <= 2 => {
            let default = places.get(1).copied().unwrap_or(Value::None);
            match store.dict(dict).get(store, *key)? {
                Some(value) => value,
                None => {
                    store.insert(dict, *key, default)?;
                    default
                }
            }
        }
        ("update", [Value::Dict(other)]) => {
            let entries: Vec<(Value, Value)> = store.dict(*other).entries().collect();
            for (key, value) in entries {
                store.insert(dict, key, value)?;
            }
            Value::None
        }
        ("clear", []) => {
            let mut contents = store.take_dict(dict)?;
            contents.clear();
            store.put_dict(dict, contents);
            Value::None
        }
        _ => return Ok(None),
    }))
}

fn text(store: &mut Store, name: &str, slice: Slice, places: &[Value]) -> Outcome<Option<Value>> {
    store.step(slice.length as usize / 64)?;
    if name == "join" {
        let [list] = *places else { return Ok(None) };
        return join(store, slice, list).map(Some);
    }
    if let Some(value) = whole(store, name, slice, places)? {
        return Ok(Some(value));
    }
    // The other methods take strings, and numbers behind them.
    let mut words: Vec<&str> = Vec::new();
    let mut numbers: Vec<i64> = Vec::new();
    for place in places {
        match place {
            Value::Text(slice) if numbers.is_empty() => words.push(store.text(*slice)),
            Value::Int(number) => numbers.push(*number),
            Value::Tuple(_) | Value::None => {}
            _ => {
                return wrong(format!(".{name} takes strings, and here is {}", store.kind(*place)));
            }
        }
    }
    let own = store.text(slice);
    let part = |part: &str| {
        let start = slice.start + (part.as_ptr() as usize - own.as_ptr() as usize) as u32;
        Value::Text(Slice { start, length: part.len() as u32 })
    };
    let place = |found: Option<usize>| {
        Value::Int(found.map_or(-1, |byte| own[..byte].chars().count() as i64))
    };
    Ok(Some(match (name, &words[..], &numbers[..]) {
        ("startswith" | "endswith", [], []) if places.len() == 1 => {
            let Value::Tuple(several) = places[0] else { return Ok(None) };
            let fits = store.tuple(several).iter().any(|word| match word {
                Value::Text(word) if name == "startswith" => own.starts_with(store.text(*word)),
                Value::Text(word) => own.ends_with(store.text(*word)),
                _ => false,
            });
            Value::Bool(fits)
        }
        ("startswith", [word], []) => Value::Bool(own.starts_with(word)),
        ("endswith", [word], []) => Value::Bool(own.ends_with(word)),
        ("find", [word], []) => place(own.find(word)),
        ("find" | "index", [word], [from]) => {
            let from = if *from < 0 { from + own.chars().count() as i64 } else { *from };
            let byte = own.char_indices().map(|(at, _)| at).chain([own.len()]);
            let Some(byte) = byte.into_iter().nth(from.max(0) as usize) else {
                return Ok(Some(Value::Int(-1)));
            };
            match own[byte..].find(word) {
                None if name == "index" => return wrong(format!("'{word}' is not in the string")),
                found => place(found.map(|at| byte + at)),
            }
        }
        ("rfind", [word], []) => place(own.rfind(word)),
        ("index", [word], []) => match own.find(word) {
            None => return wrong(format!("'{word}' is not in the string")),
            found => place(found),
        },
        ("count", [""], []) => Value::Int(own.chars().count() as i64 + 1),
        ("count", [word], []) => Value::Int(own.matches(word).count() as i64),
        ("strip", [letters], []) => part(own.trim_matches(|letter| letters.contains(letter))),
        ("lstrip", [letters], []) => {
            part(own.trim_start_matches(|letter| letters.contains(letter)))
        }
        ("rstrip", [letters], []) => part(own.trim_end_matches(|letter| letters.contains(letter))),
        ("strip", [], []) => part(own.trim()),
        ("lstrip", [], []) => part(own.trim_start()),
        ("rstrip", [], []) => part(own.trim_end()),
        ("removeprefix", [word], []) => part(own.strip_prefix(word).unwrap_or(own)),
        ("removesuffix", [word], []) => part(own.strip_suffix(word).unwrap_or(own)),
        ("partition" | "rpartition", [word], []) if !word.is_empty() => {
            let at = if name == "partition" { own.find(word) } else { own.rfind(word) };
            let (empty, all) = (part(&own[..0]), part(own));
            let items = match at {
                Some(at) => [
                    part(&own[..at]),
                    part(&own[at..at + word.len()]),
                    part(&own[at + word.len()..]),
                ],
                None if name == "partition" => [all, empty, empty],
                None => [empty, empty, all],
            };
            store.new_tuple(&items)?
        }
        ("replace", [from, to], []) => {
            let most = (own.len() / from.len().max(1) + 1).saturating_mul(to.len()) + own.len();
            let text = if most < 1 << 26 { Some(own.replace(from, to)) } else { None };
            match text {
                Some(text) => store.written(text)?,
                None => return wrong("this string would be too long"),
            }
        }
        ("replace", [from, to], [most]) => {
            let text = own.replacen(from, to, usize::try_from(*most).unwrap_or(usize::MAX));
            store.written(text)?
        }
        ("split" | "rsplit", [], []) => {
            let parts: Vec<Value> = own.split_whitespace().map(part).collect();
            store.new_list_of(parts)?
        }
        ("split" | "rsplit", [""], _) => {
            return wrong("a string is not split by an empty one: write list(text)");
        }
        ("split" | "rsplit", [word], []) => {
            let parts: Vec<Value> = own.split(word).map(part).collect();
            store.new_list_of(parts)?
        }
        ("split", [word], [most]) if *most >= 0 => {
            let parts: Vec<Value> = own.splitn(*most as usize + 1, word).map(part).collect();
            store.new_list_of(parts)?
        }
        ("rsplit", [word], [most]) if *most >= 0 => {
            let mut parts: Vec<Value> = own.rsplitn(*most as usize + 1, word).map(part).collect();
            parts.reverse();
            store.new_list_of(parts)?
        }
        _ => return Ok(None),
    }))
}

/// Methods that take no arguments.
fn whole(store: &mut Store, name: &str, slice: Slice, places: &[Value]) -> Outcome<Option<Value>> {
    if !places.is_empty() {
        return Ok(None);
    }
    let own = store.text(slice);
    let each = |test: fn(char) -> bool| Value::Bool(!own.is_empty() && own.chars().all(test));
    let cased = |upper: bool| {
        let has = own.chars().any(|letter| letter.is_uppercase() || letter.is_lowercase());
        let wrong_case =
            |letter: char| if upper { letter.is_lowercase() } else { letter.is_uppercase() };
        Value::Bool(has && !own.chars().any(wrong_case))
    };
    Ok(Some(match name {
        "isalnum" => each(char::is_alphanumeric),
        "isalpha" => each(char::is_alphabetic),
        "isdigit" => each(|letter| letter.is_ascii_digit()),
        "isspace" => each(char::is_whitespace),
        "isupper" => cased(true),
        "islower" => cased(false),
        "lower" => {
            let text = own.to_lowercase();
            store.written(text)?
        }
        "upper" => {
            let text = own.to_uppercase();
            store.written(text)?
        }
        "capitalize" | "title" => {
            let mut first = true;
            let mut text = String::new();
            for letter in own.chars() {
                match first {
                    true => text.extend(letter.to_uppercase()),
                    false => text.extend(letter.to_lowercase()),
                }
                first = name == "title" && !letter.is_alphabetic();
            }
            store.written(text)?
        }
        "elems" => {
            let letters = store.elements(Value::Text(slice))?;
            store.new_list_of(letters)?
        }
        "splitlines" => {
            let base = slice.start as usize;
            let origin = own.as_ptr() as usize;
            let lines = own.lines().map(|line| {
                let start = (base + line.as_ptr() as usize - origin) as u32;
                Value::Text(Slice { start, length: line.len() as u32 })
            });
            let lines: Vec<Value> = lines.collect();
            store.new_list_of(lines)?
        }
        _ => return Ok(None),
    }))
}

fn join(store: &mut Store, between: Slice, list: Value) -> Outcome<Value> {
    let items = store.elements(list)?;
    let mut texts = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Value::Text(slice) => texts.push(slice),
            _ => {
                return wrong(format!(
                    "join takes strings, and here is {}: write str(...) of each",
                    store.kind(item)
                ));
            }
        }
    }
    let length: usize =
        texts.iter().map(|text| text.length as usize + between.length as usize).sum();
    store.step(length / 64)?;
    store.charge_briefly(length)?;
    let start = store.letters.len();
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            store.letters.extend_from_within(between.range());
        }
        store.letters.extend_from_within(text.range());
    }
    store.text_since(start)
}
