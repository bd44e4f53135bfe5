//! The command `bouton`: who wins, with which moves, and how that is known.

mod arguments;
mod codes;
mod commands;
mod files;
mod guard;
mod input;
mod memory;
mod output;
mod patience;
mod program;
mod sequences;
mod sheets;
mod tables;
mod viewer;

use std::process::ExitCode;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    // Read once, and needed to the end.
    let arguments: &'static Arguments = Box::leak(Box::new(arguments));
    ExitCode::from(guard::look_after(move || run(arguments)))
}

fn run(arguments: &'static Arguments) -> u8 {
    match &arguments.command {
        Some(Command::Solve(_)) | None => commands::solve::run(arguments),
        Some(Command::Explain(explain)) => commands::explain::run(arguments, explain),
        Some(Command::Show(show)) => commands::show::run(show),
        Some(Command::Games(games)) => commands::games::run(games),
        Some(Command::New(new)) => commands::new::run(new),
        Some(Command::Glossary(glossary)) => commands::glossary::run(glossary),
        Some(Command::Play(play)) => commands::play::run(play),
        Some(Command::Verify(verify)) => commands::verify::run(verify),
        Some(Command::Draw(draw)) => commands::draw::run(draw),
        Some(Command::Graph(graph)) => commands::graph::run(graph),
        Some(Command::Table(table)) => commands::table::run(table),
        Some(Command::Losing(losing)) => commands::losing::run(losing),
        Some(Command::Judge(judge)) => commands::judge::run(judge),
        Some(Command::Pattern(pattern)) => commands::pattern::run(pattern),
        Some(Command::Code(code)) => commands::code::run(code),
        Some(Command::Test(test)) => commands::test::run(test),
        Some(Command::Nimber(nimber)) => commands::nimber::run(arguments, nimber),
        Some(Command::Same(same)) => commands::same::run(same),
        Some(Command::Set(set)) => commands::set::run(set),
        Some(Command::Values(values)) => commands::values::run(values),
        Some(Command::Compare(compare)) => commands::compare::run(compare),
        Some(Command::Plot(plot)) => commands::plot::run(plot),
        Some(Command::Period(period)) => commands::period::run(period),
        Some(Command::Misere(misere)) => commands::misere::run(misere),
        Some(Command::Genus(genus)) => commands::genus::run(genus),
        Some(Command::Canonical(canonical)) => commands::canonical::run(canonical),
        Some(Command::Check(check)) => commands::check::run(check),
        #[cfg(feature = "manual")]
        Some(Command::Manual(manual)) => commands::manual::run(manual),
        Some(Command::Tablebase(tablebase)) => commands::tablebase::run(tablebase),
        Some(Command::Survey(survey)) => commands::survey::run(survey),
        Some(Command::Schema(schema)) => commands::schema::run(schema),
        Some(Command::Completions(completions)) => commands::completions::run(completions),
    }
}
