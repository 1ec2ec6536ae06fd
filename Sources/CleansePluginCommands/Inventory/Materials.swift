import CleansePluginHost
import CleanseSupport

/// The components of a bill of materials and what they depend on, as they are found. Each file is one component, by
/// whichever of its names it is found.
struct Materials {
  /// The components in the order in which they were found.
  private(set) var components: [BillOfMaterials.Component] = []
  private var references: Set<String> = []
  /// How often a reference was wanted.
  private var counts: [String: Int] = [:]
  private var files: [FilePath: String] = [:]
  private var needs: [String: [String]] = [:]
  private var contracts: [String: [String]] = [:]

  /// Adds a component.
  ///
  /// - Returns: Its reference: the one that it has, or if another component has that, one with a number.
  mutating func add(_ component: BillOfMaterials.Component) -> String {
    let wanted = component.reference ?? component.name
    var component = component
    var reference = wanted
    while !references.insert(reference).inserted {
      counts[wanted, default: 1] += 1
      reference = "\(wanted)#\(counts[wanted, default: 1])"
    }
    component.reference = reference
    components.append(component)
    return reference
  }

  /// Adds the component of a file, and returns its reference.
  ///
  /// - Parameter path: The absolute path without symbolic links.
  mutating func add(_ component: BillOfMaterials.Component, at path: String) -> String {
    let reference = add(component)
    files[FilePath(path)] = reference
    return reference
  }

  /// The reference of the library at a path, which is added unless it is known.
  mutating func library(at path: String, _ digest: ContentDigest? = nil) -> String {
    let resolved = SystemPath.resolved(path) ?? path
    if let known = files[FilePath(resolved)] { return known }
    return add(BillOfMaterials.Component(library: path, digest), at: resolved)
  }

  /// Records that a component needs another one.
  mutating func connect(_ reference: String, to needed: String) {
    needs[reference, default: []].append(needed)
  }

  /// Records that a library implements a contract.
  mutating func connect(library: String, implementing contract: String) {
    contracts[library, default: []].append(contract)
  }

  /// What each component needs, in the order of the components.
  var dependencies: [BillOfMaterials.Dependency] {
    components.compactMap(\.reference).map { reference in
      BillOfMaterials.Dependency(
        ref: reference, dependsOn: needs[reference, default: []].distinct(),
        provides: contracts[reference]?.distinct())
    }
  }
}
