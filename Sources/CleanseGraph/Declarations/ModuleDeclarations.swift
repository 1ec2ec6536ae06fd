/// The bindings of modules that a component includes, which other contributors may include again.
package struct ModuleDeclarations {
  /// A binding in a module. It distinguishes the same module, included again, from another one of that name.
  private struct Declared: Hashable {
    let module: String
    let key: Key
    let kind: Binding.Kind
    let file: String?
    let line: Int?

    init(_ binding: Binding, in module: String) {
      self.module = module
      (key, kind) = (binding.key, binding.kind)
      (file, line) = (binding.location?.file, binding.location?.line)
    }
  }

  private var declared: Set<Declared> = []

  package init() {}

  /// Adds the bindings of one contributor.
  package mutating func add(_ bindings: some Sequence<Binding>) {
    for binding in bindings {
      for module in binding.provenance.modules { declared.insert(Declared(binding, in: module)) }
    }
  }

  /// Whether the binding is in a module that an earlier contributor has included.
  package func contains(_ binding: Binding) -> Bool {
    binding.provenance.modules.contains { contains(binding, in: $0) }
  }

  /// Whether an earlier contributor has included the module with the binding.
  func contains(_ binding: Binding, in module: String) -> Bool {
    declared.contains(Declared(binding, in: module))
  }
}
