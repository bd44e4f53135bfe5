//! `bouton new`: a file of rules to begin with.

use std::path::PathBuf;

use bouton::Error;
use bouton::own::{TEMPLATE, examples};

use super::fail;
use crate::arguments::New;
use crate::files::{Target, named};
use crate::output;

pub fn run(new: &New) -> u8 {
    match write(new) {
        Ok(()) => 0,
        Err(error) => fail(&error, None, false),
    }
}

fn write(new: &New) -> Result<(), Error> {
    let name = new.name.trim().trim_end_matches(".star");
    let allowed = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    if name.is_empty() || !name.chars().all(allowed) {
        return Err(Error::input(format!(
            "'{}' is no name for a file of rules: letters, digits, - and _ make one, such as half",
            new.name
        )));
    }
    let text = match &new.like {
        None => TEMPLATE.replace("NAME", name),
        Some(example) => match examples::text(example) {
            Some(text) => text.to_string(),
            None => {
                return Err(Error::input(format!(
                    "there is no example '{example}': examples are {}",
                    examples::names().join(", ")
                )));
            }
        },
    };
    let file = new.output.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.star")));
    let shown = file.display().to_string();
    let file = Some(file);
    let is_file = named(&file).is_some();
    Target::new(&file, new.force)?.text(&text)?;
    if is_file {
        let told = format!(
            "Written: {shown}. Change it in any editor, then ask:\n  bouton \"file({shown})\"\n  bouton play \"file({shown})\"\n"
        );
        output::answer(&told);
    }
    Ok(())
}
