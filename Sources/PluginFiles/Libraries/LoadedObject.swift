import CELF
import CLoadedObjects
import Glibc

/// A library of this process, or its program, as the dynamic linker mapped it; the only place that
/// asks for these.
@safe struct LoadedObject {
  /// Where it was loaded from; empty for the program.
  let path: String
  let needs: LibraryNeeds
  /// What its segments take of the memory.
  let addresses: [Range<UInt>]

  /// Whether an address is one of its own.
  func contains(_ address: UInt) -> Bool { addresses.contains { $0.contains(address) } }

  /// An address of the object that the code of this module is a part of.
  static var here: UInt { UInt(bitPattern: #dsohandle) }

  /// All that is loaded at this moment, the program first.
  static func all() -> [LoadedObject] {
    var objects: [LoadedObject] = []
    unsafe withUnsafeMutablePointer(to: &objects) { target in
      unsafe cleanse_each_loaded_object(
        { object, target in
          guard let object = unsafe object, let target = unsafe target else { return }
          unsafe target.assumingMemoryBound(to: [LoadedObject].self).pointee
            .append(LoadedObject(object.pointee))
        }, target)
    }
    return objects
  }

  /// The dynamic linker has mapped what the object's headers speak of, and resolved it, or the object
  /// would not be here.
  private init(_ object: cleanse_loaded_object) {
    path = unsafe object.path.map { unsafe String(cString: $0) } ?? ""
    var needs = LibraryNeeds()
    var addresses: [Range<UInt>] = []
    let headers = unsafe UnsafeBufferPointer(
      start: object.headers?.assumingMemoryBound(to: Elf64_Phdr.self), count: object.header_count)
    for index in unsafe 0..<object.header_count {
      let header = unsafe headers[index]
      let start = unsafe object.base &+ header.p_vaddr
      switch header.p_type {
      case UInt32(PT_LOAD): addresses.append(UInt(start)..<UInt(start + header.p_memsz))
      case UInt32(PT_DYNAMIC):
        let entries = unsafe UnsafePointer<Elf64_Dyn>(bitPattern: UInt(start))
        if let entries = unsafe entries { needs = unsafe Self.needs(entries, base: object.base) }
      default: break
      }
    }
    self.needs = needs
    self.addresses = addresses
  }

  private static func needs(
    _ entries: UnsafePointer<Elf64_Dyn>, base: UInt64
  ) -> LibraryNeeds {
    var values: [Int64: UInt64] = [:]
    var needed: [UInt64] = []
    var entry = unsafe entries
    while unsafe entry.pointee.d_tag != 0 {
      if unsafe entry.pointee.d_tag == DynamicSection.Tag.needed.rawValue {
        unsafe needed.append(entry.pointee.d_un.d_val)
      } else {
        unsafe values[entry.pointee.d_tag] = entry.pointee.d_un.d_val
      }
      unsafe entry += 1
    }
    guard let table = values[DynamicSection.Tag.stringTable.rawValue] else { return LibraryNeeds() }
    func text(_ offset: UInt64) -> String? {
      // The linker puts addresses in place of what the file says, but for what the kernel brings.
      let start = unsafe UnsafePointer<CChar>(
        bitPattern: UInt((table < base ? table &+ base : table) &+ offset))
      return unsafe start.map { unsafe String(cString: $0) }
    }
    func text(_ tag: DynamicSection.Tag) -> String? { values[tag.rawValue].flatMap(text) }
    return LibraryNeeds(
      names: needed.compactMap(text), ownName: text(.sharedObjectName), runPath: text(.runPath),
      inheritedPath: text(.searchPath))
  }
}

extension LoadedObject {
  /// Whether the system started the program with more rights than its user has; the environment then
  /// does not count.
  static var isPrivileged: Bool { cleanse_is_privileged() }
}

extension LoadedObject {
  /// The names under which the dynamic linker knows that the objects are there: also what a loaded object needs is,
  /// under just that name.
  static func names(of objects: [LoadedObject]) -> Set<String> {
    Set(objects.flatMap { $0.needs.names + [$0.needs.ownName].compactMap(\.self) })
  }

  /// An object with all that it needs, and that these need in turn.
  static func needed(
    by object: LoadedObject?, among objects: [LoadedObject]
  ) -> [LoadedObject] {
    guard let object else { return [] }
    var found = [object]
    var seen: Set<String> = []
    var next = 0
    while next < found.count {
      for name in found[next].needs.names where seen.insert(name).inserted {
        let known = Set(found.map(\.addresses))
        found += objects.filter { $0.isKnown(as: name) && !known.contains($0.addresses) }
      }
      next += 1
    }
    return found
  }

  /// Whether a needed library of a name may be this object. The dynamic linker has made the path of the name, or of
  /// what variables in that stand for.
  private func isKnown(as name: String) -> Bool {
    needs.ownName == name || lastComponent(of: path) == lastComponent(of: name)
  }
}
