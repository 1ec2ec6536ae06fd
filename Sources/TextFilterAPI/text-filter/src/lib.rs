//! The contract of text filters for plugins in Rust. `text_filter.h` documents it.
//!
//! Shows: how the function table of a contract gets a safe interface, once for all plugins.
#![deny(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

use cleanse_plugin::{contract, function_table, guard, raw, Error, Table};
use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::os::raw::{c_char, c_void};
use std::{ptr, slice};

// That of `contract.json`.
contract!("org.cleanse.samples.text-filter", "1.0.0");

/// A text filter, such as one that wraps lines.
pub trait TextFilter: Send + Sync + 'static {
    /// A pass over one text, which one thread at a time uses.
    type Pass: Pass;

    /// The name that the user types: lower-case letters, digits and hyphens.
    fn name(&self) -> &str;

    /// The effect of the filter and its argument, in one line.
    fn summary(&self) -> &str;

    /// Begins a pass. The argument is the text after the name, as `72` in `wrap:72`.
    fn begin(&self, argument: Option<&str>) -> Result<Self::Pass, Error>;
}

/// A pass of a filter over one text.
pub trait Pass: Send + 'static {
    /// Transforms the next piece, and writes the result with the line ending. Bytes that are not UTF-8 have to be written
    /// unchanged.
    fn transform(&mut self, piece: &Piece<'_>, output: &mut Output<'_>) -> Result<(), Error>;

    /// Writes buffered output at the end of the text.
    fn finish(&mut self, _output: &mut Output<'_>) -> Result<(), Error> {
        Ok(())
    }
}

/// A line, or a part of a line that is longer than 1 MiB.
pub struct Piece<'a> {
    /// The text without the line ending.
    pub text: &'a [u8],
    /// The line ending, which is empty at the end of the text, and `None` if the line continues in the next piece.
    pub ending: Option<&'a [u8]>,
    /// Whether the line begins with this piece.
    pub is_first: bool,
}

/// The output of a pass.
pub struct Output<'a> {
    output: *mut TextOutput,
    lifetime: PhantomData<&'a mut TextOutput>,
}

impl Output<'_> {
    /// Appends the bytes.
    pub fn append(&mut self, bytes: &[u8]) {
        // Safety: the output is valid until the function of the table returns, and the bytes are copied.
        unsafe { ((*self.output).append)(self.output, bytes.as_ptr().cast(), bytes.len()) }
    }
}

/// The function table of a filter, which a factory contributes.
pub fn text_filter<F: TextFilter>(filter: F) -> Table<TextFilterTable> {
    // A null character, which would end the text for C, makes it empty.
    let text = |text: &str| CString::new(text).unwrap_or_default();
    let (name, summary) = (text(filter.name()), text(filter.summary()));
    Table::new(State { filter, name, summary }, |state| {
        TextFilterTable::new(
            state.name.as_ptr(),
            state.summary.as_ptr(),
            Some(begin::<F>),
            Some(transform::<F::Pass>),
            Some(finish::<F::Pass>),
            Some(end::<F::Pass>),
        )
    })
}

/// `text_output`, an opaque type.
#[repr(C)]
pub struct TextOutput {
    size: usize,
    append: unsafe extern "C" fn(*mut TextOutput, *const c_void, usize),
}

/// `text_piece`, which becomes a [`Piece`].
#[repr(C)]
pub struct TextPiece {
    size: usize,
    text: *const u8,
    count: usize,
    ending: *const c_char,
    is_first: i32,
}

type Begin = unsafe extern "C" fn(*mut c_void, *const c_char, *mut raw::Error) -> *mut c_void;
type Transform =
    unsafe extern "C" fn(*mut c_void, *const TextPiece, *mut TextOutput, *mut raw::Error);
type Finish = unsafe extern "C" fn(*mut c_void, *mut TextOutput, *mut raw::Error);

