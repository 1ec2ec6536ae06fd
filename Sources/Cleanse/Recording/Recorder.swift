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

  private struct Contents {
    var bindings: [RecordedBinding] = []
    var declarations: [Declaration] = []
    var errors: [Diagnostic] = []
    var modules: Set<ObjectIdentifier> = []
  }

  /// What is recorded for good.
  private var kept = Contents()
  /// What is being recorded and can still be dropped.
  private var part = Contents()
  private(set) var provenance = Provenance()
  private var isFinished = false

  var bindings: [RecordedBinding] { kept.bindings }
  var declarations: [Declaration] { kept.declarations }
  var errors: [Diagnostic] { kept.errors }

  package init() {}

  /// Runs the configuration of a module that has not been included before.
  func include<M: Module>(_ module: M.Type, configure: () -> Void) {
    let identity = ObjectIdentifier(module)
    guard !kept.modules.contains(identity), part.modules.insert(identity).inserted else { return }
    provenance.modules.append(TypeName.display(module))
    configure()
    provenance.modules.removeLast()
  }

  @usableFromInline
  func record(_ binding: RecordedBinding) {
    guard !isFinished else { return }
    part.bindings.append(binding)
  }

  func declare(
    _ key: any RecordedKey.Type, _ assembler: any CollectionAssembler.Type,
    at location: RecordedLocation
  ) {
    guard !isFinished else { return }
    part.declarations.append(
      Declaration(key: key, assembler: assembler, location: location, provenance: provenance))
  }

  /// Records that the configuration can't be used as it is.
  package func addError(_ message: String, at location: RecordedLocation?) {
    part.errors.append(
      Diagnostic(
        .configurationError, .error, message, at: location?.sourceLocation, provenance: provenance))
  }

  /// Records what `configure` declares under the origin's name, or, when it adds an error, nothing.
  ///
  /// - Returns: The errors that were added; none when the bindings were taken.
  package func attempt(from origin: String, _ configure: (Recorder) -> Void) -> [Diagnostic] {
    keepPart()
    let outer = provenance
    provenance = Provenance(origin: origin)
    configure(self)
    provenance = outer
    let added = part.errors
    if added.isEmpty { keepPart() } else { part = Contents() }
    return added
  }

  /// Ends the recording; a binder that somebody kept records nothing from here on.
  func finish() {
    keepPart()
    isFinished = true
  }

  private func keepPart() {
    kept.bindings += part.bindings
    kept.declarations += part.declarations
    kept.errors += part.errors
    kept.modules.formUnion(part.modules)
    part = Contents()
  }
}
