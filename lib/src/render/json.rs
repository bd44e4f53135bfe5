//! JSON: one object per answer, one line.

use serde::Serialize;

/// Any answer as one line of JSON.
pub fn line(answer: &impl Serialize) -> String {
    serde_json::to_string(answer)
        .unwrap_or_else(|error| error_line(None, "unsupported", &error.to_string()))
}

/// A failure as one line of JSON, with the address as it was given.
pub fn error_line(address: Option<&str>, kind: &str, message: &str) -> String {
    #[derive(Serialize)]
    struct Failure<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        address: Option<&'a str>,
        error: Told<'a>,
    }
    #[derive(Serialize)]
    struct Told<'a> {
        kind: &'a str,
        message: &'a str,
    }
    let error = Told { kind, message };
    serde_json::to_string(&Failure { address, error })
        .unwrap_or_else(|_| "{\"error\":null}".to_string())
}
