import CleanseC
package import Cleanse

/// What a plugin records into: the opaque binder of the C interface, seen from Swift.
package final class PluginBinder {
  package let recorder: Recorder
  /// The scope of the component that the plugin becomes a part of.
  package let scope: any ScopeBase.Type
  /// The structures that a plugin in C has declared.
  package var structures: [String: CStructureType] = [:]
  /// How many reasons the plugin has given why it can't be used.
  private var errorCount = 0

  /// How many reasons are kept, and the length in bytes up to which a reason of a C plugin is. Nobody
  /// reads more, and a plugin that goes on telling must not use up the host's memory.
  private static let errorLimit = 100
  package static let messageLimit = 1 << 16

  /// A binder for one call of an entry point, on the calling thread.
  package init(recorder: Recorder, scope: any ScopeBase.Type) {
    self.recorder = recorder
    self.scope = scope
  }

  /// Includes the module, if its scope fits into the component.
  func install<M: Module>(_ module: M.Type) {
    guard M.Scope.self == scope || M.Scope.self == Unscoped.self else {
      addError(
        "\(M.self) is written for components of the scope \(M.Scope.self), "
          + "and this one's scope is \(scope): take a Binder<\(scope)> or an UnscopedBinder")
      return
    }
    Binder<M.Scope>(recorder: recorder).include(module: module)
  }

  /// Records why the plugin can't be used.
  package func addError(
    _ message: String, code: Diagnostic.Code = .configurationError,
    at location: SourceLocation? = nil, notes: [Diagnostic.Note] = [], fix: String? = nil
  ) {
    errorCount += 1
    if errorCount <= Self.errorLimit {
      recorder.addError(code, message, at: location, notes: notes, fix: fix)
    }
  }

  /// Whether no further reason is kept. Whatever the plugin goes on to register need not be looked at.
  package var isGivenUp: Bool { errorCount >= Self.errorLimit }

  /// Whether the plugin has said by itself why it can't be used.
  package var hasErrors: Bool { errorCount > 0 }

  /// Records how many reasons are not told, once the plugin has told all.
  package func finish() {
    let untold = errorCount - Self.errorLimit
    if untold > 0 { recorder.addError("and \(untold) more errors", at: nil) }
  }
}
