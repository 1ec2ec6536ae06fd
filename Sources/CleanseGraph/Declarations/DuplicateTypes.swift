/// Types with the same name that several parts define, in declarations that were recorded separately.
///
/// In one process, types with the same name are distinguished by their address. Declarations from several processes
/// have to state which types each part defines.
package struct DuplicateTypes {
  private let parts: [Declarations]
  /// The table of all keys; nil if equal keys are not the same object.
  private let table: NamedKeyTable?
  private var numbers: KeyNumbers
  /// By the number of a key: the indices of the parts that define its types, in order.
  private var owners: [[Int]] = []

  /// Numbers different types with the same name, as recording does. A part that uses the types of another part
  /// refers to those.
  ///
  /// - Parameters:
  ///   - parts: The declarations, each with the keys of the types that the part itself defines.
  ///   - table: The table of the keys of all parts; nil if they do not share one.
  ///   - uses: Whether the first part uses the types of the second.
  package static func number(
    _ parts: [(declarations: Declarations, ownKeys: [Key])], in table: NamedKeyTable?,
    uses: (Int, Int) -> Bool
  ) -> [Declarations] {
    var copies = DuplicateTypes(parts, table)
    guard !copies.owners.isEmpty else { return copies.parts }
    var numbered = copies.parts.indices.map { copies.numbered($0, uses) }
    // A numbered key can equal a key that already existed.
    if table?.sharedSpace == nil {
      for part in numbered.indices { numbered[part].space = nil }
    }
    return numbered
  }

  private init(_ parts: [(declarations: Declarations, ownKeys: [Key])], _ table: NamedKeyTable?) {
    let space = table?.sharedSpace
    self.table = space == nil ? nil : table
    self.parts = parts.map { part in
      var declarations = part.declarations
      declarations.space = space
      return declarations
    }
    numbers = KeyNumbers(in: space)
    for (part, ownKeys) in parts.map(\.ownKeys).enumerated() {
      for key in ownKeys {
        let number = numbers.number(of: key)
        while owners.count <= number { owners.append([]) }
        owners[number].append(part)
      }
    }
  }

  /// The declarations of a part, with a number for each type that differs from the types of the same name in the
  /// parts before it.
  private mutating func numbered(_ part: Int, _ uses: (Int, Int) -> Bool) -> Declarations {
    var copies: [Int: Key] = [:]
    let declarations = parts[part]
    for index in declarations.bindings.indices {
      find(declarations.bindings[index].key, of: part, uses, &copies)
      for number in declarations.bindings[index].requests.indices {
        let request = declarations.bindings[index].requests[number]
        find(request.key, of: part, uses, &copies)
        guard request.hasAlternatives else { continue }
        for other in request.alternatives { find(other.key, of: part, uses, &copies) }
      }
    }
    return copies.isEmpty ? declarations : renaming(copies, in: declarations)
  }

  private mutating func find(
    _ key: Key, of part: Int, _ uses: (Int, Int) -> Bool, _ copies: inout [Int: Key]
  ) {
    let number = numbers.number(of: key)
    guard number < owners.count, let first = owners[number].first, copies[number] == nil,
      first != part || owners[number].count > 1
    else { return }
    let isOwn = owners[number].contains(part)
    let others = owners[number].filter { $0 != part && (isOwn || !uses(part, $0)) }
    let before = isOwn ? others.count { $0 < part } : others.count
    guard before > 0 else { return }
    let copy = key.copy(before)
    copies[number] = table?.keys(equalTo: [copy])[0] ?? copy
  }

  private mutating func renaming(
    _ copies: [Int: Key], in declarations: Declarations
  ) -> Declarations {
    var declarations = declarations
    for index in declarations.bindings.indices {
      var binding = declarations.bindings[index]
      binding.key = copies[numbers.number(of: binding.key)] ?? binding.key
      for number in binding.requests.indices {
        let request = binding.requests[number]
        binding.requests[number].key = copies[numbers.number(of: request.key)] ?? request.key
        for (index, other) in request.alternatives.enumerated() {
          guard let copy = copies[numbers.number(of: other.key)] else { continue }
          binding.requests[number].alternatives[index].key = copy
        }
      }
      declarations.bindings[index] = binding
    }
    return declarations
  }
}
