import CleanseCrypto
import CleanseSupport

/// The objects that were loaded for plugins and compared with the inspected files, by the names under which the dynamic
/// linker finds them for the plugins after them.
struct VerifiedObjects: Sendable {
  struct Object: Sendable {
    let path: String
    let needs: LibraryNeeds
    let identity: MemoryMap.FileIdentity?
    /// The digest of the inspected file; nil if it is not known.
    let digest: ContentDigest?
    /// Whether it was found by a name, as opposed to a plugin, which is opened by its path.
    let isLibrary: Bool
  }

  private(set) var addresses: Set<[Range<UInt>]> = []
  private var objects: [LinkerName: Object] = [:]

  /// Adds an object. Of several with one name, the dynamic linker uses the first.
  mutating func add(_ object: Object, _ addresses: [Range<UInt>]) {
    guard self.addresses.insert(addresses).inserted else { return }
    let name = object.needs.ownName ?? (object.isLibrary ? lastComponent(of: object.path) : nil)
    for name in [name, object.path].compactMap({ $0.map { LinkerName($0) } })
    where objects[name] == nil {
      objects[name] = object
    }
  }

  /// The objects that have these names or paths, and those that they need, transitively.
  ///
  /// - Parameter isOther: Whether a name leads to an object that is none of these.
  func needed(by names: [LinkerName], except isOther: (LinkerName) -> Bool) -> [Object] {
    var found: [Object] = []
    var seen: Set<LinkerName> = []
    var queue = names
    while let name = queue.popLast() {
      guard seen.insert(name).inserted, let object = objects[name], !isOther(name) else { continue }
      found.append(object)
      queue += object.needs.expandedNames(at: FilePath(object.path))
    }
    return found
  }
}
