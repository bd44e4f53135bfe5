//! From answers to text: renderers compute nothing.

pub mod json;
pub mod markdown;
pub mod text;
