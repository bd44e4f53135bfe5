//! JSON: one object per answer, one line.

use serde::Serialize;

use crate::error::Error;

/// Any answer as one line of JSON.
pub fn line(answer: &impl Serialize) -> String {
    serde_json::to_string(answer)
        .unwrap_or_else(|error| error_line(None, &Error::Unsupported(error.to_string())))
}

/// A failure as one line of JSON; the address as it was given, unless that is very long.
pub fn error_line(address: Option<&str>, error: &Error) -> String {
    #[derive(Serialize)]
    struct Failure<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        address: Option<&'a str>,
        error: &'a Error,
    }
    let address = address.filter(|address| address.len() <= crate::analysis::LONGEST_TO);
    serde_json::to_string(&Failure { address, error })
        .unwrap_or_else(|_| "{\"error\":null}".to_string())
}
