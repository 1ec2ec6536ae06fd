//! Runs the plugin in `@HOST@`, or in the program that the variable HOST names.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Copies the plugin, which Cargo has built next to this test, into a directory of its own.
fn plugins() -> PathBuf {
    let program = env::current_exe().unwrap();
    let plugin = program.with_file_name("lib@SYMBOL@.so");
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("plugins");
    fs::create_dir_all(&directory).unwrap();
    let copy = directory.join("@NAME@.so");
    fs::copy(plugin, &copy).unwrap();
    // The host rejects what other users can change.
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o644)).unwrap();
    directory
}

/// Runs the command, and returns the output, the errors and the exit status.
fn run(plugins: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let host = env::var_os("HOST").unwrap_or_else(|| "@HOST@".into());
    let output = Command::new(host)
        .arg("run")
        .arg(plugins)
        .args(["--", "@NAME@"])
        .args(arguments)
        .output()
        .expect("`@HOST@` is on the PATH");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let status = output.status.code();
    (text(output.stdout), text(output.stderr), status)
}

#[test]
fn the_command_greets_one_person() {
    let plugins = plugins();
    let result = |output: &str, status| (output.into(), "".into(), Some(status));
    assert_eq!(run(&plugins, &[]), result("Hello, world!\n", 0));
    assert_eq!(run(&plugins, &["Ann"]), result("Hello, Ann!\n", 0));

    let (_, errors, status) = run(&plugins, &["Ann", "Ben"]);
    assert_eq!(errors, "@NAME@: it takes one name\n");
    assert_eq!(status, Some(2));
}