function_table! {
    /// `text_filter`
    pub struct TextFilterTable: "text_filter" {
        name: *const c_char,
        summary: *const c_char,
        begin: Option<Begin>,
        transform: Option<Transform>,
        finish: Option<Finish>,
        end: Option<raw::Destroy>,
    }
}

struct State<F> {
    filter: F,
    name: CString,
    summary: CString,
}

unsafe extern "C" fn begin<F: TextFilter>(
    state: *mut c_void,
    argument: *const c_char,
    error: *mut raw::Error,
) -> *mut c_void {
    // Safety: the host passes the state of the table, a text or null, and an error.
    let pass = unsafe {
        guard(error, || {
            let filter = &Table::<TextFilterTable>::state::<State<F>>(state).filter;
            let argument =
                if argument.is_null() { None } else { Some(CStr::from_ptr(argument).to_str()?) };
            Ok(Box::new(filter.begin(argument)?))
        })
    };
    pass.map_or(ptr::null_mut(), |pass| Box::into_raw(pass).cast())
}

unsafe extern "C" fn transform<P: Pass>(
    pass: *mut c_void,
    piece: *const TextPiece,
    output: *mut TextOutput,
    error: *mut raw::Error,
) {
    // Safety: the host passes a pass that `begin` has returned, a piece, its output and an error. One thread at a time uses
    // the pass.
    unsafe {
        guard(error, || {
            let piece = &*piece;
            let text = match piece.count {
                0 => &[],
                count => slice::from_raw_parts(piece.text, count),
            };
            let ending = (!piece.ending.is_null()).then(|| CStr::from_ptr(piece.ending).to_bytes());
            let piece = Piece { text, ending, is_first: piece.is_first != 0 };
            let mut output = Output { output, lifetime: PhantomData };
            (*pass.cast::<P>()).transform(&piece, &mut output)
        });
    }
}

unsafe extern "C" fn finish<P: Pass>(
    pass: *mut c_void,
    output: *mut TextOutput,
    error: *mut raw::Error,
) {
    // Safety: as above.
    unsafe {
        guard(error, || (*pass.cast::<P>()).finish(&mut Output { output, lifetime: PhantomData }));
    }
}

unsafe extern "C" fn end<P: Pass>(pass: *mut c_void) {
    // Safety: the host calls this once for each pass that `begin` has returned. It has no error to report a panic with.
    unsafe {
        guard(ptr::null_mut(), || {
            drop(Box::from_raw(pass.cast::<P>()));
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::mem::{size_of, MaybeUninit};
    use std::process::{Command, Stdio};

    /// Compiles assertions about the header.
    #[test]
    fn the_structures_have_the_layout_of_the_header() {
        let mut source = String::from("#include <text_filter.h>\n");
        macro_rules! check {
            ($type:ty: $name:literal, $($member:ident)*) => {{
                let value = MaybeUninit::<$type>::uninit();
                let base = value.as_ptr();
                $(
                    // Safety: the member is not read.
                    let offset =
                        unsafe { ptr::addr_of!((*base).$member) } as usize - base as usize;
                    source += &format!(
                        "_Static_assert(offsetof({}, {}) == {offset}, \"\");\n",
                        $name, stringify!($member));
                )*
                source +=
                    &format!("_Static_assert(sizeof({}) == {}, \"\");\n", $name, size_of::<$type>());
            }};
        }
        check!(TextOutput: "text_output", size append);
        check!(TextPiece: "text_piece", size text count ending is_first);
        check!(TextFilterTable: "text_filter",
            size state destroy name summary begin transform finish end);
        let folder = env!("CARGO_MANIFEST_DIR");
        let mut compiler = Command::new("cc")
            .args(["-std=c11", "-fsyntax-only", "-x", "c", "-I"])
            .arg(format!("{folder}/../CTextFilterAPI/include"))
            .arg("-")
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        compiler.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
        assert!(compiler.wait().unwrap().success());
    }
}
