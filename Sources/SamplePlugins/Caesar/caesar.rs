//! Shows: a plugin in Rust, without crates: the note, the entry point, a value, and a factory of a
//! filter.
//!
//!     rustc --edition 2021 -O --crate-type cdylib \
//!       -o libCaesar.so Sources/SamplePlugins/Caesar/caesar.rs
//!
//! The types are those of cleanse_plugin.h and text_filter.h. Members that are not used here are only
//! declared where they affect the layout.

use std::ffi::{c_char, c_void, CStr, CString};
use std::{mem, ptr, slice};

// ---- cleanse_plugin.h ----

const CLEANSE_OK: i32 = 0;
const CLEANSE_FAILED: i32 = 1;
const CLEANSE_CONTRIBUTE: u32 = 2;

/// `cleanse_binder`, an opaque type.
#[repr(C)]
pub struct Binder {
    _private: [u8; 0],
}

#[repr(C)]
pub struct Binding {
    size: usize,
    signature: *const c_char,
    function: Option<unsafe extern "C" fn()>,
    value: *const c_void,
    flags: u32,
    order: i32,
    file: *const c_char,
    line: u32,
    value_size: u32,
}

#[repr(C)]
pub struct Host {
    size: usize,
    abi_version: u32,
    report_error: unsafe extern "C" fn(*mut Binder, *const c_char),
    bind: unsafe extern "C" fn(*mut Binder, *const Binding) -> i32,
    // More members follow.
}

#[repr(C)]
pub struct Error {
    size: usize,
    fail: unsafe extern "C" fn(*mut Error, *const c_char),
}

// ---- text_filter.h ----

#[repr(C)]
pub struct TextOutput {
    size: usize,
    append: unsafe extern "C" fn(*mut TextOutput, *const c_void, usize),
}

#[repr(C)]
pub struct TextPiece {
    size: usize,
    text: *const u8,
    count: usize,
    ending: *const c_char,
    is_first: i32,
}

type Begin = unsafe extern "C" fn(*mut c_void, *const c_char, *mut Error) -> *mut c_void;
type Transform =
    unsafe extern "C" fn(*mut c_void, *const TextPiece, *mut TextOutput, *mut Error);
type Finish = unsafe extern "C" fn(*mut c_void, *mut TextOutput, *mut Error);
type Ending = unsafe extern "C" fn(*mut c_void);

#[repr(C)]
pub struct TextFilter {
    size: usize,
    state: *mut c_void,
    name: *const c_char,
    summary: *const c_char,
    begin: Option<Begin>,
    transform: Option<Transform>,
    finish: Option<Finish>,
    end: Option<Ending>,
    destroy: Option<Ending>,
}

// ---- The note ----

#[cfg(target_arch = "x86_64")]
macro_rules! architecture {
    () => { "x86_64" };
}
#[cfg(target_arch = "aarch64")]
macro_rules! architecture {
    () => { "aarch64" };
}

const JSON: &[u8] = concat!(
    r#"{"manifest":{"identifier":"org.cleanse.samples.caesar","version":"1.0.0","#,
    r#""summary":"Rotates letters in the alphabet","authors":["The Cleanse authors"],"#,
    r#""contributes":["TextFilter"]},"#,
    r#""stamp":{"abi":1,"architecture":""#, architecture!(), r#"","language":"c"}}"#,
)
.as_bytes();

#[repr(C, align(4))]
struct Note {
    name_size: u32,
    size: u32,
    kind: u32,
    name: [u8; 8],
    text: [u8; JSON.len().next_multiple_of(4)],
}

#[used]
#[link_section = ".note.cleanse"]
static NOTE: Note = Note {
    name_size: 8,
    size: JSON.len() as u32,
    kind: 1,
    name: *b"Cleanse\0",
    text: padded(),
};

const fn padded() -> [u8; JSON.len().next_multiple_of(4)] {
    let mut text = [0; JSON.len().next_multiple_of(4)];
    let mut index = 0;
    while index < JSON.len() {
        text[index] = JSON[index];
        index += 1;
    }
    text
}

// ---- The filter caesar ----

/// The filter, which contains the table that the host receives.
struct Caesar {
    table: TextFilter,
    shift: i32,
}

