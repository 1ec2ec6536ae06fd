import CleanseGraph

/// The labels of the boxes of contributions.
///
/// All contributions to a collection have its key. A label names the element that a contribution adds, its entry in a
/// dictionary, and its provider: the C function, or else the innermost module. The source location takes the
/// provider's place where several contributions of a plugin would have the same label.
struct ContributionLabels {
  /// A label within a component and a plugin.
  private struct Use: Hashable {
    let component: ComponentIndex
    let origin: String?
    let label: String
  }

  private let names: KeyNames
  private var counts: [Use: Int] = [:]

  init(_ graph: BindingGraph, _ names: KeyNames) {
    self.names = names
    for binding in graph.bindings where binding.kind == .contribution {
      let use = use(of: binding)
      counts[use, default: 0] += 1
    }
  }

  /// The label of a contribution.
  func label(of binding: Binding) -> String {
    let use = use(of: binding)
    guard counts[use, default: 0] > 1, let location = binding.location else { return use.label }
    return "\(element(of: binding)) · \(Self.fileAndLine(location))"
  }

  private func use(of binding: Binding) -> Use {
    let parts = [element(of: binding), provider(of: binding)].compactMap { $0 }
    return Use(
      component: binding.component, origin: binding.provenance.origin,
      label: parts.joined(separator: " · "))
  }

  /// The element, after its entry in a dictionary: `404: Page`.
  private func element(of binding: Binding) -> String {
    let element = names.element(of: binding.key)
    return binding.entry.map { "\($0): \(element)" } ?? element
  }

  private func provider(of binding: Binding) -> String? {
    guard let signature = binding.signature else {
      return binding.provenance.modules.last.map { names.short($0) }
    }
    return Self.function(in: signature)
  }

  /// The name of the function in a C signature, such as `command *make(string text) throws`; nil where the
  /// signature leaves it out, and for a value.
  static func function(in signature: String) -> String? {
    guard let end = signature.firstIndex(of: "(") else { return nil }
    let head = signature[..<end]
    let last = head.lastIndex { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let start = last.map { head.index(after: $0) } ?? head.startIndex
    let (type, name) = (head[..<start], head[start...])
    // `double(int number)` has a type and no name, and so has `owned string()`.
    return type.isEmpty || type == "owned " || name.isEmpty ? nil : String(name)
  }

  /// The location without its directory, which is usually the module that the frame names.
  private static func fileAndLine(_ location: SourceLocation) -> String {
    // Not a path: a label of a location, which opens no file.
    let file = location.file.split(separator: "/").last.map(String.init) ?? location.file
    return "\(file):\(location.line)"
  }
}
