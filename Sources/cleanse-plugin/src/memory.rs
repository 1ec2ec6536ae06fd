//! Memory that is passed to the host, which releases it with `free`.

use crate::Error;
use std::os::raw::{c_char, c_void};
use std::{mem, ptr};

extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    pub(crate) fn free(memory: *mut c_void);
}

/// A copy of the items in memory of the C library.
pub(crate) fn copied<T: Copy>(items: &[T]) -> Result<*mut T, Error> {
    // A size of 0 could result in null, which means failure.
    let size = mem::size_of_val(items).max(1);
    // Safety: `malloc` can be called with any size. The result has the alignment of every type of the C interface.
    let memory = unsafe { malloc(size) }.cast::<T>();
    if memory.is_null() {
        return Err("there is too little memory".into());
    }
    // Safety: the memory is new and large enough.
    unsafe { ptr::copy_nonoverlapping(items.as_ptr(), memory, items.len()) };
    Ok(memory)
}

/// A copy of the text with a terminating null.
pub(crate) fn copied_text(text: String) -> Result<*const c_char, Error> {
    let text = std::ffi::CString::new(text).map_err(|_| "the text has a null character")?;
    Ok(copied(text.as_bytes_with_nul())?.cast())
}
