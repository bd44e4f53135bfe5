//! `bouton schema`: the JSON schema of answers.

use crate::output;

pub fn run() -> u8 {
    output::answer(&bouton::schema::answer());
    0
}
