//! Notes, made at compile time. Each text is a pair: whether it is inserted into a JSON string, and the text.

/// The type of the note of a plugin.
pub const PLUGIN: u32 = 1;
/// The type of the note of a contract that a plugin was built against.
pub const USED_CONTRACT: u32 = 4;

/// The section `.note.cleanse`.
#[repr(C, align(4))]
pub struct Note<const SIZE: usize> {
    name_size: u32,
    size: u32,
    kind: u32,
    name: [u8; 8],
    text: [u8; SIZE],
}

impl<const SIZE: usize> Note<SIZE> {
    /// The note of a type with these texts.
    pub const fn new(kind: u32, texts: &[(bool, &str)]) -> Self {
        let mut text = [0; SIZE];
        let mut end = 0;
        let mut index = 0;
        while index < texts.len() {
            let (is_quoted, bytes) = (texts[index].0, texts[index].1.as_bytes());
            let mut position = 0;
            while position < bytes.len() {
                let byte = bytes[position];
                if is_quoted && needs_escape(byte) {
                    text[end] = b'\\';
                    end += 1;
                }
                text[end] = byte;
                end += 1;
                position += 1;
            }
            index += 1;
        }
        Note { name_size: 8, size: SIZE as u32, kind, name: *b"Cleanse\0", text }
    }
}

/// The size of the description with these texts, a multiple of 4.
pub const fn length(texts: &[(bool, &str)]) -> usize {
    let mut length = 0;
    let mut index = 0;
    while index < texts.len() {
        let (is_quoted, bytes) = (texts[index].0, texts[index].1.as_bytes());
        let mut position = 0;
        while position < bytes.len() {
            length += if is_quoted && needs_escape(bytes[position]) { 2 } else { 1 };
            position += 1;
        }
        index += 1;
    }
    (length + 3) / 4 * 4
}

const fn needs_escape(byte: u8) -> bool {
    byte == b'"' || byte == b'\\'
}

/// Fails to compile unless the text is a reverse-DNS name.
pub const fn check_identifier(text: &str) {
    let bytes = text.as_bytes();
    if bytes.len() > 255 {
        panic!("the identifier has more than 255 bytes");
    }
    let mut dots = 0;
    let mut index = 0;
    while index < bytes.len() {
        let byte = bytes[index];
        let is_edge = index == 0
            || index + 1 == bytes.len()
            || bytes[index - 1] == b'.'
            || bytes[index + 1] == b'.';
        match byte {
            b'.' if index == 0 || index + 1 == bytes.len() || bytes[index - 1] == b'.' => {
                panic!("the identifier has an empty part")
            }
            b'.' => dots += 1,
            b'-' if is_edge => panic!("a part of the identifier has a hyphen at an end"),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => {}
            _ => panic!("the identifier has letters, digits, hyphens and dots only"),
        }
        index += 1;
    }
    if dots == 0 {
        panic!("the identifier is a reverse-DNS name, as in org.example.hello");
    }
}

/// Fails to compile unless the text begins with the three numbers of a semantic version.
pub const fn check_version(text: &str) {
    let bytes = text.as_bytes();
    let mut index = 0;
    let mut number = 0;
    while number < 3 {
        let start = index;
        while index < bytes.len() && bytes[index].is_ascii_digit() {
            index += 1;
        }
        if index == start {
            panic!("the version has three numbers, as in 1.0.0");
        }
        if bytes[start] == b'0' && index > start + 1 {
            panic!("a number of the version has a leading zero");
        }
        number += 1;
        if number < 3 {
            if index == bytes.len() || bytes[index] != b'.' {
                panic!("the version has three numbers, as in 1.0.0");
            }
            index += 1;
        }
    }
    if index < bytes.len() && bytes[index] != b'-' && bytes[index] != b'+' {
        panic!("the version has three numbers, as in 1.0.0");
    }
    check_line(text);
}

/// Fails to compile unless the text is one line with at most 255 bytes.
pub const fn check_line(text: &str) {
    let bytes = text.as_bytes();
    if bytes.len() > 255 {
        panic!("a text of the manifest has more than 255 bytes");
    }
    let mut has_visible = false;
    let mut index = 0;
    while index < bytes.len() {
        if bytes[index].is_ascii_control() {
            panic!("a text of the manifest has a line break or another control character");
        }
        has_visible = has_visible || bytes[index] != b' ';
        index += 1;
    }
    if !has_visible {
        panic!("a text of the manifest is empty");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: &[(bool, &str)] = &[(false, "{\""), (true, "a\"b\\c"), (false, "\"}")];

    #[test]
    fn the_note_escapes_texts_and_is_padded() {
        let note = Note::<{ length(TEXTS) }>::new(USED_CONTRACT, TEXTS);
        assert_eq!(&note.text, b"{\"a\\\"b\\\\c\"}\0");
        assert_eq!((note.name_size, note.size, note.kind), (8, 12, 4));
        assert_eq!(&note.name, b"Cleanse\0");
    }

    #[test]
    fn malformed_texts_are_rejected() {
        let rejects =
            |check: fn(&str), text: &str| std::panic::catch_unwind(|| check(text)).is_err();
        let long = format!("org.{}", "a".repeat(252));
        for text in ["", "hello", ".a", "a.", "a..b", "org.-a", "org.a-", "a-.b", "org.ä", &long] {
            assert!(rejects(check_identifier, text), "{text}");
        }
        for text in ["", "1", "1.0", "1.0.", "01.0.0", "1.0.0.0", "1.0.x", "v1.0.0", "1.0.0 "] {
            assert!(rejects(check_version, text), "{text}");
        }
        for text in ["", "  ", "a\nb", "a\u{7F}"] {
            assert!(rejects(check_line, text), "{text:?}");
        }
        check_identifier("org.example-1.hello");
        check_version("1.0.0-rc.1+5");
        check_line("Ada, \"the first\"");
    }
}
