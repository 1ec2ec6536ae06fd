import Cleanse
import CleanseGraph

extension RecordingLimits {
  /// The limits of a plugin. They are far beyond those of real ones, which have dozens of bindings.
  static let ofPlugin = RecordingLimits(
    declarations: Limit(
      declarations,
      else: .exceeding(
        "it declares more than the limit of \(declarations) bindings and parameters",
        resource: "declarations", fix: "declare fewer: one binding can contribute many elements")),
    texts: Limit(
      textMebibytes << 20,
      else: .exceeding(
        "the texts of its declarations exceed the limit of \(textMebibytes) MiB", resource: "texts",
        fix: "declare fewer bindings, with shorter names")),
    errors: 100)

  private static let declarations = 20_000
  private static let textMebibytes = 8
}

extension Diagnostic {
  /// - Parameter message: The limit that a plugin exceeds, as a clause.
  fileprivate static func exceeding(_ message: String, resource: String, fix: String) -> Diagnostic
  {
    Diagnostic(
      .pluginProbeLimit, .error, message, fix: fix, arguments: [.init("resource", resource)])
  }
}
