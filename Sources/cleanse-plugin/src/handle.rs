use crate::error::contained;
use std::os::raw::c_void;
use std::sync::Arc;

/// A type whose instances are exchanged with other functions as `NAME *`.
///
/// A factory returns an `Arc` of the type, and requests one as a parameter. Declare the type with
/// [`Binder::handle`](crate::Binder::handle), or its instances are never destroyed. A factory that returns an instance
/// which it has received retains it forever.
///
/// # Safety
///
/// In every plugin of the graph, functions that return `NAME *` return instances that the same implementation of this
/// trait has made. A name that contains that of the plugin ensures it.
pub unsafe trait Handle: Send + Sync + 'static {
    /// The name of the C type: an identifier.
    const NAME: &'static str;
}

pub(crate) unsafe extern "C" fn destroy<T: Handle>(instance: *mut c_void) {
    // Safety: the host calls this once for each instance that a factory has returned.
    contained(|| drop(unsafe { Arc::from_raw(instance.cast::<T>()) }));
}
