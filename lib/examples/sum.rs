//! A sum of unlike games with all its winning moves, each played out.

use bouton::{Ask, Outcome};

fn main() -> Result<(), bouton::Error> {
    let question = bouton::open("kayles: 12 + nim: 4 + chomp: 3x4")?;
    let answer = question.solve(&Ask::default())?;
    for part in &answer.evidence.parts {
        println!("{} is worth {:?}", part.address, part.value);
    }
    for mv in &answer.winning {
        let after = question.after(&answer.written(mv))?;
        let left = after.solve(&Ask::default())?;
        println!("{} leaves {}: {:?}", answer.written(mv), left.address, left.outcome);
        assert_eq!(left.outcome, Outcome::Previous);
    }
    Ok(())
}
