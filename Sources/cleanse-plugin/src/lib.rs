//! Plugins for hosts of Cleanse, in Rust.
//!
//! A plugin is a crate of the type `cdylib`:
//!
//! ```no_run
//! use cleanse_plugin::{command, plugin, Binder, Command, Error, Streams};
//! use std::io::Write;
//!
//! struct Hello {
//!     word: String,
//! }
//!
//! impl Command for Hello {
//!     fn name(&self) -> &str {
//!         "hello"
//!     }
//!
//!     fn summary(&self) -> &str {
//!         "Prints a greeting"
//!     }
//!
//!     fn run(&self, arguments: &[&str], streams: &mut Streams) -> Result<i32, Error> {
//!         let name = arguments.first().unwrap_or(&"world");
//!         writeln!(streams.output, "{}, {name}!", self.word)?;
//!         Ok(0)
//!     }
//! }
//!
//! fn configure(binder: &mut Binder) {
//!     binder.bind().named("hello.word").to_value("Hello".to_string());
//!     binder.bind().into_collection().to(["hello.word"], |word: String| command(Hello { word }));
//! }
//!
//! plugin! {
//!     identifier: "org.example.hello",
//!     version: "1.0.0",
//!     summary: "Prints a greeting",
//!     authors: ["Ann Example"],
//!     contributes: {"Command": [{"name": "hello", "summary": "Prints a greeting"}]},
//!     configure: configure,
//! }
//! ```
//!
//! The signatures of the C interface are derived from the Rust types, so a function is always called with the
//! arguments that it has. A panic in a factory, a command or a service is caught and reported as its error, unless the
//! crate is compiled with `panic = "abort"`.
#![deny(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

mod binder;
mod command;
mod error;
mod factory;
mod handle;
mod health_check;
mod memory;
mod note;
pub mod raw;
mod service;
mod streams;
mod table;
#[cfg(test)]
mod tests;
mod validator;
mod values;

pub use binder::{Binder, Binding};
pub use command::{command, Command};
pub use error::{guard, Error, UsageError};
pub use factory::Factory;
pub use handle::Handle;
pub use health_check::{health_check, HealthCheck};
pub use service::{Ending, MakesService, Service};
pub use streams::{Input, Output, Streams};
pub use table::{FunctionTable, Table};
pub use validator::{validator, Graph, GraphBinding, GraphRequest, Kind, Severity, Validator};
pub use values::{Declarable, Element, Parameter, Provided, Provider, Returned, Value};

#[doc(hidden)]
pub mod implementation {
    //! What the macros of this crate expand to.
    pub use crate::binder::entry_point;
    pub use crate::note::{
        check_identifier, check_line, check_version, length, Note, PLUGIN, USED_CONTRACT,
    };
    pub use crate::table::member;
}

/// Defines the manifest, the stamp and the entry point of a plugin.
///
/// The members have this order; the authors, `contributes`, `requires`, `options`, `needs` and `formerly` are as in
/// `plugin.json`, and the last five may be omitted. `configure` is a function that registers the bindings. The host calls it once for each
/// graph that it records, so it has to register the same bindings each time.
///
/// ```no_run
/// cleanse_plugin::plugin! {
///     identifier: "org.example.width",
///     version: "1.0.0",
///     summary: "Doubles the width of a line",
///     authors: ["Ann Example"],
///     requires: {"org.example.words": ">=1.0.0"},
///     options: {"width": {"type": "int", "default": 72, "summary": "The width of a line"}},
///     formerly: ["org.example.doubling"],
///     configure: |binder| {
///         binder.bind().named("double.width").to(["option.width"], |width: i64| width * 2);
///     },
/// }
/// ```
///
/// An identifier, a version, a summary or an author that the host would reject is an error of the compiler:
///
/// ```compile_fail
/// cleanse_plugin::plugin! {
///     identifier: "hello",
///     version: "1.0.0",
///     summary: "Prints a greeting",
///     authors: ["Ann Example"],
///     configure: |_| {},
/// }
/// ```
#[macro_export]
macro_rules! plugin {
    (
        identifier: $identifier:expr,
        version: $version:expr,
        summary: $summary:expr,
        authors: [$author:expr $(, $authors:expr)* $(,)?]
        $(, contributes: $contributes:tt)?
        $(, requires: $requires:tt)?
        $(, options: $options:tt)?
        $(, needs: $needs:tt)?
        $(, formerly: $formerly:tt)?
        , configure: $configure:expr $(,)?
    ) => {
        const _: () = {
            $crate::implementation::check_identifier($identifier);
            $crate::implementation::check_version($version);
            $crate::implementation::check_line($summary);
            $crate::implementation::check_line($author);
            $($crate::implementation::check_line($authors);)*

            const TEXTS: &[(bool, &str)] = &[
                (false, "{\"manifest\":{\"identifier\":\""),
                (true, $identifier),
                (false, "\",\"version\":\""),
                (true, $version),
                (false, "\",\"summary\":\""),
                (true, $summary),
                (false, "\",\"authors\":[\""),
                (true, $author),
                $((false, "\",\""), (true, $authors),)*
                (false, "\"]"),
                $((false, ",\"contributes\":"), (false, stringify!($contributes)),)?
                $((false, ",\"requires\":"), (false, stringify!($requires)),)?
                $((false, ",\"options\":"), (false, stringify!($options)),)?
                $((false, ",\"needs\":"), (false, stringify!($needs)),)?
                $((false, ",\"formerly\":"), (false, stringify!($formerly)),)?
                (false, $crate::raw::STAMP),
            ];

            #[used]
            #[link_section = ".note.cleanse"]
            static NOTE: $crate::implementation::Note<{ $crate::implementation::length(TEXTS) }> =
                $crate::implementation::Note::new($crate::implementation::PLUGIN, TEXTS);

            const CONFIGURE: fn(&mut $crate::Binder<'_>) = $configure;

            /// Registers the bindings of the plugin.
            ///
            /// # Safety
            ///
            /// Called by the host, with its table and a binder that is valid until the function returns.
            #[no_mangle]
            pub unsafe extern "C" fn cleanse_plugin_configure(
                host: *const $crate::raw::Host,
                binder: *mut $crate::raw::Binder,
            ) -> i32 {
                // `host build` sets it: Cargo compiles in the directory of the package.
                let directory = option_env!("CLEANSE_SOURCE_DIRECTORY");
                // Safety: the requirements of the functions are the same.
                unsafe { $crate::implementation::entry_point(host, binder, directory, CONFIGURE) }
            }
        };
    };
}

/// States the version of a contract, in the crate with its function tables.
///
/// Each plugin that uses the crate gets it. The host compares the versions of the plugins and of the library of the
/// contract, as `CLEANSE_CONTRACT` in C does.
///
/// ```
/// cleanse_plugin::contract!("org.example.text-filter", "1.2.0");
/// ```
#[macro_export]
macro_rules! contract {
    ($identifier:expr, $version:expr $(,)?) => {
        const _: () = {
            $crate::implementation::check_identifier($identifier);
            $crate::implementation::check_version($version);

            const TEXTS: &[(bool, &str)] = &[
                (false, "{\"identifier\":\""),
                (true, $identifier),
                (false, "\",\"version\":\""),
                (true, $version),
                (false, "\"}"),
            ];

            #[used]
            #[link_section = ".note.cleanse"]
            static NOTE: $crate::implementation::Note<{ $crate::implementation::length(TEXTS) }> =
                $crate::implementation::Note::new($crate::implementation::USED_CONTRACT, TEXTS);
        };
    };
}
