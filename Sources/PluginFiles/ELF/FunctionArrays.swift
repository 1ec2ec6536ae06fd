/// The arrays of initialisers and finalisers, whose entries the dynamic linker calls when it loads and
/// unloads a library. It calls whatever is there once the library is relocated.
struct FunctionArrays {
  private struct Entries {
    let name: String
    let address: UInt64
    let extent: FileExtent
    /// Whether a relocation has made the entry the address of a function.
    var isSet: [Bool]
  }

  private var arrays: [Entries] = []

  init(_ dynamic: DynamicSection, _ tables: DynamicTables) {
    for (kind, tag) in [
      (DynamicTables.Kind.initialisers, DynamicSection.Tag.initialisers),
      (.finalisers, .finalisers),
    ] {
      guard let address = dynamic[tag], let extent = tables[kind] else { continue }
      let isSet = [Bool](repeating: false, count: Int(extent.count / 8))
      arrays.append(Entries(name: kind.rawValue, address: address, extent: extent, isSet: isSet))
    }
  }

  /// What a relocation does to an entry.
  enum Effect {
    /// It does not touch one.
    case elsewhere
    /// It writes the whole entry that lies there in the file.
    case entry(name: String, FileExtent)
    /// It writes a part of one.
    case part(name: String)
  }

  mutating func effect(at address: UInt64, count: UInt64) -> Effect {
    for index in arrays.indices {
      let array = arrays[index]
      // No overflow: both lie in memory.
      guard address < array.address + array.extent.count, address + count > array.address else {
        continue
      }
      guard count == 8, address >= array.address, (address - array.address) % 8 == 0,
        let place = array.extent.part(at: address - array.address, count: 8)
      else { return .part(name: array.name) }
      let entry = Int((address - array.address) / 8)
      arrays[index].isSet[entry] = true
      return .entry(name: "entry \(entry) of its \(array.name)", place)
    }
    return .elsewhere
  }

  /// - Throws: ``FileDefect/malformedELF(_:)`` if the dynamic linker would call a bare number.
  func checkComplete() throws(FileDefect) {
    for array in arrays {
      guard let entry = array.isSet.firstIndex(of: false) else { continue }
      throw .malformedELF("no relocation makes entry \(entry) of its \(array.name) an address")
    }
  }
}
