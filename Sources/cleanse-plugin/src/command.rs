use crate::error::text;
use crate::{guard, raw, Error, Streams, Table, UsageError};
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_void};
use std::slice;

/// A command that `host run` runs by name. A plugin contributes it with [`command`].
pub trait Command: Send + Sync + 'static {
    /// The name that the user types: lower-case letters, digits and hyphens.
    fn name(&self) -> &str;

    /// A description in one line.
    fn summary(&self) -> &str;

    /// Runs the command, and returns the exit status, 0 to 255. After an error, the host prints it and exits with
    /// status 2 if it is a [`UsageError`], and otherwise with 1. Several threads may run the command at the same time.
    fn run(&self, arguments: &[&str], streams: &mut Streams<'_>) -> Result<i32, Error>;
}

struct State<C> {
    command: C,
    name: CString,
    summary: CString,
}

/// The function table of a command, which a factory contributes.
pub fn command<C: Command>(command: C) -> Table<raw::Command> {
    let (name, summary) = (text(command.name()), text(command.summary()));
    Table::new(State { command, name, summary }, |state| {
        raw::Command::new(state.name.as_ptr(), state.summary.as_ptr(), Some(run::<C>))
    })
}

unsafe extern "C" fn run<C: Command>(
    state: *mut c_void,
    count: usize,
    arguments: *const *const c_char,
    streams: *mut raw::Streams,
    error: *mut raw::Error,
) -> i32 {
    let mut failed = 1;
    // Safety: the host passes the state of the table, `count` arguments, its streams and an error.
    let status = unsafe {
        guard(error, || {
            let state = Table::<raw::Command>::state::<State<C>>(state);
            let texts = if count == 0 { &[] } else { slice::from_raw_parts(arguments, count) };
            let mut arguments = Vec::with_capacity(count);
            for text in texts {
                let argument = CStr::from_ptr(*text);
                arguments.push(argument.to_str().map_err(|_| {
                    format!("an argument is not UTF-8: {}", argument.to_string_lossy())
                })?);
            }
            state.command.run(&arguments, &mut Streams::new(streams)).map_err(|error| {
                if error.is::<UsageError>() {
                    failed = 2;
                }
                error
            })
        })
    };
    status.unwrap_or(failed)
}
