use crate::raw;
use std::any::Any;
use std::ffi::CString;
use std::fmt;
use std::mem;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Why a function failed. The operator `?` converts any error to it, and `into()` a text.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// A wrong command line: a command that returns it ends with status 2, and one that returns another error with 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    /// - `message`: What is wrong. The host prints it after the name of the command.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// Calls the body for a C function, and reports its error to the host.
///
/// A panic of the body becomes an error, too, because it can't leave a C function. Returns `None` after an error.
///
/// # Safety
///
/// The pointer is null or that of a `cleanse_error` that is valid during the call.
pub unsafe fn guard<T>(
    error: *mut raw::Error,
    body: impl FnOnce() -> Result<T, Error>,
) -> Option<T> {
    match caught(body) {
        Ok(value) => Some(value),
        Err(message) => {
            if !error.is_null() {
                // Safety: the caller passes a valid error.
                unsafe { ((*error).fail)(error, message.as_ptr()) };
            }
            None
        }
    }
}

/// Calls the body, and returns its error or its panic as a message.
pub(crate) fn caught<T>(body: impl FnOnce() -> Result<T, Error>) -> Result<T, CString> {
    // The text of an error is code of the plugin, too, which can panic.
    let result = catch_unwind(AssertUnwindSafe(|| body().map_err(|error| error.to_string())));
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(message)) => Err(text(message)),
        Err(panic) => Err(text(message(panic))),
    }
}

/// Calls a body that can't report an error. A panic was printed by the panic hook, and has no other effect.
pub(crate) fn contained(body: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(body)) {
        drop(message(panic));
    }
}

fn message(panic: Box<dyn Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(text) => format!("it panicked: {text}"),
        Err(panic) => match panic.downcast::<&str>() {
            Ok(text) => format!("it panicked: {text}"),
            Err(panic) => {
                // To drop a value of another type could panic again.
                mem::forget(panic);
                "it panicked".to_string()
            }
        },
    }
}

/// The text for C. A null character, which would end it, is replaced.
pub(crate) fn text(text: impl Into<String>) -> CString {
    let text = text.into().replace('\0', "\u{FFFD}");
    // The text has no null character any more.
    CString::new(text).unwrap_or_default()
}
