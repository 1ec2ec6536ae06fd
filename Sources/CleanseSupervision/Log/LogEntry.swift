import CleanseSupport

/// An entry of a log as a JSON object, which `log.schema.json` describes.
///
/// Escapes of JSON keep an entry on its line, and plugins from printing what looks like another one.
struct LogEntry: Encodable {
  let time = LogTime.now
  /// The name of the format, which the first entry of a program has.
  let schema: String?
  let level: String
  let event: LogEvent
  let process: Int32
  var worker: Int32?
  var group: String?
  var plugin: String?
  var service: String?
  var code: String?
  var message: String?
  var details: [String]?
  /// The number of the part, from 2, of an entry that is too long for one line.
  var part: Int?
  var output: String?
  /// Whether bytes that are not UTF-8 are replaced in the output.
  var hasReplacements: Bool?

  private init(_ record: LogRecord) {
    (level, event) = (record.level.name, record.event)
    schema = event == .starting ? "cleanse-log/1" : nil
    process = record.process ?? getpid()
    (worker, group) = (record.worker, record.group)
    (plugin, service, code) = (record.plugin, record.service, record.code)
  }

  /// - Parameter lines: The message and its details.
  private init(_ record: LogRecord, _ lines: ArraySlice<String>, part: Int) {
    self.init(record)
    message = lines.first
    details = lines.count > 1 ? Array(lines.dropFirst()) : nil
    self.part = part > 1 ? part : nil
  }

  /// - Parameter output: What a plugin has printed in a worker.
  private init(output: String, hasReplacements: Bool, of worker: Int32, group: String) {
    self.init(LogRecord(.output, [], worker: worker))
    (self.output, self.group) = (output, group)
    self.hasReplacements = hasReplacements ? true : nil
  }

  // MARK: - Lines

  /// The lines of a record.
  ///
  /// - Parameter head: What is before each of them.
  static func lines(of record: LogRecord, after head: String) -> [[UInt8]] {
    var (lines, rest) = ([[UInt8]](), record.lines[...])
    // A part has hardly more lines than twice the one before: to begin with all the rest takes quadratic time.
    var most = rest.count
    while !rest.isEmpty {
      var taken = rest.prefix(most)
      var entry = LogEntry(record, taken, part: lines.count + 1)
      while taken.count > 1, entry.line(after: head).count > LogStyle.longestLine {
        taken = taken.prefix(taken.count / 2)
        entry = LogEntry(record, taken, part: lines.count + 1)
      }
      most = 2 * taken.count
      lines.append(entry.shortenedLine(after: head))
      rest = rest.dropFirst(taken.count)
    }
    return lines
  }

  /// The lines for a line that a plugin has printed: several if it is long.
  static func lines(
    ofOutput bytes: [UInt8], of worker: Int32, group: String, after head: String
  ) -> [[UInt8]] {
    let text = String(decoding: bytes, as: UTF8.self)
    let hasReplacements = !text.utf8.elementsEqual(bytes)
    return pieces(of: Array(text.unicodeScalars)[...]) { piece in
      LogEntry(output: piece, hasReplacements: hasReplacements, of: worker, group: group)
        .line(after: head)
    }
  }

  /// The lines of a text, which is halved until they are not too long.
  private static func pieces(
    of text: ArraySlice<Unicode.Scalar>, _ line: (String) -> [UInt8]
  ) -> [[UInt8]] {
    let whole = line(String(String.UnicodeScalarView(text)))
    guard whole.count > LogStyle.longestLine, text.count > 1 else { return [whole] }
    let middle = text.count / 2
    return pieces(of: text.prefix(middle), line) + pieces(of: text.dropFirst(middle), line)
  }

  /// The entry as a line, with as much of the message as there is room for.
  private func shortenedLine(after head: String) -> [UInt8] {
    var (entry, text) = (self, message ?? "")
    while true {
      let line = entry.line(after: head)
      guard line.count > LogStyle.longestLine, !text.isEmpty else { return line }
      text = String(text.unicodeScalars.prefix(text.unicodeScalars.count / 2))
      entry.message = text + "…"
    }
  }

  private func line(after head: String) -> [UInt8] {
    // Texts and numbers can always be encoded.
    let json = (try? JSONWriter.bytes(of: self)) ?? []
    return Array(head.utf8) + Self.escaped(json) + [UInt8(ascii: "\n")]
  }

  /// JSON in which characters that a terminal interprets, or a reader takes for the end of a line, are escapes.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    guard !json.allSatisfy({ (0x20...0x7E).contains($0) }) else { return json }
    return String(decoding: json, as: UTF8.self).unicodeScalars.flatMap { scalar -> [UInt8] in
      guard PlainText.acts(scalar) else { return Array(String(scalar).utf8) }
      return UTF16.encode(scalar).map(Array.init)?.flatMap(escape) ?? []
    }
  }

  /// The escape of RFC 8259, 7.
  private static func escape(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16)
    return Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
  }
}
