//! From the bytes that a terminal sends to keys.

/// A key that means something here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Space,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    Escape,
    Letter(char),
}

/// The keys in what was read at once; what means nothing is passed over. A terminal sends a key in one piece, so an
/// escape at the end is the key itself.
pub fn keys(bytes: &[u8]) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (0x1b, [b'[' | b'O', sequence @ ..]) => {
                // Numbers and semicolons, then one letter or sign that ends it.
                let length =
                    sequence.iter().take_while(|byte| !(0x40..=0x7e).contains(*byte)).count();
                let (numbers, end) = sequence.split_at(length);
                keys.extend(end.first().and_then(|end| named(numbers, *end)));
                rest = end.get(1..).unwrap_or_default();
            }
            (0x1b, _) => keys.push(Key::Escape),
            (b' ', _) => keys.push(Key::Space),
            (letter, _) if letter.is_ascii_graphic() => {
                keys.push(Key::Letter(letter.to_ascii_lowercase() as char));
            }
            _ => {}
        }
    }
    keys
}

/// The key of an escape sequence; those with modifiers mean the same.
fn named(numbers: &[u8], end: u8) -> Option<Key> {
    match (end, numbers) {
        (b'A', _) => Some(Key::Up),
        (b'B', _) => Some(Key::Down),
        (b'C', _) => Some(Key::Right),
        (b'D', _) => Some(Key::Left),
        (b'H', _) | (b'~', b"1" | b"7") => Some(Key::Home),
        (b'F', _) | (b'~', b"4" | b"8") => Some(Key::End),
        // Page up and down go by moves, too.
        (b'~', b"5") => Some(Key::Up),
        (b'~', b"6") => Some(Key::Down),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_name_their_keys_in_several_ways() {
        assert_eq!(keys(b"\x1b[C\x1b[D\x1bOC"), [Key::Right, Key::Left, Key::Right]);
        assert_eq!(keys(b"\x1b[H\x1b[1~\x1bOH\x1b[7~"), [Key::Home; 4]);
        assert_eq!(keys(b"\x1b[F\x1b[4~"), [Key::End; 2]);
        assert_eq!(keys(b"\x1b[1;5A\x1b[5~"), [Key::Up; 2]);
        assert_eq!(
            keys(b" qR+"),
            [Key::Space, Key::Letter('q'), Key::Letter('r'), Key::Letter('+')]
        );
        assert_eq!(keys(b"\x1b"), [Key::Escape]);
        // What is cut off or unknown is no key, and no harm.
        assert_eq!(keys(b"\x1b[\x00\x7f\xc3\xa4"), []);
        assert_eq!(keys(b"\x1b[2~n"), [Key::Letter('n')]);
    }
}
