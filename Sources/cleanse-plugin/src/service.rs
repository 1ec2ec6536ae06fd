use crate::{guard, raw, Error, Handle};
use std::mem;
use std::os::raw::c_void;
use std::sync::Arc;
use std::time::Duration;

/// A shared instance that starts, works and stops, such as a server.
/// [`Binding::to_service`](crate::Binding::to_service) binds it.
///
/// The functions are called on threads of their own and may block.
pub trait Service: Handle {
    /// How long the instance may take to start.
    const START_DEADLINE: Duration = Duration::from_secs(30);
    /// How long the instance may take to stop.
    const STOP_DEADLINE: Duration = Duration::from_secs(30);
    /// What happens when `run` returns before the instance is stopped.
    const ENDING: Ending = Ending::StopAll;

    /// Starts the instance, which is ready when the function returns. After an error, `stop` is not called.
    fn start(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Works until the instance is stopped. It is called when all services are ready.
    fn run(&self) -> Result<(), Error>;

    /// Makes `run` return, and releases what `start` has acquired. Called once for each start.
    fn stop(&self) -> Result<(), Error>;
}

/// What happens when a service ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// All services are stopped.
    StopAll = 0,
    /// It is stopped and started again, after a delay that grows with each attempt.
    Restart = 1,
    /// The end is only reported.
    Ignore = 2,
}

/// The result of a factory of a service: `Arc<S>`, or a `Result` of it.
pub trait MakesService<S: Service> {}
impl<S: Service> MakesService<S> for Arc<S> {}
impl<S: Service, E> MakesService<S> for Result<Arc<S>, E> {}

pub(crate) fn table_of<S: Service>() -> raw::Service {
    raw::Service {
        size: mem::size_of::<raw::Service>(),
        start: Some(start::<S>),
        run: Some(run::<S>),
        stop: Some(stop::<S>),
        start_deadline: milliseconds(S::START_DEADLINE),
        stop_deadline: milliseconds(S::STOP_DEADLINE),
        ending: S::ENDING as u32,
    }
}

/// 0 would be the default of the host.
fn milliseconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX).max(1)
}

unsafe extern "C" fn start<S: Service>(instance: *mut c_void, error: *mut raw::Error) {
    // Safety: the host passes the instance, which is valid until `stop` has returned, and an error.
    unsafe { guard(error, || (*instance.cast::<S>()).start()) };
}

unsafe extern "C" fn run<S: Service>(instance: *mut c_void, error: *mut raw::Error) {
    // Safety: as above.
    unsafe { guard(error, || (*instance.cast::<S>()).run()) };
}

unsafe extern "C" fn stop<S: Service>(instance: *mut c_void, error: *mut raw::Error) {
    // Safety: as above.
    unsafe { guard(error, || (*instance.cast::<S>()).stop()) };
}
