//! Calls what a plugin registers, as a host does.

use crate::memory::free;
use crate::raw::{Array, Command as CommandTable, Destroy, Function};
use crate::*;
use std::ffi::{CStr, CString};
use std::mem;
use std::os::raw::{c_char, c_void};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

/// What a plugin has registered. Its address is that of the binder.
#[derive(Default)]
struct Registrations {
    signatures: Vec<String>,
    functions: Vec<Option<Function>>,
    values: Vec<i32>,
    destroy: Option<Destroy>,
    files: Vec<String>,
    errors: Vec<String>,
}

unsafe fn registrations<'a>(binder: *mut raw::Binder) -> &'a mut Registrations {
    // Safety: `configured` passes the address of the registrations.
    unsafe { &mut *binder.cast() }
}

unsafe fn text(text: *const c_char) -> String {
    // Safety: the caller passes a valid text.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_string()
}

unsafe extern "C" fn report_error(binder: *mut raw::Binder, message: *const c_char) {
    // Safety: as above.
    unsafe { registrations(binder).errors.push(text(message)) };
}

unsafe extern "C" fn bind(binder: *mut raw::Binder, binding: *const raw::Binding) -> i32 {
    // Safety: as above. Values of four bytes are numbers here.
    unsafe {
        let (registrations, binding) = (registrations(binder), &*binding);
        registrations.signatures.push(text(binding.signature));
        registrations.files.push(text(binding.file));
        registrations.functions.push(binding.function);
        if binding.value_size == 4 {
            registrations.values.push(*binding.value.cast());
        }
    }
    raw::OK
}

unsafe extern "C" fn declare(
    binder: *mut raw::Binder,
    key: *const c_char,
    file: *const c_char,
    _: u32,
) -> i32 {
    // Safety: as above.
    unsafe {
        registrations(binder).signatures.push(text(key));
        registrations(binder).files.push(text(file));
    }
    raw::OK
}

unsafe extern "C" fn declare_handle(
    binder: *mut raw::Binder,
    name: *const c_char,
    destroy: Option<Destroy>,
    file: *const c_char,
    _: u32,
) -> i32 {
    // Safety: as above.
    unsafe {
        registrations(binder).signatures.push(text(name));
        registrations(binder).files.push(text(file));
        registrations(binder).destroy = destroy;
    }
    raw::OK
}

