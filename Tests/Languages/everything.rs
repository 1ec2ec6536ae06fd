//! Uses each part of the crate `cleanse-plugin`, and fails in each way, for PluginLanguageTests.
#![deny(warnings)]

use cleanse_plugin::{
    command, health_check, plugin, validator, Binder, Command, Ending, Error, Graph, Handle,
    HealthCheck, Provider, Service, Severity, Streams, UsageError, Validator,
};
use std::io::{Read, Write};
use std::sync::Arc;
use std::{fmt, panic};

struct Counter {
    value: i32,
}

// Safety: the name contains that of the plugin.
unsafe impl Handle for Counter {
    const NAME: &'static str = "everything_counter";
}

struct Ticker;

// Safety: as above.
unsafe impl Handle for Ticker {
    const NAME: &'static str = "everything_ticker";
}

impl Service for Ticker {
    const ENDING: Ending = Ending::Restart;

    fn run(&self) -> Result<(), Error> {
        Ok(())
    }

    fn stop(&self) -> Result<(), Error> {
        Ok(())
    }
}

fn total(first: i32, second: i64) -> i64 {
    i64::from(first) + second
}

#[allow(clippy::too_many_arguments)]
fn all(
    counter: Arc<Counter>,
    weights: Vec<f64>,
    limit: Option<f64>,
    names: Vec<String>,
    word: String,
    failing: Provider<String>,
    flags: Vec<bool>,
    missing: Option<String>,
) -> Result<String, fmt::Error> {
    // Safety: the factory is running.
    let failure = unsafe { failing.get() }.unwrap_err();
    let value = counter.value;
    Ok(format!("{word} {value} {weights:?} {limit:?} {names:?} {flags:?} {missing:?} [{failure}]"))
}

struct Everything {
    name: &'static str,
    text: String,
}

/// Panics when it is printed.
#[derive(Debug)]
struct Unprintable;

impl fmt::Display for Unprintable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("no text")
    }
}

impl std::error::Error for Unprintable {}

/// Panics when it is dropped.
struct Undroppable;

impl Drop for Undroppable {
    fn drop(&mut self) {
        panic!("dropped")
    }
}

impl Command for Everything {
    fn name(&self) -> &str {
        self.name
    }

    fn summary(&self) -> &str {
        "Fails in each way"
    }

    fn run(&self, arguments: &[&str], streams: &mut Streams) -> Result<i32, Error> {
        // The panics are expected.
        panic::set_hook(Box::new(|_| {}));
        match arguments {
            [] => writeln!(streams.output, "{}", self.text)?,
            ["error"] => return Err("it can't".into()),
            ["usage"] => return Err(UsageError::new("not so").into()),
            ["panic"] => panic!("out of luck: {}", 7),
            ["literal"] => panic!("out of luck"),
            ["object"] => panic::panic_any(Undroppable),
            ["display"] => return Err(Unprintable.into()),
            ["null"] => return Err("a\0b".into()),
            ["number"] => drop("x".parse::<i32>()?),
            ["copy"] => {
                let mut text = String::new();
                streams.input.read_to_string(&mut text)?;
                write!(streams.output, "{text}")?;
            }
            ["yes"] => loop {
                writeln!(streams.output, "y")?;
            },
            others => {
                writeln!(streams.errors, "{others:?}")?;
                return Ok(3);
            }
        }
        Ok(0)
    }
}

struct Pulse;

impl HealthCheck for Pulse {
    fn name(&self) -> &str {
        "pulse"
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

struct Rules;

impl Validator for Rules {
    fn name(&self) -> &str {
        "rules"
    }

    fn validate(&self, graph: &Graph<'_>) {
        for index in 0..graph.binding_count() {
            let binding = graph.binding(index).unwrap();
            if binding.tag == Some("total") {
                let providers: Vec<_> = (0..binding.request_count)
                    .map(|request| graph.providers(index, request).len())
                    .collect();
                let message = format!("total has {providers:?} providers");
                graph.report(Severity::Note, "rules/total", &message, Some(index));
            }
        }
        assert!(graph.binding(graph.binding_count()).is_none());
    }
}

fn configure(binder: &mut Binder) {
    binder.handle::<Counter>();
    binder.handle::<Ticker>();
    binder.declare::<Vec<f64>>("weights");
    binder.declare::<Option<f64>>("limit");
    binder.declare::<Option<String>>("missing");
    binder.bind().named("n").to_value(3);
    binder.bind().named("m").to_value(4_i64);
    binder.bind().named("names").to_value(vec!["a".to_string(), "b".to_string()]);
    binder.bind().named("flags").to_value(vec![true, false]);
    binder.bind().named("total").to(["n", "m"], total);
    binder.bind().named("word").shared().to([], || "hi".to_string());
    binder.bind().named("word").decorating().order(1).to(["word"], |inner: String| inner + "?");
    binder.bind().named("word").decorating().to(["word"], |inner: String| inner + "!");
    binder.bind().shared().to(["n"], |value: i32| Arc::new(Counter { value }));
    binder.bind().named("bad").to([], || -> String {
        panic::set_hook(Box::new(|_| {}));
        panic!("no word")
    });
    binder.bind().named("null").to([], || "a\0b".to_string());
    binder.bind().named("weights").into_collection().order(2).to_value(2.5);
    binder.bind().named("weights").into_collection().order(1).to([], || vec![1.0, 2.0]);
    let keys = ["", "weights", "limit", "names", "word", "bad", "flags", "missing"];
    binder.bind().named("all").to(keys, all);
    binder
        .bind()
        .into_collection()
        .to(["all"], |text: String| command(Everything { name: "everything", text }));
    binder
        .bind()
        .into_collection()
        .to(["null"], |text: String| command(Everything { name: "null", text }));
    binder.bind().into_collection().to([], || health_check(Pulse));
    binder.bind().into_collection().to([], || validator(Rules));
    binder.bind().to_service([], || Arc::new(Ticker));
    binder.bind().named("unused").to(["total"], |total: i64| total);
}

cleanse_plugin::contract!("org.example.everything-contract", "1.2.0");

plugin! {
    identifier: "org.example.everything",
    version: "1.0.0",
    summary: "Uses \"everything\"",
    authors: ["Ada", "Grace"],
    contributes: {
        "Command": [{"name": "everything", "summary": "Fails in each way"}, {"name": "null", "summary": "Fails"}],
        "HealthCheck": [],
        "CleanseBindingPlugin": []
    },
    needs: {"read": ["/srv/everything"], "ports": {"connect": [443]}},
    configure: configure,
}
