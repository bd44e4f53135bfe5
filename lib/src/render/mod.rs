//! From answers to text: renderers compute nothing.

pub mod atlas;
pub mod bars;
pub mod board;
pub mod columns_svg;
pub mod comparison;
pub mod demonstration;
pub mod dot;
pub mod film_svg;
pub mod glossary;
pub mod graph_svg;
mod ink;
pub mod json;
pub mod layout;
pub mod losing;
pub mod markdown;
#[cfg(feature = "misere")]
pub mod misere;
pub mod pattern;
pub mod period;
pub mod plot;
pub mod strategy;
pub mod summary;
pub mod svg;
pub mod table;
pub mod text;
mod trace;
pub mod trial;
pub mod values;
