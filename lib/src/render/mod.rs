//! From answers to text: renderers compute nothing.

pub mod atlas;
pub mod board;
pub mod comparison;
pub mod dot;
pub mod glossary;
pub mod graph_svg;
mod ink;
pub mod json;
pub mod layout;
pub mod losing;
pub mod markdown;
pub mod period;
pub mod plot;
pub mod summary;
pub mod svg;
pub mod table;
pub mod text;
pub mod values;
