//! The words of the theory, each in two sentences with a question that shows it: one table.

use serde::Serialize;

/// A word and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Word {
    /// The word itself.
    pub word: &'static str,
    /// What else it is called.
    pub aliases: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
    /// What to type to see it, in double quotes where there are blanks in an argument.
    pub example: &'static str,
}

const fn word(
    word: &'static str,
    aliases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
) -> Word {
    Word { word, aliases, meaning, example }
}

/// All of them, in the order in which they build on each other.
pub static WORDS: &[Word] = &[
    word(
        "impartial",
        &["impartial game"],
        "A game is impartial if in every position both players have the same moves. Nim is; chess is not, because \
         each player moves pieces of one colour.",
        "bouton games",
    ),
    word(
        "option",
        &["follower"],
        "An option of a position is a position to which one move leads. The options decide everything else: who \
         wins, the Grundy value, and even the position as a set.",
        "bouton set \"kayles: 3\"",
    ),
    word(
        "ply",
        &["plies"],
        "A ply is one move of one player. When each of two players has moved once, two plies are played.",
        "bouton graph 3 4",
    ),
    word(
        "normal play",
        &["normal"],
        "In normal play whoever cannot move loses, so the last move wins. It is what an address means unless it \
         says misere.",
        "bouton \"nim: 7 7\"",
    ),
    word(
        "misère",
        &["misère play"],
        "In misère play whoever cannot move wins, so the last move loses. Grundy values alone do not decide sums \
         there: nim: 1 1 and nim: 2 2 are both worth 0, but in misère play the first is won and the second lost.",
        "bouton \"misere nim: 2 2\"",
    ),
    word(
        "outcome",
        &[],
        "The outcome says who wins under best play: P the previous player, N the next one, D nobody. It belongs to a \
         position together with the convention, normal or misère.",
        "bouton \"misere nim: 1 1\"",
    ),
    word(
        "P-position",
        &["P"],
        "A P-position is won by the previous player, who has just moved: the one to move loses against best play. \
         Every move from it leads to an N-position.",
        "bouton 1 2 3",
    ),
    word(
        "N-position",
        &["N"],
        "An N-position is won by the next player, the one to move. Some move from it leads to a P-position, or it is \
         the end of a misère game.",
        "bouton 3 4 5",
    ),
    word(
        "mex",
        &["minimum excluded"],
        "The mex (minimum excluded) of some numbers is the least of 0, 1, 2, ... that is not among them. The mex of \
         0, 1 and 3 is 2, and that of no numbers at all is 0.",
        "bouton explain \"subtraction(1,3,4): 10\"",
    ),
    word(
        "Grundy value",
        &["value", "nim-value", "Sprague-Grundy value"],
        "The Grundy value of a position is the mex of the Grundy values of its options. In normal play it is 0 just \
         where the one to move loses, and the values of the parts of a sum add by xor.",
        "bouton \"kayles: 7\"",
    ),
    word(
        "star",
        &["*"],
        "*n, said star n, is the value of a Nim heap of n; * alone is *1, and *0 is written 0. In normal play a game \
         worth *3 can be replaced by a Nim heap of 3 in any sum.",
        "bouton same \"kayles: 3\" \"nim: 3\"",
    ),
    word(
        "nimber",
        &[],
        "A nimber is the value of an impartial game: 0, *, *2, *3, ... Nimbers add as games do, which is xor, and \
         they can be multiplied and divided, too.",
        "bouton nimber \"5 * 7\"",
    ),
    word(
        "nim-sum",
        &["xor"],
        "The nim-sum of numbers adds them in binary without carrying: a column of the result is 1 if an odd number of \
         them has a 1 there. 3 = 011 and 5 = 101 have the nim-sum 110 = 6.",
        "bouton table nim-sum 8x8",
    ),
    word(
        "sum",
        &["disjunctive sum"],
        "In a sum of games a move is a move in one of them, and the others stay as they are. In normal play, and where \
         nothing runs in circles, its value is the nim-sum of the values of its parts.",
        "bouton \"kayles: 12 + nim: 4\"",
    ),
    word(
        "heap",
        &["pile"],
        "A heap, or pile, is a number of things, such as stones or coins in a row, that moves lower, take or split. A \
         position of a game of heaps is written as their sizes, and each heap is a game of its own in a sum.",
        "bouton \"kayles: 5 3\"",
    ),
    word(
        "part",
        &[],
        "The parts of a sum are the games that stand side by side in it: a move is made in one of them. In misère \
         play the parts of a canonical form are what adds up to it.",
        "bouton canonical 2 5",
    ),
    word(
        "fuzzy",
        &["fuzzy with zero"],
        "A game is fuzzy with zero if whoever moves first wins it, so that it is neither positive, negative nor zero. \
         Every nimber but 0 is fuzzy with zero: such a position is an N-position.",
        "bouton \"chomp: 2x3\"",
    ),
    word(
        "strategy stealing",
        &[],
        "In Chomp the first player may nibble the far corner; if some reply to that won, the first player could have \
         made that very move at once, so the first player wins. Such a proof tells who wins, and not how.",
        "bouton explain \"chomp: 3x4\"",
    ),
    word(
        "nim-sequence",
        &[],
        "The nim-sequence of a game of heaps is the row of the Grundy values of single heaps of 0, 1, 2, ... With it \
         every position of the game in normal play is answered by xor.",
        "bouton values kayles --to 20",
    ),
    word(
        "subtraction game",
        &["subtraction set"],
        "In a subtraction game a move takes from one heap a number of stones that is in a given set. With a finite set \
         the nim-sequence is periodic.",
        "bouton \"subtraction(1,3,4): 20\"",
    ),
    word(
        "octal game",
        &["octal code", "octal"],
        "An octal game is written as a code whose k-th digit says what taking k stones may leave of a heap: 1 for \
         nothing, 2 for one heap, 4 for two, added up. Kayles is 0.77: take one or two, and split the rest if you like.",
        "bouton \"octal(0.77): 12\"",
    ),
    word(
        "period",
        &[],
        "A nim-sequence has the period p if from some heap on g(n + p) = g(n). That it looks so is no proof: Bouton \
         says proved only where a theorem covers all later heaps.",
        "bouton period kayles",
    ),
    word(
        "preperiod",
        &[],
        "The preperiod is the first heap from which the values repeat with the period. Kayles has period 12 and \
         preperiod 71: heap 70 is the last exception.",
        "bouton period \"octal(0.77)\"",
    ),
    word(
        "saltus",
        &["arithmetic period"],
        "The saltus is by how much values grow with each period: g(n + p) = g(n) + s. With saltus 0 the sequence is \
         periodic, otherwise arithmetic periodic, as for Nim with period 1 and saltus 1.",
        "bouton period \"octal(4.[3])\"",
    ),
    word(
        "tame",
        &[],
        "A game is tame if in misère play its positions behave like positions of Nim, so that the rule of misère Nim, \
         used on Grundy values, decides their sums. Every subtraction game is tame; Kayles is not.",
        "bouton \"misere subtraction(1-3): 5 4 2\"",
    ),
    word(
        "misère value",
        &["misère Grundy value"],
        "The misère value of a position is the size of the one Nim heap beside which it is lost in misère play. It is \
         1 for the end, and for all others the mex of the misère values of the options.",
        "bouton genus kayles --to 5",
    ),
    word(
        "wild",
        &[],
        "In misère play a position is wild if it is none of tame, tameable, restive and restless, reversibly or not. \
         A whole game is called wild if it is not tame: then some sum of its heaps behaves like no position of Nim.",
        "bouton genus kayles --to 9",
    ),
    word(
        "reversibly tame",
        &[],
        "A position is reversibly tame if it would be tame without some of its moves, and each of these can be taken \
         back by a reply. The rule of misère Nim, used on Grundy values, decides sums of tame and reversibly tame \
         positions.",
        "bouton canonical \"kayles: 7\"",
    ),
    word(
        "tameable",
        &[],
        "A position is tameable if it is not tame, but the moves that are to blame can be taken back well enough for \
         the rule of misère Nim to decide its sums with tame positions. Of two such positions in one sum the word \
         says nothing.",
        "bouton canonical \"kayles: 5 5\"",
    ),
    word(
        "half-tame",
        &[],
        "A position is half-tame if it is neither tame nor reversibly tame, but two of it side by side are, with \
         Grundy value and misère value 0. Two of them follow the rule of misère Nim, though one alone need not.",
        "bouton canonical \"octal(0.71): 5\"",
    ),
    word(
        "restive",
        &["reversibly restive"],
        "A position is restive if it is not tame though all its options are, and its Grundy value is 0 or 1; its \
         misère value is then 2 or more. It is reversibly restive if that is so but for moves that a reply can take \
         back.",
        "bouton canonical \"octal(0.71): 5\"",
    ),
    word(
        "restless",
        &[],
        "A position is restless if all its options are tame or reversibly tame, its Grundy value is 2 or more and its \
         misère value is 0 or 1. A heap of 5 in Kayles, of genus 4^146, is restless.",
        "bouton canonical \"kayles: 5\"",
    ),
    word(
        "genus",
        &[],
        "The genus of a position is its Grundy value together with the misère Grundy values of it beside no, one, two, \
         ... Nim heaps of 2. A tame position has the genus of some position of Nim.",
        "bouton genus kayles --to 12",
    ),
    word(
        "quotient",
        &["misère quotient"],
        "The misère quotient of a game puts two positions into one class if they can replace each other in every sum \
         of positions of this game. Its classes form a monoid, and which of them are lost decides misère play.",
        "bouton \"misere kayles: 4 3\"",
    ),
    word(
        "class",
        &["misère class"],
        "A class of a misère quotient holds the positions that can replace each other in every sum of positions of \
         the game. Classes are written as products of letters, each letter the class of some heap.",
        "bouton explain \"misere kayles: 5 4\"",
    ),
    word(
        "generator",
        &["relation"],
        "Generators of a misère quotient are classes of heaps, written as letters, whose products are all its \
         classes. The relations say which products are the same, so that every product can be shortened: in Kayles \
         a^2 = 1.",
        "bouton misere kayles",
    ),
    word(
        "idempotent",
        &[],
        "A class of a misère quotient is idempotent if two of it are as good as one: x^2 = x. The class 1 of nothing \
         is always one.",
        "bouton misere \"octal(0.123)\"",
    ),
    word(
        "kernel",
        &[],
        "The kernel of a misère quotient is the smallest set of its classes that is not left by adding any class. It \
         is a group, and the product of all idempotents is its neutral element.",
        "bouton misere \"octal(0.123)\"",
    ),
    word(
        "pretending function",
        &[],
        "The pretending function says of each heap of a game which class it has in the misère quotient. Where it is \
         periodic, misère sums of heaps of any size are answered by the table of the classes.",
        "bouton misere kayles",
    ),
    word(
        "canonical form",
        &[],
        "The canonical form of a position in misère play is the simplest position that can replace it in every sum. In \
         normal play that would be a heap of Nim.",
        "bouton same \"grundy: 4\" \"nim: 0\"",
    ),
    word(
        "birthday",
        &[],
        "The birthday of a position is the number of moves of the longest play from it: the end is born on day 0, all \
         others a day after their latest option. By days 0 to 4 there are 1, 2, 3, 5 and 22 misère canonical forms.",
        "bouton canonical \"kayles: 3\"",
    ),
    word(
        "mate",
        &[],
        "The mate of a position has the mates of its options as its options, and the mate of the end is a heap of 1. \
         In misère play a position beside its mate is lost.",
        "bouton canonical \"nim: 2 2\"",
    ),
    word(
        "link",
        &["linked"],
        "A game links two positions if in misère play both are lost beside it. Two canonical forms are linked unless \
         one is an option of the other.",
        "bouton same --misere \"nim: 2 2\" \"nim: 0\"",
    ),
    word(
        "prime form",
        &[],
        "A misère canonical form other than 0, born before the one with 1 added, is prime if it is the sum of two \
         forms only with 0 or 1 as one of them. Bouton writes forms as sums of primes where these are quickly found.",
        "bouton canonical \"nim: 3 4\"",
    ),
    word(
        "loopy",
        &["loopy game"],
        "A game is loopy if play can come back to a position where it has been. Then nobody may be able to force an \
         end, and not every value is a nimber.",
        "bouton \"graph(a>b b>a b>c): a\"",
    ),
    word(
        "draw",
        &["D"],
        "A position is a draw if neither player can force a win, so that best play goes on for ever. That happens in \
         loopy games alone.",
        "bouton \"graph(a>b b>a): a\"",
    ),
    word(
        "infinity",
        &["loopy value"],
        "A loopy position that acts like no nimber has an infinity as its value, written with the finite values of \
         its options. It is won beside a nimber that is among these, and otherwise drawn.",
        "bouton \"graph(a>a a>b): a\"",
    ),
    word(
        "remoteness",
        &[],
        "The remoteness of a position is how many plies the game lasts if the winner hurries and the loser delays. A \
         draw has none.",
        "bouton \"graph(a>b b>c c>d c>b): a\"",
    ),
];