/// The factory of the filter, called by the host.
///
/// A panic can't leave an `extern "C"` function: it would abort the process.
unsafe extern "C" fn make_caesar(shift: i32) -> *mut TextFilter {
    let caesar = Box::into_raw(Box::new(Caesar {
        table: TextFilter {
            size: mem::size_of::<TextFilter>(),
            state: ptr::null_mut(),
            name: c"caesar".as_ptr(),
            summary: c"rotates letters in the alphabet by 13, or by SHIFT: caesar:SHIFT"
                .as_ptr(),
            begin: Some(begin),
            transform: Some(transform),
            finish: None,
            end: Some(end),
            destroy: Some(destroy),
        },
        shift,
    }));
    unsafe {
        (*caesar).table.state = caesar.cast();
        &raw mut (*caesar).table
    }
}

unsafe extern "C" fn destroy(state: *mut c_void) {
    drop(unsafe { Box::from_raw(state.cast::<Caesar>()) });
}

/// Begins a pass, whose state is the shift, from 0 to 25.
unsafe extern "C" fn begin(
    state: *mut c_void, argument: *const c_char, error: *mut Error,
) -> *mut c_void {
    let mut shift = unsafe { (*state.cast::<Caesar>()).shift };
    if !argument.is_null() {
        let text = unsafe { CStr::from_ptr(argument) }.to_string_lossy();
        match text.parse() {
            Ok(number) => shift = number,
            Err(_) => {
                let message = format!("the shift is a whole number, not '{text}'");
                let message = CString::new(message).unwrap_or_default();
                unsafe { ((*error).fail)(error, message.as_ptr()) };
                return ptr::null_mut();
            }
        }
    }
    Box::into_raw(Box::new(shift.rem_euclid(26) as u8)).cast()
}

unsafe extern "C" fn transform(
    pass: *mut c_void, piece: *const TextPiece, output: *mut TextOutput, _error: *mut Error,
) {
    unsafe {
        let (shift, piece) = (*pass.cast::<u8>(), &*piece);
        if piece.count > 0 {
            let text = slice::from_raw_parts(piece.text, piece.count);
            let turned: Vec<u8> = text.iter().map(|byte| turn(*byte, shift)).collect();
            ((*output).append)(output, turned.as_ptr().cast(), turned.len());
        }
        if !piece.ending.is_null() {
            let ending = CStr::from_ptr(piece.ending).to_bytes();
            ((*output).append)(output, ending.as_ptr().cast(), ending.len());
        }
    }
}

fn turn(byte: u8, shift: u8) -> u8 {
    match byte {
        b'a'..=b'z' => b'a' + (byte - b'a' + shift) % 26,
        b'A'..=b'Z' => b'A' + (byte - b'A' + shift) % 26,
        _ => byte,
    }
}

unsafe extern "C" fn end(pass: *mut c_void) {
    drop(unsafe { Box::from_raw(pass.cast::<u8>()) });
}

// ---- The entry point ----

/// Binds the default shift, and contributes the filter.
///
/// # Safety
///
/// Called by the host, with its table and a binder.
#[no_mangle]
pub unsafe extern "C" fn cleanse_plugin_configure(host: *const Host, binder: *mut Binder) -> i32 {
    let host = unsafe { &*host };
    if host.size < mem::size_of::<Host>() {
        return CLEANSE_FAILED;
    }
    static SHIFT: i32 = 13;
    let shift = Binding {
        size: mem::size_of::<Binding>(),
        signature: c"int32 @caesar.shift".as_ptr(),
        function: None,
        value: (&raw const SHIFT).cast(),
        flags: 0,
        order: 0,
        file: concat!(file!(), "\0").as_ptr().cast(),
        line: line!(),
        value_size: mem::size_of_val(&SHIFT) as u32,
    };
    let make = make_caesar as unsafe extern "C" fn(i32) -> *mut TextFilter;
    let caesar = Binding {
        signature: c"text_filter *make_caesar(int32 shift @caesar.shift)".as_ptr(),
        // Safety: all function pointers have one size; the host calls it with the type in the signature.
        function: Some(unsafe { mem::transmute::<_, unsafe extern "C" fn()>(make) }),
        value: ptr::null(),
        flags: CLEANSE_CONTRIBUTE,
        line: line!(),
        value_size: 0,
        ..shift
    };
    unsafe {
        (host.bind)(binder, &shift);
        (host.bind)(binder, &caesar);
    }
    CLEANSE_OK
}
