use crate::raw;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::os::raw::c_void;

/// The streams of a command.
///
/// An error of a stream is an `io::Error`, which the command propagates with `?`. The host reports it where necessary:
/// not if the reader of the output has closed it.
#[non_exhaustive]
pub struct Streams<'a> {
    /// The standard input.
    pub input: Input<'a>,
    /// The standard output.
    pub output: Output<'a>,
    /// The standard error output.
    pub errors: Output<'a>,
}

/// A stream to read from.
pub struct Input<'a> {
    streams: *mut raw::Streams,
    lifetime: PhantomData<&'a mut raw::Streams>,
}

/// A stream to write to, without a buffer: all bytes of one call are written together.
pub struct Output<'a> {
    streams: *mut raw::Streams,
    write: unsafe extern "C" fn(*mut raw::Streams, *const c_void, usize) -> i32,
    lifetime: PhantomData<&'a mut raw::Streams>,
}

impl Streams<'_> {
    /// # Safety
    ///
    /// The streams are valid, and used by this thread only, as long as the result.
    pub(crate) unsafe fn new(streams: *mut raw::Streams) -> Self {
        let lifetime = PhantomData;
        // Safety: the caller passes valid streams.
        let (write, write_error) = unsafe { ((*streams).write, (*streams).write_error) };
        Streams {
            input: Input { streams, lifetime },
            output: Output { streams, write, lifetime },
            errors: Output { streams, write: write_error, lifetime },
        }
    }
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Safety: the streams are valid, and the buffer has room for the bytes.
        let count = unsafe {
            ((*self.streams).read)(self.streams, buffer.as_mut_ptr().cast(), buffer.len())
        };
        // The count is negative after a failure.
        usize::try_from(count)
            .ok()
            .filter(|count| *count <= buffer.len())
            .ok_or_else(|| io::Error::new(io::ErrorKind::Other, "the input can't be read"))
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Safety: the streams are valid.
        let result = unsafe { (self.write)(self.streams, bytes.as_ptr().cast(), bytes.len()) };
        if result == raw::OK {
            Ok(bytes.len())
        } else {
            Err(io::Error::new(io::ErrorKind::BrokenPipe, "the output can't be written"))
        }
    }

    fn write_fmt(&mut self, text: std::fmt::Arguments<'_>) -> io::Result<()> {
        // One call for the whole text, rather than one for each of its parts.
        self.write_all(text.to_string().as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