/// Letters alone, small and without accents: how words are compared.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        'è' | 'é' | 'È' | 'É' => 'e',
        '-' | '_' => ' ',
        other => other.to_ascii_lowercase(),
    };
    text.trim().chars().map(letter).collect()
}

impl Word {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.word].into_iter().chain(self.aliases.iter().copied())
    }

    /// Whether a text uses the word, as itself or in the plural.
    fn is_in(&self, text: &str) -> bool {
        self.names().any(|name| {
            // P, N and D are words only as capitals; all others are looked for in small letters.
            let (text, name) = match name.chars().count() {
                1 => (text.to_string(), name.to_string()),
                _ => (plain(text), plain(name)),
            };
            text.match_indices(&name).any(|(start, _)| {
                let rest = &text[start + name.len()..];
                let rest = rest.strip_prefix('s').unwrap_or(rest);
                let inside = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
                // A star is followed by its number.
                let after = name != "*" && inside(rest.chars().next());
                !after && !inside(text[..start].chars().next_back())
            })
        })
    }
}

/// The word, by its name or another, however it is spelled.
///
/// ```
/// assert_eq!(bouton::glossary::find("p position").unwrap().word, "P-position");
/// assert!(bouton::glossary::find("checkmate").is_none());
/// ```
pub fn find(text: &str) -> Option<&'static Word> {
    let wanted = plain(text);
    let singular = wanted.strip_suffix('s').unwrap_or(&wanted);
    WORDS.iter().find(|word| word.names().map(plain).any(|name| name == wanted || name == singular))
}

