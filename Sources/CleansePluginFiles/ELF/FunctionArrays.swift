/// The arrays of initialisers and finalisers, which the dynamic linker calls when it loads and unloads a
/// library. It calls every entry unchecked, after relocation.
struct FunctionArrays {
  private struct Entries {
    let name: String
    let address: UInt64
    let extent: FileExtent
    /// For each entry, whether a relocation sets it to the address of a function.
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

  /// The effect of a relocation on the arrays.
  enum Effect {
    /// It writes elsewhere.
    case elsewhere
    /// It writes a whole entry, which has that extent in the file.
    case entry(Entry, FileExtent)
    /// It writes only a part of an entry.
    case part(name: String)
  }

  /// An entry of an array, described by its name.
  struct Entry: CustomStringConvertible {
    let index: Int
    let array: String

    var description: String { "entry \(index) of its \(array)" }
  }

  mutating func effect(at address: UInt64, count: UInt64) -> Effect {
    for index in arrays.indices {
      // Without a copy of the array, as almost all relocations write elsewhere.
      let (start, whole) = (arrays[index].address, arrays[index].extent)
      // No overflow: both ranges were checked to be in memory.
      guard address < start + whole.count, address + count > start else { continue }
      guard count == 8, address >= start, (address - start) % 8 == 0,
        let extent = whole.part(at: address - start, count: 8)
      else { return .part(name: arrays[index].name) }
      let entry = Int((address - start) / 8)
      arrays[index].isSet[entry] = true
      return .entry(Entry(index: entry, array: arrays[index].name), extent)
    }
    return .elsewhere
  }

  /// Checks that every entry is relocated.
  ///
  /// - Throws: ``FileDefect/malformedELF(_:)`` if the dynamic linker would call an unrelocated entry.
  func checkComplete() throws(FileDefect) {
    for array in arrays {
      guard let entry = array.isSet.firstIndex(of: false) else { continue }
      throw .malformedELF("entry \(entry) of its \(array.name) is not relocated")
    }
  }
}
