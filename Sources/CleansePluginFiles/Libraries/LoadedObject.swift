import CCleanseELF
import CCleanseLoadedObjects
import CleanseSupport

/// An object that the dynamic linker has mapped into this process: the program or a library. Only
/// ``LoadedObjectList`` enumerates them.
@safe package struct LoadedObject {
  /// The path that it was loaded from; empty for the program.
  let path: String
  let needs: LibraryNeeds
  /// The address ranges of its segments.
  let addresses: [Range<UInt>]

  /// Whether an address is in one of its segments.
  func contains(_ address: UInt) -> Bool { addresses.contains { $0.contains(address) } }

  /// An address in the object that contains this code.
  static var here: UInt { UInt(bitPattern: #dsohandle) }

  /// The path of the library of the framework, without symbolic links; nil if this code is part of the program itself.
  package static var framework: String? {
    guard let path = all().first(where: { $0.contains(here) })?.path, !path.isEmpty else {
      return nil
    }
    return SystemPath.resolved(path)
  }

  /// The currently loaded objects, the program first.
  static func all() -> [LoadedObject] {
    var list = LoadedObjectList()
    list.update()
    return list.objects
  }

  init(_ object: cleanse_loaded_object) {
    unsafe self.init(object, Headers(object))
  }

  /// What the program headers say.
  @safe private struct Headers {
    var addresses: [Range<UInt>] = []
    var dynamic: UnsafePointer<Elf64_Dyn>?

    init(_ object: cleanse_loaded_object) {
      let headers = unsafe UnsafeBufferPointer(
        start: object.headers?.assumingMemoryBound(to: Elf64_Phdr.self), count: object.header_count)
      for index in unsafe 0..<object.header_count {
        let header = unsafe headers[index]
        let start = unsafe object.base &+ header.p_vaddr
        switch header.p_type {
        case UInt32(PT_LOAD): addresses.append(UInt(start)..<UInt(start + header.p_memsz))
        case UInt32(PT_DYNAMIC): unsafe dynamic = UnsafePointer(bitPattern: UInt(start))
        default: break
        }
      }
    }
  }

  /// The headers and the dynamic section can be read without checks: the dynamic linker has already mapped and
  /// used them.
  private init(_ object: cleanse_loaded_object, _ headers: Headers) {
    path = unsafe object.path.map { unsafe String(cString: $0) } ?? ""
    needs =
      unsafe headers.dynamic.map { unsafe Self.needs($0, base: object.base) } ?? LibraryNeeds()
    addresses = headers.addresses
  }

  private static func needs(
    _ entries: UnsafePointer<Elf64_Dyn>, base: UInt64
  ) -> LibraryNeeds {
    var needed: [UInt64] = []
    var (table, ownName, runPath, inheritedPath): (UInt64?, UInt64?, UInt64?, UInt64?)
    var entry = unsafe entries
    while unsafe entry.pointee.d_tag != 0 {
      let value = unsafe entry.pointee.d_un.d_val
      switch unsafe DynamicSection.Tag(rawValue: entry.pointee.d_tag) {
      case .needed: needed.append(value)
      case .stringTable: table = value
      case .sharedObjectName: ownName = value
      case .runPath: runPath = value
      case .searchPath: inheritedPath = value
      default: break
      }
      unsafe entry += 1
    }
    guard let table else { return LibraryNeeds() }
    func text(_ offset: UInt64) -> String? {
      // The dynamic linker replaces file-relative values with addresses, except in the kernel's vDSO.
      let start = unsafe UnsafePointer<CChar>(
        bitPattern: UInt((table < base ? table &+ base : table) &+ offset))
      return unsafe start.map { unsafe String(cString: $0) }
    }
    return LibraryNeeds(
      names: needed.compactMap(text), ownName: ownName.flatMap(text),
      runPath: runPath.flatMap(text), inheritedPath: inheritedPath.flatMap(text))
  }
}

extension LoadedObject {
  /// Whether the program runs with more privileges than its user (`AT_SECURE`); the dynamic linker then ignores the
  /// environment.
  static var isPrivileged: Bool { cleanse_is_privileged() }
}

extension LoadedObject {
  /// The names by which the dynamic linker finds the objects: their sonames, and the names that loaded objects need.
  static func names(of objects: [LoadedObject]) -> Set<LinkerName> {
    Set(
      objects.flatMap { $0.needs.names + [$0.needs.ownName].compactMap(\.self) }
        .map { LinkerName($0) })
  }

  /// An object and the libraries that it needs, transitively.
  static func needed(
    by object: LoadedObject?, among objects: [LoadedObject]
  ) -> [LoadedObject] {
    guard let object else { return [] }
    // Most plugins bring no library.
    guard objects.contains(where: { $0.addresses != object.addresses }) else { return [object] }
    let names = ObjectNames(of: objects)
    var found = [object]
    var known: Set = [object.addresses]
    var seen: Set<LinkerName> = []
    var next = 0
    while next < found.count {
      let needed = found[next].needs.expandedNames(at: FilePath(found[next].path))
      for name in needed where seen.insert(name).inserted {
        found += names.objects(knownAs: name).filter { known.insert($0.addresses).inserted }
      }
      next += 1
    }
    return found
  }
}

/// The names of objects. A plugin can need a thousand libraries, so not all are compared with each name.
private struct ObjectNames {
  private let objects: [LoadedObject]
  /// The indices of the objects, by their sonames, and by the last components of their paths.
  private let bySoname: [LinkerName: [Int]]
  private let byFile: [FilePath: [Int]]

  init(of objects: [LoadedObject]) {
    self.objects = objects
    let named = objects.indices.filter { objects[$0].needs.ownName != nil }
    bySoname = Dictionary(grouping: named) { LinkerName(objects[$0].needs.ownName ?? "") }
    byFile = Dictionary(grouping: objects.indices) { FilePath(objects[$0].path).name }
  }

  /// The objects that may be the library that is needed under a name, in their order. Their paths end in the name, after
  /// variables in the name were expanded.
  func objects(knownAs name: LinkerName) -> [LoadedObject] {
    let indices =
      bySoname[name, default: []] + byFile[FilePath(bytes: name.bytes).name, default: []]
    return Set(indices).sorted().map { objects[$0] }
  }
}