/// The word that was perhaps meant.
pub fn nearest(text: &str) -> Option<&'static str> {
    let wanted = plain(text);
    let names = WORDS.iter().flat_map(Word::names).filter(|name| name.chars().count() > 1);
    let (distance, name) = names
        .map(|name| (strsim::damerau_levenshtein(&plain(name), &wanted), name))
        .min_by_key(|(distance, _)| *distance)?;
    // Of a short word every letter counts.
    (distance <= 1 + wanted.chars().count() / 4).then_some(name)
}

/// The words that a text uses, in the order of the table.
pub fn used(text: &str) -> Vec<&'static Word> {
    WORDS.iter().filter(|word| word.is_in(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_however_they_are_spelled() {
        for (text, word) in [
            ("MEX", "mex"),
            ("misere", "misère"),
            ("p", "P-position"),
            ("N positions", "N-position"),
            ("nim sum", "nim-sum"),
            ("*", "star"),
            ("Grundy values", "Grundy value"),
        ] {
            assert_eq!(find(text).map(|found| found.word), Some(word), "{text}");
        }
        assert_eq!((nearest("nimbre"), nearest("salts")), (Some("nimber"), Some("saltus")));
        assert_eq!((find("checkmate"), nearest("checkmate")), (None, None));
    }

    #[test]
    fn each_word_is_told_once_and_briefly() {
        let names: Vec<String> = WORDS.iter().flat_map(Word::names).map(plain).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name} is there twice");
        }
        for word in WORDS {
            assert!(word.meaning.ends_with('.') && word.meaning.len() < 260, "{}", word.word);
            assert!(word.example.starts_with("bouton "), "{}", word.word);
        }
    }

    #[test]
    fn words_are_found_in_sentences() {
        let used = |text| used(text).iter().map(|word| word.word).collect::<Vec<_>>();
        assert_eq!(
            used("This is a P-position; the values are 0 and *2."),
            ["P-position", "Grundy value", "star"]
        );
        assert_eq!(used("A big summary of nimble options"), ["option"]);
    }
}
