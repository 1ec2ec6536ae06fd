//! The declarations of `cleanse_plugin.h`, which documents them. A contract that has function tables of its own uses
//! some of them.

use std::os::raw::{c_char, c_void};

/// The version of the interface, `CLEANSE_ABI_VERSION`.
pub const ABI_VERSION: u32 = 1;

/// Success: `CLEANSE_OK`.
pub const OK: i32 = 0;
/// Failure: `CLEANSE_FAILED`.
pub const FAILED: i32 = 1;

pub(crate) const SHARED: u32 = 1;
pub(crate) const CONTRIBUTE: u32 = 2;
pub(crate) const OVERRIDE: u32 = 4;
pub(crate) const DECORATE: u32 = 8;

/// The end of the note, with the stamp.
#[doc(hidden)]
#[cfg(target_arch = "x86_64")]
pub const STAMP: &str = r#"},"stamp":{"abi":1,"architecture":"x86_64","language":"c"}}"#;
/// The end of the note, with the stamp.
#[doc(hidden)]
#[cfg(target_arch = "aarch64")]
pub const STAMP: &str = r#"},"stamp":{"abi":1,"architecture":"aarch64","language":"c"}}"#;

/// A C function of any type.
pub type Function = unsafe extern "C" fn();
/// A function that releases the state of a table, or an instance.
pub type Destroy = unsafe extern "C" fn(*mut c_void);

/// `cleanse_binder`, an opaque type.
#[repr(C)]
pub struct Binder {
    _private: [u8; 0],
}

/// `cleanse_host`
#[repr(C)]
pub struct Host {
    pub(crate) size: usize,
    pub(crate) abi_version: u32,
    pub(crate) report_error: unsafe extern "C" fn(*mut Binder, *const c_char),
    pub(crate) bind: unsafe extern "C" fn(*mut Binder, *const Binding) -> i32,
    pub(crate) declare: unsafe extern "C" fn(*mut Binder, *const c_char, *const c_char, u32) -> i32,
    pub(crate) declare_structure:
        unsafe extern "C" fn(*mut Binder, *const c_char, *const c_char, u32) -> i32,
    pub(crate) declare_handle: unsafe extern "C" fn(
        *mut Binder,
        *const c_char,
        Option<Destroy>,
        *const c_char,
        u32,
    ) -> i32,
}

/// `cleanse_binding`
#[repr(C)]
pub struct Binding {
    pub(crate) size: usize,
    pub(crate) signature: *const c_char,
    pub(crate) function: Option<Function>,
    pub(crate) value: *const c_void,
    pub(crate) flags: u32,
    pub(crate) order: i32,
    pub(crate) file: *const c_char,
    pub(crate) line: u32,
    pub(crate) value_size: u32,
    pub(crate) service: *const Service,
}

/// `cleanse_error`
#[repr(C)]
#[non_exhaustive]
pub struct Error {
    /// The size of the structure.
    pub size: usize,
    /// Reports the error. Only the first one counts.
    pub fail: unsafe extern "C" fn(*mut Error, *const c_char),
    /// Not 0 after `fail` has been called.
    pub failed: i32,
}

impl Error {
    /// An error for a function that this plugin calls. `fail` sets `failed`.
    pub fn new(fail: unsafe extern "C" fn(*mut Error, *const c_char)) -> Self {
        Error { size: std::mem::size_of::<Error>(), fail, failed: 0 }
    }
}

/// `cleanse_array`, and `cleanse_bytes`, which has the same layout.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Array {
    pub(crate) items: *const c_void,
    pub(crate) count: usize,
}

type Work = unsafe extern "C" fn(*mut c_void, *mut Error);

/// `cleanse_service`
#[repr(C)]
pub struct Service {
    pub(crate) size: usize,
    pub(crate) start: Option<Work>,
    pub(crate) run: Option<Work>,
    pub(crate) stop: Option<Work>,
    pub(crate) start_deadline: u32,
    pub(crate) stop_deadline: u32,
    pub(crate) ending: u32,
}

