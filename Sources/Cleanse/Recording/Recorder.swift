/// Records what modules declare, while they do.
///
/// Used by one thread for the time of one recording. ``attempt(from:_:)`` makes the part of one
/// contributor all or nothing.
@usableFromInline
package final class Recorder {
  /// A collection that was declared with `declareCollection`.
  struct Declaration {
    let key: any RecordedKey.Type
    let assembler: any CollectionAssembler.Type
    let location: RecordedLocation
    let provenance: Provenance
  }

  private(set) var bindings: [RecordedBinding] = []
  private(set) var declarations: [Declaration] = []
  private(set) var errors: [Diagnostic] = []
  private(set) var provenance = Provenance()
  private var modules: Set<ObjectIdentifier> = []
  private var isFinished = false

  package init() {}

  /// Runs the configuration of a module that has not been included before.
  func include<M: Module>(_ module: M.Type, configure: () -> Void) {
    guard modules.insert(ObjectIdentifier(module)).inserted else { return }
    provenance.modules.append(TypeName.display(module))
    configure()
    provenance.modules.removeLast()
  }

  @usableFromInline
  func record(_ binding: RecordedBinding) {
    guard !isFinished else { return }
    bindings.append(binding)
  }

  func declare(
    _ key: any RecordedKey.Type, _ assembler: any CollectionAssembler.Type,
    at location: RecordedLocation
  ) {
    guard !isFinished else { return }
    declarations.append(
      Declaration(key: key, assembler: assembler, location: location, provenance: provenance))
  }

  /// Records that the configuration can't be used as it is.
  package func addError(_ message: String, at location: RecordedLocation?) {
    errors.append(
      Diagnostic(
        .configurationError, .error, message, at: location?.sourceLocation, provenance: provenance))
  }

  /// Records what `configure` declares under the origin's name, or, when it adds an error, nothing.
  ///
  /// - Returns: The errors that were added; none when the bindings were taken.
  package func attempt(from origin: String, _ configure: (Recorder) -> Void) -> [Diagnostic] {
    let before = (bindings.count, declarations.count, errors.count, modules, provenance)
    provenance = Provenance(origin: origin)
    configure(self)
    provenance = before.4
    let added = Array(errors[before.2...])
    if !added.isEmpty {
      bindings.removeSubrange(before.0...)
      declarations.removeSubrange(before.1...)
      errors.removeSubrange(before.2...)
      modules = before.3
    }
    return added
  }

  /// Ends the recording; a binder that somebody kept records nothing from here on.
  func finish() {
    isFinished = true
  }
}
