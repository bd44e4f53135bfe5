//! Certificates: a quotient written down so that others can check it (docs/misere.md, "How to read a
//! certificate"). The checker in `check/` shares nothing with this file.

use std::fmt::Write;

use bouton_core::error::Error;
use bouton_core::heap::HeapRules;
use bouton_core::order::InOrder;
use bouton_core::value::Play;
use sha2::{Digest, Sha256};

use crate::Quotient;
use crate::bits::Bits;
use crate::monoid::Class;
use crate::period::Window;

impl Quotient {
    /// The certificate of the quotient: of all heaps where that is proved, otherwise of the heaps so far.
    pub fn certificate(&self, rules: &dyn HeapRules) -> Result<String, Error> {
        let monoid = self.monoid();
        let heaps = match (self.period(), Window::of(&rules.shape())) {
            (Some(found), Some(window)) => {
                let needed = window.needed(found.preperiod.max(1), found.period);
                needed.map_or(self.classes().len(), |needed| needed as usize)
            }
            _ => self.classes().len(),
        };
        let rules = spelled(rules)?;
        let mut text = String::from("bouton misere certificate 1\n");
        let _ = writeln!(text, "rules {rules}");
        let _ = writeln!(
            text,
            "play {}",
            if self.play() == Play::Misere { "misere" } else { "normal" }
        );
        let _ = writeln!(text, "order {}", monoid.order());
        line(&mut text, "lost", monoid.lost().map(usize::from));
        for class in monoid.classes() {
            line(&mut text, "row", monoid.row(class).iter().map(|sum| usize::from(*sum)));
        }
        let _ = writeln!(text, "heaps {heaps}");
        line(&mut text, "classes", self.classes()[..heaps].iter().map(|class| usize::from(*class)));
        let mut pairs: Vec<(Class, &Bits)> = self.pairs().iter().collect();
        pairs.put_in_order_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.iter().cmp(b.1.iter())));
        let _ = writeln!(text, "pairs {}", pairs.len());
        for (class, wins) in pairs {
            line(&mut text, &format!("pair {class}"), wins.iter());
        }
        match self.period() {
            Some(found) => {
                let _ = writeln!(text, "period {}\npreperiod {}", found.period, found.preperiod);
            }
            None => text.push_str("period none\n"),
        }
        let digest = Sha256::digest(text.as_bytes());
        let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(text, "end {hash}");
        Ok(text)
    }
}

/// The rules as a certificate writes them; an error where none can be written, which is known before any work.
pub fn spelled(rules: &dyn HeapRules) -> Result<String, Error> {
    rules.shape().spelled().ok_or_else(|| {
        let message =
            "certificates of quotients are written for finite codes and finite subtraction sets";
        Error::Unsupported(message.to_string())
    })
}

fn line(text: &mut String, head: &str, numbers: impl Iterator<Item = usize>) {
    text.push_str(head);
    for number in numbers {
        let _ = write!(text, " {number}");
    }
    text.push('\n');
}