/// `cleanse_streams`
#[repr(C)]
pub struct Streams {
    pub(crate) size: usize,
    pub(crate) read: unsafe extern "C" fn(*mut Streams, *mut c_void, usize) -> i64,
    pub(crate) write: unsafe extern "C" fn(*mut Streams, *const c_void, usize) -> i32,
    pub(crate) write_error: unsafe extern "C" fn(*mut Streams, *const c_void, usize) -> i32,
}

/// `cleanse_graph_binding`
#[repr(C)]
pub struct GraphBinding {
    pub(crate) size: usize,
    pub(crate) type_name: *const c_char,
    pub(crate) tag: *const c_char,
    pub(crate) origin: *const c_char,
    pub(crate) scope: *const c_char,
    pub(crate) file: *const c_char,
    pub(crate) line: u32,
    pub(crate) kind: u32,
    pub(crate) request_count: usize,
}

/// `cleanse_graph_request`
#[repr(C)]
pub struct GraphRequest {
    pub(crate) size: usize,
    pub(crate) type_name: *const c_char,
    pub(crate) tag: *const c_char,
    pub(crate) form: *const c_char,
}

/// `cleanse_graph`
#[repr(C)]
pub struct Graph {
    pub(crate) size: usize,
    pub(crate) binding_count: usize,
    pub(crate) binding: unsafe extern "C" fn(*const Graph, usize, *mut GraphBinding) -> i32,
    pub(crate) request: unsafe extern "C" fn(*const Graph, usize, usize, *mut GraphRequest) -> i32,
    pub(crate) answer: unsafe extern "C" fn(*const Graph, usize, usize, usize) -> usize,
    pub(crate) report:
        unsafe extern "C" fn(*const Graph, i32, *const c_char, *const c_char, usize) -> i32,
}

crate::function_table! {
    @new pub(crate),
    /// `cleanse_command`
    pub struct Command: "cleanse_command" {
        pub(crate) name: *const c_char,
        pub(crate) summary: *const c_char,
        pub(crate) run: Option<
            unsafe extern "C" fn(
                *mut c_void, usize, *const *const c_char, *mut Streams, *mut Error,
            ) -> i32,
        >,
    }
}

crate::function_table! {
    @new pub(crate),
    /// `cleanse_health_check`
    pub struct HealthCheck: "cleanse_health_check" {
        pub(crate) name: *const c_char,
        pub(crate) check: Option<unsafe extern "C" fn(*mut c_void, *mut Error)>,
    }
}

