//! A question: who wins, with which moves, how it is known, and why.
//!
//! `cargo run --example question -- "misere nim: 1 3 5 7"`

fn main() -> Result<(), bouton::Error> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let address = if words.is_empty() { "nim: 3 4 5".to_string() } else { words.join(" ") };
    let question = bouton::open(&address)?;
    let answer = question.solve(&bouton::Ask::default())?;
    println!("{}: {:?}, known by {:?}", answer.address, answer.outcome, answer.method);
    for mv in &answer.winning {
        println!("  {}   {}", answer.written(mv), mv.text);
    }
    for step in question.explain(&bouton::Ask::default())?.steps {
        println!("- {}", step.text);
    }
    Ok(())
}
