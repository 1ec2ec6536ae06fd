import CleanseGraph

/// Which modules of one contributor override the other bindings of their keys.
///
/// A module can be included several times, also by modules that are included before or after the statement that makes it
/// overriding. Its bindings are overrides if one of these statements says so, wherever it stands.
struct ModuleOverrides {
  /// A module in the component that a recorder records.
  struct Place: Hashable {
    let recorder: ObjectIdentifier
    let module: ObjectIdentifier

    init(_ module: ObjectIdentifier, in recorder: Recorder) {
      (self.recorder, self.module) = (ObjectIdentifier(recorder), module)
    }
  }

  typealias Override = (precedence: Int, module: String)

  /// The modules that are included to override, in order.
  private var statements: [(place: Place, override: Override)] = []
  /// The modules that each module includes.
  private var included: [Place: [Place]] = [:]

  /// Notes that a module is included to override, with a precedence.
  mutating func override(with place: Place, named name: String, _ precedence: Int) {
    statements.append((place, (precedence, name)))
  }

  /// Notes that a module includes another one.
  mutating func include(_ place: Place, in outer: Place) {
    included[outer, default: []].append(place)
  }

  /// Makes the bindings of overriding modules overrides. Those that are marked as overrides themselves keep their precedence,
  /// but are replacements, too, if the module is included as one.
  func apply(to bindings: inout [RecordedBinding], of recorder: Recorder) {
    guard !statements.isEmpty else { return }
    let overrides = overrides
    for index in bindings.indices {
      guard let module = bindings[index].module,
        let found = overrides[Place(module, in: recorder)]
      else { continue }
      if let own = bindings[index].data.override {
        guard Binding.isReplacement(found.precedence) else { continue }
        bindings[index].data.override = Binding.precedence(own, ofReplacement: true)
      } else if bindings[index].isOverridable {
        bindings[index].data.override = found.precedence
        bindings[index].data.overridingModule = found.module
      }
    }
  }

  /// The overriding modules: those of the statements, and all that they include. Of several precedences, the highest one
  /// counts.
  private var overrides: [Place: Override] {
    var overrides: [Place: Override] = [:]
    for (place, override) in statements {
      var open = [place]
      while let next = open.popLast() {
        if let known = overrides[next], known.precedence >= override.precedence { continue }
        overrides[next] = override
        open += included[next] ?? []
      }
    }
    return overrides
  }
}

extension RecordedBinding {
  /// Whether the binding can become an override: a module that overrides contributes and installs as usual.
  fileprivate var isOverridable: Bool {
    guard case .factory = implementation.source else { return false }
    return data.kind == .single && data.override == nil
  }
}
