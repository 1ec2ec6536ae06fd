import CleanseC
package import Cleanse
package import CleansePluginMetadata

/// The binder of a plugin, which is the opaque `cleanse_binder` of the C interface.
package final class PluginBinder {
  package let recorder: Recorder
  /// The scope of the component that the plugin contributes to.
  package let scope: any ScopeBase.Type
  /// The options of the plugin with their values, by name.
  package let options: [String: OptionSetting]
  // Safety, also of the next two: each access ends before the binder runs other code.
  /// The structures that a C plugin has declared.
  @exclusivity(unchecked) package var structures: [String: CStructureType] = [:]
  /// The source file of the last declaration of a C plugin.
  @exclusivity(unchecked) package var sourceFile: CSourceFile?
  /// The text of the last declaration of a C plugin. Its memory is used again.
  @exclusivity(unchecked) package var text: [UInt8] = []
  /// The keys of the options that are bound for a C plugin.
  package var boundOptions: Set<CKey> = []

  /// Creates a binder for one call of an entry point, on the calling thread.
  package init(
    recorder: Recorder, scope: any ScopeBase.Type, options: [OptionSetting] = []
  ) {
    self.recorder = recorder
    self.scope = scope
    // A manifest has each name once.
    self.options = Dictionary(
      options.map { ($0.option.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Includes the module, or reports an error if its scope is not that of the component.
  func install<M: Module>(_ module: M.Type) {
    guard M.Scope.self == scope || M.Scope.self == Unscoped.self else {
      addError(
        "\(M.self) has the scope \(M.Scope.self), and the component has the scope \(scope): "
          + "use a Binder<\(scope)> or an UnscopedBinder")
      return
    }
    Binder<M.Scope>(recorder: recorder).include(module: module)
  }

  /// Records an error, which makes the plugin unusable.
  package func addError(
    _ message: String, code: Diagnostic.Code = .configurationError,
    at location: SourceLocation? = nil, notes: [Diagnostic.Note] = [], fix: String? = nil
  ) {
    recorder.addError(code, message, at: location, notes: notes, fix: fix)
  }
}
