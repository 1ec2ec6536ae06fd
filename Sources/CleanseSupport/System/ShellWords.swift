/// Splits text into words as a shell does. This is the only file that calls wordexp(3).
package enum ShellWords {
  /// The reason why a text is not a list of words.
  package enum Refusal: String, Error {
    case character = "has a line feed or one of |&;<>(){} outside of quotes"
    case command = "has a command to substitute, which is not run"
    case syntax = "has a quote that is not closed, or another error of syntax"
    case memory = "is too large"
  }

  /// The words of a text, with quotes removed and variables and `~` expanded. No command runs.
  package static func of(_ text: String) throws(Refusal) -> [String] {
    var words = unsafe wordexp_t()
    let status = unsafe wordexp(text, &words, Int32(WRDE_NOCMD))
    defer { if [0, WRDE_NOSPACE].contains(Int(status)) { unsafe wordfree(&words) } }
    switch Int(status) {
    case 0: break
    case Int(WRDE_BADCHAR): throw .character
    case Int(WRDE_CMDSUB): throw .command
    case Int(WRDE_NOSPACE): throw .memory
    default: throw .syntax
    }
    return unsafe (0..<words.we_wordc).compactMap { index in
      unsafe words.we_wordv[index].map { unsafe String(cString: $0) }
    }
  }
}
