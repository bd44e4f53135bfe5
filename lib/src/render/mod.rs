//! From answers to text: renderers compute nothing.

mod ink;
pub mod json;
pub mod markdown;
pub mod svg;
pub mod text;
