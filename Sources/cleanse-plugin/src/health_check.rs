use crate::error::text;
use crate::{guard, raw, Error, Table};
use std::ffi::CString;
use std::os::raw::c_void;

/// A health check that `host serve` runs every few seconds. A plugin contributes it with [`health_check`].
pub trait HealthCheck: Send + Sync + 'static {
    /// The name that `host status` shows.
    fn name(&self) -> &str;

    /// Checks whether a part works, and returns the reason if not. A call that takes longer than five seconds counts as
    /// a failure.
    fn check(&self) -> Result<(), Error>;
}

struct State<C> {
    check: C,
    name: CString,
}

/// The function table of a health check, which a factory contributes.
pub fn health_check<C: HealthCheck>(check: C) -> Table<raw::HealthCheck> {
    let name = text(check.name());
    Table::new(State { check, name }, |state| {
        raw::HealthCheck::new(state.name.as_ptr(), Some(run::<C>))
    })
}

unsafe extern "C" fn run<C: HealthCheck>(state: *mut c_void, error: *mut raw::Error) {
    // Safety: the host passes the state of the table and an error.
    unsafe {
        guard(error, || Table::<raw::HealthCheck>::state::<State<C>>(state).check.check());
    }
}
