/// Merges declarations that were recorded apart, each of the same application with some of its contributors, into
/// the one that recording all of them together yields.
///
/// It does on data what recording does on types: a module that several contributors include counts once,
/// for the first of them, and a parameter may be understood in another way now. Names of the guest language
/// are merged, and resolved by the caller.
///
/// - Complexity: Linear in what the parts hold.
package struct DeclarationMerger {
  /// Who contributes to a graph, and in which part what they declare stands.
  package struct Contributor: Hashable, Sendable {
    let part: Int
    /// The opaque name that stands in the provenance; nothing for the application itself.
    let origin: String?

    package init(part: Int, origin: String?) {
      self.part = part
      self.origin = origin
    }
  }

  /// A binding in a module: the same module declares the same again, another one of that name does not.
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

  /// An inner component that is still to be laid out.
  private struct Open {
    let part: Int
    /// Its place in the part.
    let component: Int
    /// Where the component around it is now.
    let parent: Int
    /// Where the binding is now that installs it.
    let installer: Int
  }

  private let parts: [Declarations]
  /// For each part, the places of the bindings of each component.
  private let places: [[[Int]]]
  /// For each part, the names that its subcomponents declare, which few do.
  private let innerNames: [[Int: any GuestNames]]
  private var components: [BindingGraph.Component] = []
  private var bindings: [Binding] = []
  /// Of each component; in the graph they stand behind everything else.
  private var declarations: [[Binding]] = []
  private var names: (any GuestNames)?
  /// Who was the first to include a module. Doing so again does nothing.
  private var includers: [String: Contributor] = [:]
  /// What those declare in modules that others include as well, once that has to be known.
  private var declared: [Contributor: Set<Declared>] = [:]
  /// The inner components that have been installed. Doing so again does nothing.
  private var installed: Set<Key> = []

  /// Links what the contributors declare, in their order.
  ///
  /// - Parameters:
  ///   - parts: At least one, each of them well-formed. What the application declares is taken of the first.
  ///   - contributors: Without the application. Whoever is left out is not there.
  package static func merge(
    _ parts: [Declarations], _ contributors: [Contributor]
  ) -> Declarations {
    var merger = DeclarationMerger(parts)
    merger.layOut(contributors)
    for component in merger.declarations { merger.bindings += component }
    for place in merger.bindings.indices { merger.bindings[place].id = place }
    let origins = Set([nil] + contributors.map(\.origin))
    return Declarations(
      components: merger.components, bindings: merger.bindings,
      reported: parts[0].reported.filter { finding in
        // A contributor that reports an error is left out, and conflicts of names are found again.
        finding.provenance?.origin == nil
          && !parts.contains { $0.names.map { type(of: $0).codes.contains(finding.code) } ?? false }
      },
      dropped: parts.flatMap(\.dropped).filter { !origins.contains($0.provenance.origin) },
      names: merger.names,
      space: parts.allSatisfy { $0.space === parts[0].space } ? parts[0].space : nil)
  }

  private init(_ parts: [Declarations]) {
    self.parts = parts
    places = parts.map { part in
      var places: [[Int]] = Array(repeating: [], count: part.components.count)
      for place in part.bindings.indices { places[part.bindings[place].component].append(place) }
      return places
    }
    innerNames = parts.map { $0.names?.bySubcomponent ?? [:] }
    names = parts.lazy.compactMap(\.names).first?.none
    bindings.reserveCapacity(parts.reduce(0) { $0 + $1.bindings.count })
  }

  /// Puts everything into the order in which recording has it: the root component with all that is declared
  /// in it, then the components inside of it, each before those inside of itself.
  private mutating func layOut(_ contributors: [Contributor]) {
    components = [parts[0].components[0]]
    declarations = [[]]
    var open: [Open] = []
    for contributor in [Contributor(part: 0, origin: nil)] + contributors {
      open += take(contributor)
    }
    open.reverse()
    while let next = open.popLast() { open += layOut(next).reversed() }
  }

  /// Takes what a contributor declares in the root component.
  private mutating func take(_ contributor: Contributor) -> [Open] {
    let part = parts[contributor.part]
    var own: Set<String> = []
    var open: [Open] = []
    for place in places[contributor.part][0]
    where part.bindings[place].provenance.origin == contributor.origin {
      let binding = part.bindings[place]
      guard !isRepeated(binding) else { continue }
      own.formUnion(binding.provenance.modules)
      guard binding.subcomponent == nil || installed.insert(binding.key).inserted else { continue }
      if let inner = add(binding, of: contributor.part, to: 0) { open.append(inner) }
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
      return declarations(of: first).contains(Declared(binding, in: module))
    }
  }

  private mutating func declarations(of contributor: Contributor) -> Set<Declared> {
    if let known = declared[contributor] { return known }
    let part = parts[contributor.part]
    var found: Set<Declared> = []
    for place in places[contributor.part][0]
    where part.bindings[place].provenance.origin == contributor.origin {
      for module in part.bindings[place].provenance.modules {
        found.insert(Declared(part.bindings[place], in: module))
      }
    }
    declared[contributor] = found
    return found
  }

  /// Takes all of an inner component.
  private mutating func layOut(_ inner: Open) -> [Open] {
    let part = parts[inner.part]
    let number = components.count
    var component = part.components[inner.component]
    component.parent = inner.parent
    components.append(component)
    declarations.append([])
    bindings[inner.installer].subcomponent = number
    if let declared = innerNames[inner.part][inner.component] {
      names?.merge(declared, into: number)
    }
    return places[inner.part][inner.component].compactMap { place in
      add(part.bindings[place], of: inner.part, to: number)
    }
  }

  /// - Returns: The component that the binding installs.
  private mutating func add(_ binding: Binding, of part: Int, to component: Int) -> Open? {
    var binding = binding
    binding.component = component
    guard binding.kind != .declaration, binding.kind != .optional else {
      declarations[component].append(binding)
      return nil
    }
    bindings.append(binding)
    return binding.subcomponent.map {
      Open(part: part, component: $0, parent: component, installer: bindings.count - 1)
    }
  }
}
