//! Shows: a plugin in Rust with the crate `cleanse-plugin`: a value, and a factory of a filter.
//!
//!     cargo build --offline --target-dir target \
//!       --manifest-path Sources/SamplePlugins/Caesar/Cargo.toml

use cleanse_plugin::{plugin, Binder, Error};
use text_filter::{text_filter, Output, Pass, Piece, TextFilter};

struct Caesar {
    shift: i32,
}

impl TextFilter for Caesar {
    type Pass = Rotation;

    fn name(&self) -> &str {
        "caesar"
    }

    fn summary(&self) -> &str {
        "rotates letters in the alphabet by 13, or by SHIFT: caesar:SHIFT"
    }

    fn begin(&self, argument: Option<&str>) -> Result<Rotation, Error> {
        let shift: i32 = match argument {
            None => self.shift,
            Some(text) => {
                text.parse().map_err(|_| format!("the shift is a whole number, not '{text}'"))?
            }
        };
        Ok(Rotation(shift.rem_euclid(26) as u8))
    }
}

/// A pass with a shift from 0 to 25.
struct Rotation(u8);

impl Rotation {
    fn turn(&self, byte: u8) -> u8 {
        match byte {
            b'a'..=b'z' => b'a' + (byte - b'a' + self.0) % 26,
            b'A'..=b'Z' => b'A' + (byte - b'A' + self.0) % 26,
            _ => byte,
        }
    }
}

impl Pass for Rotation {
    fn transform(&mut self, piece: &Piece, output: &mut Output) -> Result<(), Error> {
        let turned: Vec<u8> = piece.text.iter().map(|byte| self.turn(*byte)).collect();
        output.append(&turned);
        output.append(piece.ending.unwrap_or_default());
        Ok(())
    }
}

fn configure(binder: &mut Binder) {
    binder.bind().named("caesar.shift").to_value(13);
    binder
        .bind()
        .into_collection()
        .to(["caesar.shift"], |shift: i32| text_filter(Caesar { shift }));
}

plugin! {
    identifier: "org.cleanse.samples.caesar",
    version: "1.0.0",
    summary: "Rotates letters in the alphabet",
    authors: ["The Cleanse authors"],
    contributes: ["TextFilter"],
    configure: configure,
}
