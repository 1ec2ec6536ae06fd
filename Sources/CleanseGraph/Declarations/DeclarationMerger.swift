/// Merges declarations that were recorded separately, each of the same application with some of its contributors.
/// The result is the same as recording all of them together.
///
/// The merger does on data what recording does on types: a module that several contributors include counts once,
/// for the first of them, and the reading of a request may change. Names of the guest language are merged here and
/// resolved by the caller.
///
/// - Complexity: Linear in the size of the parts.
package struct DeclarationMerger {
  /// A contributor to a graph, with the part that holds its declarations.
  package struct Contributor: Hashable, Sendable {
    let part: Int
    /// The opaque name in the provenance; nil for the application itself.
    let origin: String?

    package init(part: Int, origin: String?) {
      self.part = part
      self.origin = origin
    }
  }

  /// A subcomponent that is still to be laid out.
  private struct Open {
    let part: Int
    /// Its index in the part.
    let component: ComponentIndex
    /// The index of its parent in the result.
    let parent: ComponentIndex
    /// The index in the result of the binding that installs it.
    let installer: BindingIndex
    /// The number of its path.
    let path: Int
  }

  private let parts: [Declarations]
  /// For each part, the indices of the bindings of each component.
  private let bindingsOfComponents: [[[BindingIndex]]]
  private var paths: SubcomponentPaths
  /// For each part, its subcomponents by the numbers of their paths.
  private let subcomponents: [[Int: ComponentIndex]]
  /// The contributors to include, without the application.
  private let contributors: [Contributor]
  /// For each part, the names that its subcomponents declare, by subcomponent.
  private let subcomponentNames: [[ComponentIndex: any GuestNames]]
  private var components: [BindingGraph.Component] = []
  private var bindings: [Binding] = []
  /// The declarations of collections and optionals of each component; they come last in the result.
  private var declarations: [[Binding]] = []
  private var names: (any GuestNames)?
  /// The first contributor to include each module. Including it again has no effect.
  private var includers: [String: Contributor] = [:]
  /// The bindings that these declare in modules, cached when they are first needed.
  private var declared: [Contributor: ModuleDeclarations] = [:]
  /// The subcomponents that have been installed. Installing one again has no effect.
  private var installed: Set<Key> = []

  /// Merges the declarations of the contributors, in their order.
  ///
  /// - Parameters:
  ///   - parts: At least one, each well-formed. The application's own declarations come from the first.
  ///   - contributors: The contributors to include, without the application.
  package static func merge(
    _ parts: [Declarations], _ contributors: [Contributor]
  ) -> Declarations {
    var merger = DeclarationMerger(parts, contributors)
    merger.layOut()
    for component in merger.declarations { merger.bindings += component }
    for index in merger.bindings.indices { merger.bindings[index].id = BindingIndex(index) }
    let origins = Set([nil] + contributors.map(\.origin))
    var merged = Declarations(
      components: merger.components, bindings: merger.bindings,
      reported: parts[0].reported.filter { finding in
        // Contributors that report an error are not merged, and conflicts of names are found again.
        finding.provenance?.origin == nil
          && !parts.contains { $0.names.map { type(of: $0).codes.contains(finding.code) } ?? false }
      },
      dropped: parts.flatMap(\.dropped).filter { !origins.contains($0.provenance.origin) },
      names: merger.names,
      space: parts.allSatisfy { $0.space === parts[0].space } ? parts[0].space : nil)
    for part in parts { merged.sources.add(part.sources) }
    return merged
  }

  private init(_ parts: [Declarations], _ contributors: [Contributor]) {
    self.parts = parts
    self.contributors = contributors
    var paths = SubcomponentPaths()
    subcomponents = parts.map { paths.subcomponents(of: $0) }
    self.paths = paths
    bindingsOfComponents = parts.map { part in
      var indices: [[BindingIndex]] = Array(repeating: [], count: part.components.count)
      for index in part.bindingIndices {
        indices[part.bindings[index].component.number].append(index)
      }
      return indices
    }
    subcomponentNames = parts.map { $0.names?.bySubcomponent ?? [:] }
    names = parts.lazy.compactMap(\.names).first?.none
    bindings.reserveCapacity(parts.reduce(0) { $0 + $1.bindings.count })
  }

  /// Lays everything out in the order of recording: the root component with its declarations, then its
  /// subcomponents, each before its own subcomponents.
  private mutating func layOut() {
    components = [parts[0].components[.root]]
    declarations = [[]]
    var open: [Open] = []
    for contributor in [Contributor(part: 0, origin: nil)] + contributors {
      open += take(contributor)
    }
    open.reverse()
    while let next = open.popLast() { open += layOut(next).reversed() }
  }

  /// Adds the declarations of a contributor in the root component.
  private mutating func take(_ contributor: Contributor) -> [Open] {
    let part = parts[contributor.part]
    var own: Set<String> = []
    var open: [Open] = []
    for index in bindingsOfComponents[contributor.part][ComponentIndex.root.number]
    where part.bindings[index].provenance.origin == contributor.origin {
      let binding = part.bindings[index]
      guard !isRepeated(binding) else { continue }
      own.formUnion(binding.provenance.modules)
      guard binding.subcomponent == nil || installed.insert(binding.key).inserted else { continue }
      if let next = add(binding, of: contributor.part, to: .root) { open.append(next) }
    }
    if let declared = part.names {
      let modules = names?.merge(declared, from: contributor.origin) { [includers] in
        includers[$0] != nil
      }
      own.formUnion(modules ?? [])
    }
    for module in own where includers[module] == nil { includers[module] = contributor }
    return open
  }

  /// Whether the binding is in a module that another contributor has included.
  private mutating func isRepeated(_ binding: Binding) -> Bool {
    binding.provenance.modules.contains { module in
      guard let first = includers[module] else { return false }
      return declarations(of: first).contains(binding, in: module)
    }
  }

  private mutating func declarations(of contributor: Contributor) -> ModuleDeclarations {
    if let known = declared[contributor] { return known }
    var found = ModuleDeclarations()
    found.add(bindings(of: contributor, in: .root))
    declared[contributor] = found
    return found
  }

  /// The bindings that a contributor declares in a component of its part.
  private func bindings(of contributor: Contributor, in component: ComponentIndex) -> [Binding] {
    let part = parts[contributor.part]
    return bindingsOfComponents[contributor.part][component.number].map { part.bindings[$0] }
      .filter { $0.provenance.origin == contributor.origin }
  }

  /// Adds a subcomponent with the declarations of the contributor that installs it and, if that is the application, of all
  /// others.
  private mutating func layOut(_ next: Open) -> [Open] {
    let index = ComponentIndex(components.count)
    var component = parts[next.part].components[next.component]
    component.parent = next.parent
    components.append(component)
    declarations.append([])
    bindings[next.installer].subcomponent = index
    let installer = Contributor(
      part: next.part, origin: bindings[next.installer].provenance.origin)
    var modules = ModuleDeclarations()
    var open: [Open] = []
    for contributor in [installer] + (installer.origin == nil ? contributors : []) {
      guard let own = subcomponents[contributor.part][next.path] else { continue }
      if let declared = subcomponentNames[contributor.part][own] {
        names?.merge(declared, from: contributor.origin, into: index)
      }
      let new = bindings(of: contributor, in: own).filter { !modules.contains($0) }
      modules.add(new)
      open += new.compactMap { add($0, of: contributor.part, to: index, inside: next.path) }
    }
    return open
  }

  /// - Returns: The subcomponent that the binding installs; nil for any other binding.
  private mutating func add(
    _ binding: Binding, of part: Int, to component: ComponentIndex,
    inside path: Int = SubcomponentPaths.root
  ) -> Open? {
    var binding = binding
    binding.component = component
    guard binding.kind != .declaration, binding.kind != .optional else {
      declarations[component.number].append(binding)
      return nil
    }
    bindings.append(binding)
    return binding.subcomponent.map {
      Open(
        part: part, component: $0, parent: component,
        installer: BindingIndex(bindings.count - 1),
        path: paths.number(of: binding.key, inside: path))
    }
  }
}
