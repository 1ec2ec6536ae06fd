import CleanseGraph
import CleanseSupport
import CleansePluginMetadata

/// The reason why the value that is given for an option can't be used.
struct OptionMistake: Error {
  var code = Diagnostic.Code.pluginInvalidOption
  /// A clause with a subject; for an exposed secret, a predicate.
  let message: String
  var fix: String
}

/// An option with the value that is given for it.
struct GivenOption {
  private let option: PluginOption
  private let assignment: OptionAssignment

  /// The largest file with a secret, in bytes.
  private static let sizeLimit: UInt64 = 64 << 10

  init(_ option: PluginOption, _ assignment: OptionAssignment) {
    (self.option, self.assignment) = (option, assignment)
  }

  /// Reads the value.
  func value() throws(OptionMistake) -> OptionValue {
    switch assignment.content {
    case .value(let value):
      try checkIsHidden()
      return try checked { () throws(ManifestError) in
        try option.type.value(of: value, isSecret: option.isSecret)
      }
    case .text(let text):
      try checkIsHidden()
      // What replaces bytes that are not valid.
      guard !text.contains("\u{FFFD}") else {
        throw OptionMistake(
          message: "it is not text in UTF-8", fix: "write \(option.type.expectation) in UTF-8")
      }
      return try checked { () throws(ManifestError) in
        try option.type.value(of: text, isSecret: option.isSecret)
      }
    case .file(let path):
      guard option.isSecret else {
        throw OptionMistake(
          message: "it must be \(option.type.expectation), not an object",
          fix: "write the value; only a secret can be in a file of its own")
      }
      let text = try contents(of: path)
      guard case .list = option.type else { return .string(text) }
      return .list(text.split(whereSeparator: \.isNewline).map { .string(String($0)) })
    }
  }

  private func checked(
    _ read: () throws(ManifestError) -> OptionValue
  ) throws(OptionMistake) -> OptionValue {
    do throws(ManifestError) {
      return try read()
    } catch {
      let element = error.field.map { "its element \($0)" } ?? "it"
      throw OptionMistake(
        message: "\(element) \(error.message)",
        fix: "write \(nearestChoice ?? option.type.expectation)")
    }
  }

  /// The value of an enumeration that the given one was probably meant to be.
  private var nearestChoice: String? {
    guard case .choice(let choices) = option.type else { return nil }
    return switch assignment.content {
    case .value(.string(let text)), .text(let text):
      NearestNames.first(text, among: choices)?.quoted
    default: nil
    }
  }

  /// Checks that other users can't read a secret where it is given.
  private func checkIsHidden() throws(OptionMistake) {
    guard option.isSecret else { return }
    switch assignment.origin {
    case .commandLine:
      throw OptionMistake(
        code: .pluginExposedSecret,
        message: "is on the command line, which all users of the machine can read",
        fix:
          "write it to a file that only you can read, and name that in `host.json`: {\"file\": …}"
      )
    case .file(let location):
      var status = stat()
      guard unsafe stat(location.path, &status) == 0 else { return }
      try check(status.st_mode, of: location.file)
    case .environment, .application, .standard: break
    }
  }

  private func check(_ mode: mode_t, of file: String) throws(OptionMistake) {
    guard mode & S_IROTH != 0 else { return }
    throw OptionMistake(
      code: .pluginExposedSecret, message: "is in \(file), which all users of the machine can read",
      fix: "make the file private: chmod o-r \(file)")
  }

  /// Reads a file with a secret, without the newline at its end.
  private func contents(of path: String) throws(OptionMistake) -> String {
    func unusable(_ reason: String) -> OptionMistake {
      OptionMistake(
        message: "its file \(path.printable) \(reason)",
        fix: "name a text file with the secret, at most \(Self.sizeLimit >> 10) KiB")
    }
    func reading<Result: ~Copyable>(
      _ read: () throws(FileSourceError) -> Result
    ) throws(OptionMistake) -> Result {
      do throws(FileSourceError) {
        return try read()
      } catch {
        throw unusable(error.predicate)
      }
    }
    let source = try reading { () throws(FileSourceError) in try FileSource(path) }
    try check(source.status.st_mode, of: path.printable)
    guard source.size <= Self.sizeLimit else {
      throw unusable("is larger than \(Self.sizeLimit >> 10) KiB")
    }
    let bytes = try reading { () throws(FileSourceError) in
      try source.read(from: 0, count: source.size)
    }
    guard UTF8Check.firstFault(in: bytes) == nil, !bytes.contains(0) else {
      throw unusable("is not a text")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let secret = text.last?.isNewline == true ? String(text.dropLast()) : text
    guard !secret.isEmpty else { throw unusable("is empty") }
    return secret
  }
}
