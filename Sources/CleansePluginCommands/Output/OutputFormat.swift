/// An output format of a command.
enum OutputFormat: String, CaseIterable, Sendable {
  /// For people: tables and sentences.
  case text
  /// For programs: one document with a `schema`.
  case json
}