fn configured(configure: fn(&mut Binder<'_>)) -> (i32, Registrations) {
    configured_in(None, configure)
}

fn configured_in(
    directory: Option<&'static str>,
    configure: fn(&mut Binder<'_>),
) -> (i32, Registrations) {
    let host = raw::Host {
        size: mem::size_of::<raw::Host>(),
        abi_version: raw::ABI_VERSION,
        report_error,
        bind,
        declare,
        declare_structure: declare,
        declare_handle,
    };
    let mut registrations = Registrations::default();
    let binder: *mut Registrations = &mut registrations;
    // Safety: the table and the binder are valid.
    let status = unsafe { implementation::entry_point(&host, binder.cast(), directory, configure) };
    (status, registrations)
}

/// The error of a function.
#[repr(C)]
struct Failure {
    error: raw::Error,
    message: Option<String>,
}

unsafe extern "C" fn fail(error: *mut raw::Error, message: *const c_char) {
    // Safety: the error is the first member of a failure.
    unsafe {
        (*error).failed = 1;
        (*error.cast::<Failure>()).message = Some(text(message));
    }
}

impl Failure {
    fn new() -> Self {
        Failure { error: raw::Error::new(fail), message: None }
    }

    fn pointer(&mut self) -> *mut raw::Error {
        (self as *mut Failure).cast()
    }
}

#[test]
fn a_factory_converts_its_parameters_and_its_result() {
    let (status, plugin) = configured(|binder| {
        binder.bind().named("times").to_value(3);
        binder.bind().named("text").shared().to(["word", "times"], |word: String, times: i32| {
            if times == 0 {
                panic!("no times");
            }
            usize::try_from(times).map(|times| vec![word; times])
        });
    });
    assert_eq!((status, plugin.values), (raw::OK, vec![3]));
    let signature =
        plugin.signatures[1].replace("a_factory_converts_its_parameters_and_its_result", "f");
    assert_eq!(signature, "owned string[] f(string @word, int32 @times) throws @text");
    type F = unsafe extern "C" fn(*const c_char, i32, *mut raw::Error) -> Array;
    // Safety: this is the type in the signature.
    let function = unsafe { mem::transmute::<Function, F>(plugin.functions[1].unwrap()) };
    let word = CString::new("ha").unwrap();
    let mut failure = Failure::new();
    // Safety: the arguments are valid, and the result belongs to the caller.
    unsafe {
        let array = function(word.as_ptr(), 2, failure.pointer());
        assert_eq!((array.count, failure.message.take()), (2, None));
        for index in 0..2 {
            let item = *array.items.cast::<*mut c_char>().add(index);
            assert_eq!(text(item), "ha");
            free(item.cast());
        }
        free(array.items as *mut c_void);

        for (times, message) in
            [(0, "it panicked: no times"), (-1, "out of range integral type conversion attempted")]
        {
            let array = function(word.as_ptr(), times, failure.pointer());
            assert!(array.items.is_null() && array.count == 0);
            assert_eq!(failure.message.take().unwrap(), message);
        }
        let word = CString::new([b'a', 0xFF]).unwrap();
        function(word.as_ptr(), 1, failure.pointer());
        assert!(failure.message.unwrap().starts_with("invalid utf-8"));
    }
}

static COUNTERS: AtomicUsize = AtomicUsize::new(0);

struct Counter(i32);

impl Drop for Counter {
    fn drop(&mut self) {
        COUNTERS.fetch_sub(1, Ordering::SeqCst);
    }
}

// Safety: the pointers below are those of an `Arc`.
unsafe impl Handle for Counter {
    const NAME: &'static str = "counter";
}

#[test]
fn a_handle_is_destroyed_once() {
    let (_, plugin) = configured(|binder| {
        binder.handle::<Counter>();
        binder.bind().shared().to([], || {
            COUNTERS.fetch_add(1, Ordering::SeqCst);
            Arc::new(Counter(5))
        });
        binder.bind().to([""], |counter: Arc<Counter>| counter.0);
        binder.bind().to([""], |counter: Option<Arc<Counter>>| counter.map_or(-1, |it| it.0));
    });
    assert_eq!(plugin.signatures[0], "counter");
    let mut failure = Failure::new();
    // Safety: the types are those of the signatures.
    unsafe {
        type Make = unsafe extern "C" fn(*mut raw::Error) -> *const Counter;
        type Read = unsafe extern "C" fn(*const Counter, *mut raw::Error) -> i32;
        let make = mem::transmute::<Function, Make>(plugin.functions[0].unwrap());
        let read = mem::transmute::<Function, Read>(plugin.functions[1].unwrap());
        let read_optional = mem::transmute::<Function, Read>(plugin.functions[2].unwrap());
        let counter = make(failure.pointer());
        assert_eq!(read(counter, failure.pointer()), 5);
        assert_eq!(read_optional(counter, failure.pointer()), 5);
        assert_eq!(read_optional(std::ptr::null(), failure.pointer()), -1);
        assert_eq!(COUNTERS.load(Ordering::SeqCst), 1);
        plugin.destroy.unwrap()(counter as *mut c_void);
        assert_eq!(COUNTERS.load(Ordering::SeqCst), 0);
    }
}

/// Its reference shows whether it exists.
struct Echo(#[allow(dead_code)] Arc<()>);

impl Command for Echo {
    fn name(&self) -> &str {
        "echo"
    }

    fn summary(&self) -> &str {
        "Fails with its arguments"
    }

    fn run(&self, arguments: &[&str], _: &mut Streams<'_>) -> Result<i32, Error> {
        if arguments.is_empty() {
            return Ok(7);
        }
        Err(arguments.join(" ").into())
    }
}

unsafe extern "C" fn read(_: *mut raw::Streams, _: *mut c_void, _: usize) -> i64 {
    0
}

unsafe extern "C" fn write(_: *mut raw::Streams, _: *const c_void, _: usize) -> i32 {
    raw::FAILED
}

#[test]
fn a_command_runs_and_is_destroyed() {
    let owner = Arc::new(());
    let table: *mut CommandTable = command(Echo(owner.clone())).into_raw();
    let size = mem::size_of::<raw::Streams>();
    let mut streams = raw::Streams { size, read, write, write_error: write };
    let (first, second) = (CString::new("a").unwrap(), CString::new("ä").unwrap());
    let wrong = CString::new([0xFF]).unwrap();
    let mut failure = Failure::new();
    // Safety: the table belongs to the caller.
    unsafe {
        assert_eq!(text((*table).name), "echo");
        let mut run = |texts: &[*const c_char]| {
            let run = (*table).run.unwrap();
            let error = failure.pointer();
            let status = run((*table).state, texts.len(), texts.as_ptr(), &mut streams, error);
            (status, failure.message.take())
        };
        assert_eq!(run(&[]), (7, None));
        assert_eq!(run(&[first.as_ptr(), second.as_ptr()]), (1, Some("a ä".to_string())));
        let message = "an argument is not UTF-8: \u{FFFD}".to_string();
        assert_eq!(run(&[first.as_ptr(), wrong.as_ptr()]), (1, Some(message)));
        assert_eq!(Arc::strong_count(&owner), 2);
        (*table).destroy.unwrap()((*table).state);
    }
    assert_eq!(Arc::strong_count(&owner), 1);
    drop(command(Echo(owner.clone())));
    assert_eq!(Arc::strong_count(&owner), 1);
}

#[test]
fn an_entry_point_reports_its_errors() {
    let (status, plugin) = configured(|_| panic!("no bindings"));
    assert_eq!(
        (status, plugin.errors),
        (raw::FAILED, vec!["it panicked: no bindings".to_string()])
    );
    let (status, plugin) = configured(|binder| {
        binder.bind().shared().to([], || command(Echo(Arc::new(()))));
    });
    assert_eq!(status, raw::OK);
    assert_eq!(plugin.errors, ["a function table can't be shared: cleanse_command *"]);
    assert!(plugin.signatures.is_empty());
}

// A location had no directory, as Cargo compiles in that of the package, so no tool found the file.
#[test]
fn a_location_has_the_directory_of_the_sources() {
    let configure: fn(&mut Binder<'_>) = |binder| {
        binder.bind().named("times").to_value(3);
        binder.declare::<Option<i32>>("number");
    };
    let (_, plugin) = configured_in(None, configure);
    assert_eq!(plugin.files, [file!(), file!()]);
    let (_, plugin) = configured_in(Some("plugins/gong"), configure);
    let path = format!("plugins/gong/{}", file!());
    assert_eq!(plugin.files, [path.clone(), path]);
}

/// Version 1.0 of a contract.
mod first {
    crate::function_table! {
        pub struct BellTable: "bell" {
            pub ring: Option<unsafe extern "C" fn(*mut std::os::raw::c_void) -> i32>,
        }
    }
}

/// Version 1.1, which has added `count`.
mod second {
    crate::function_table! {
        pub struct BellTable: "bell" {
            pub ring: Option<unsafe extern "C" fn(*mut std::os::raw::c_void) -> i32>,
            pub count: Option<unsafe extern "C" fn(*mut std::os::raw::c_void) -> i32>,
        }
    }
}

unsafe extern "C" fn ring<T: FunctionTable>(state: *mut c_void) -> i32 {
    // Safety: the tables of the test have this state.
    *unsafe { Table::<T>::state::<i32>(state) }
}

// The function that destroys the state was the last member, and so the one that a later version had added.
#[test]
fn a_table_of_an_earlier_version_lacks_the_members_of_a_later_one() {
    let old = Table::new(3, |_| first::BellTable::new(Some(ring::<first::BellTable>))).into_raw();
    let count = Some(ring::<second::BellTable> as unsafe extern "C" fn(*mut c_void) -> i32);
    let new = Table::new(4, |_| second::BellTable::new(count, count)).into_raw();
    for (table, expected, has_count) in [(old.cast(), 3, false), (new, 4, true)] {
        let table: NonNull<second::BellTable> = NonNull::new(table).unwrap();
        // Safety: the tables belong to the caller.
        unsafe {
            let state = member!(table, state).unwrap();
            assert_eq!(member!(table, ring).flatten().unwrap()(state), expected);
            assert_eq!(member!(table, count).is_some(), has_count);
            member!(table, destroy).flatten().unwrap()(state);
        }
    }
}
