//! The command `@NAME@`, which prints a greeting.

use cleanse_plugin::{command, plugin, Binder, Command, Error, Streams, UsageError};
use std::io::Write;

struct Hello;

impl Command for Hello {
    fn name(&self) -> &str {
        "@NAME@"
    }

    fn summary(&self) -> &str {
        "Prints a greeting"
    }

    /// What `@HOST@ run plugins -- @NAME@ [NAME]` does. Returns the exit status.
    fn run(&self, arguments: &[&str], streams: &mut Streams) -> Result<i32, Error> {
        if arguments.len() > 1 {
            return Err(UsageError::new("it takes one name").into());
        }
        let name = arguments.first().unwrap_or(&"world");
        writeln!(streams.output, "Hello, {name}!")?;
        Ok(0)
    }
}

fn configure(binder: &mut Binder) {
    binder.bind().into_collection().to([], || command(Hello));
}

plugin! {
    identifier: "@IDENTIFIER@",
    version: env!("CARGO_PKG_VERSION"),
    summary: "Prints a greeting",
    authors: ["@AUTHOR@"],
    contributes: {"Command": [{"name": "@NAME@", "summary": "Prints a greeting"}]},
    configure: configure,
}