crate::function_table! {
    @new pub(crate),
    /// `cleanse_validator`
    pub struct Validator: "cleanse_validator" {
        pub(crate) name: *const c_char,
        pub(crate) validate: Option<unsafe extern "C" fn(*mut c_void, *const Graph)>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{self, MaybeUninit};
    use std::path::Path;
    use std::process::Command as Process;
    use std::{env, fs, ptr};

    /// The offsets of the members, and the size, of a structure here; the C source that prints those of the header.
    struct Layout {
        offsets: Vec<(&'static str, usize)>,
        size: usize,
        name: &'static str,
    }

    macro_rules! layout {
        ($type:ty: $name:literal, $($member:ident)*) => {{
            let value = MaybeUninit::<$type>::uninit();
            let base = value.as_ptr();
            // Safety: the members are not read.
            let offsets = vec![$((
                stringify!($member),
                unsafe { ptr::addr_of!((*base).$member) } as usize - base as usize,
            )),*];
            Layout { offsets, size: mem::size_of::<$type>(), name: $name }
        }};
    }

    #[test]
    fn the_structures_have_the_layout_of_the_header() {
        let layouts = [
            layout!(Host: "cleanse_host", size abi_version report_error bind declare declare_structure declare_handle),
            layout!(Binding: "cleanse_binding", size signature function value flags order file line value_size service),
            layout!(Error: "cleanse_error", size fail failed),
            layout!(Array: "cleanse_array", items count),
            layout!(Service: "cleanse_service", size start run stop start_deadline stop_deadline ending),
            layout!(Streams: "cleanse_streams", size read write write_error),
            layout!(GraphBinding: "cleanse_graph_binding", size type_name tag origin scope file line kind request_count),
            layout!(GraphRequest: "cleanse_graph_request", size type_name tag form),
            layout!(Graph: "cleanse_graph", size binding_count binding request answer report),
            layout!(Command: "cleanse_command", size state destroy name summary run),
            layout!(HealthCheck: "cleanse_health_check", size state destroy name check),
            layout!(Validator: "cleanse_validator", size state destroy name validate),
        ];
        let (mut expected, mut source) = (String::new(), String::from(SOURCE));
        for layout in &layouts {
            for (member, offset) in &layout.offsets {
                let member = if *member == "type_name" { "type" } else { member };
                expected += &format!("{}.{member} {offset}\n", layout.name);
                source += &format!("  OFFSET({}, {member})\n", layout.name);
            }
            expected += &format!("{} {}\n", layout.name, layout.size);
            source += &format!("  SIZE({})\n", layout.name);
        }
        source += "  return 0;\n}\n";
        assert_eq!(run(&source), expected);
    }

    #[test]
    fn the_constants_are_those_of_the_header() {
        let constants = [
            ("CLEANSE_ABI_VERSION", ABI_VERSION),
            ("CLEANSE_OK", OK as u32),
            ("CLEANSE_FAILED", FAILED as u32),
            ("CLEANSE_SHARED", SHARED),
            ("CLEANSE_CONTRIBUTE", CONTRIBUTE),
            ("CLEANSE_OVERRIDE", OVERRIDE),
            ("CLEANSE_DECORATE", DECORATE),
            ("CLEANSE_STOP_ALL", crate::Ending::StopAll as u32),
            ("CLEANSE_RESTART", crate::Ending::Restart as u32),
            ("CLEANSE_IGNORE", crate::Ending::Ignore as u32),
            ("CLEANSE_NOTE", crate::Severity::Note as u32),
            ("CLEANSE_WARNING", crate::Severity::Warning as u32),
            ("CLEANSE_ERROR", crate::Severity::Error as u32),
        ];
        let (mut expected, mut source) = (String::new(), String::from(SOURCE));
        for (name, value) in constants {
            expected += &format!("{name} {value}\n");
            source += &format!("  printf(\"{name} %d\\n\", {name});\n");
        }
        source += "  return 0;\n}\n";
        assert_eq!(run(&source), expected);
        assert!(STAMP.contains(&format!("\"abi\":{ABI_VERSION},")));
    }

    const SOURCE: &str = r##"#include <cleanse_plugin.h>
#include <stdio.h>
#define OFFSET(type, member) printf(#type "." #member " %zu\n", offsetof(type, member));
#define SIZE(type) printf(#type " %zu\n", sizeof(type));
int main(void) {
"##;

    /// Compiles a C program against the header, and returns its output.
    fn run(source: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        // In a clone, and in an installation.
        let header = ["../CCleansePlugin/include", "../../../../include/cleanse"]
            .iter()
            .map(|path| folder.join(path))
            .find(|path| path.join("cleanse_plugin.h").exists())
            .expect("cleanse_plugin.h is missing");
        let program = env::temp_dir().join(format!(
            "cleanse-layout-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        let file = program.with_extension("c");
        fs::write(&file, source).unwrap();
        let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
        let status = Process::new(compiler)
            .arg("-I")
            .arg(header)
            .arg("-o")
            .arg(&program)
            .arg(&file)
            .status();
        assert!(status.unwrap().success());
        let output = Process::new(&program).output().unwrap();
        fs::remove_file(program).unwrap();
        fs::remove_file(file).unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}
