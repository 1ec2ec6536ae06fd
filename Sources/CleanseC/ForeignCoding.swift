internal import CleanseSupport

/// The conversion of values of one type between C and Swift.
protocol ForeignCoding<Value>: Sendable {
  /// The Swift type.
  associatedtype Value

  /// The size of a value in C in bytes.
  var size: Int { get }
  var alignment: Int { get }
  /// Whether some Swift values can't be passed to C.
  var canFailToStore: Bool { get }
  /// Whether C can pass an invalid value.
  var canFailToLoad: Bool { get }

  /// Stores a value in its C representation.
  ///
  /// - Parameter arena: Returns the arena for the memory and objects that the value refers to.
  func store(
    _ value: Value, to slot: UnsafeMutableRawPointer, in arena: () -> ForeignArena) throws

  /// Loads a value from its C representation.
  ///
  /// - Parameters:
  ///   - isOwned: Whether to free the memory that the value refers to.
  ///   - arena: The arguments that the value was created from, for a value that depends on them.
  func load(_ slot: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?) throws -> Value

  /// Frees the memory of an owned value that is not going to be loaded.
  func discard(_ slot: UnsafeRawPointer)
}

extension ForeignCoding {
  /// Does nothing: most values refer to no other memory.
  func discard(_ slot: UnsafeRawPointer) {}
}

/// The coding of a number or a Boolean.
struct ScalarCoding<Value: BitwiseCopyable & Sendable>: ForeignCoding {
  var size: Int { MemoryLayout<Value>.size }
  var alignment: Int { MemoryLayout<Value>.alignment }
  var canFailToStore: Bool { false }
  var canFailToLoad: Bool { false }

  func store(_ value: Value, to slot: UnsafeMutableRawPointer, in arena: () -> ForeignArena) {
    unsafe slot.storeBytes(of: value, as: Value.self)
  }

  func load(_ slot: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?) -> Value {
    // C may store any number as a Boolean.
    if Value.self == Bool.self, let value = unsafe (slot.load(as: UInt8.self) != 0) as? Value {
      return value
    }
    return unsafe slot.load(as: Value.self)
  }
}

/// The coding of a string: a pointer to null-terminated UTF-8.
struct StringCoding: ForeignCoding {
  var size: Int { 8 }
  var alignment: Int { 8 }
  var canFailToStore: Bool { true }
  var canFailToLoad: Bool { true }

  func store(
    _ value: String, to slot: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) throws {
    var value = value
    try value.withUTF8 { bytes in
      guard unsafe !bytes.contains(0) else {
        throw CBridgeError("a string with a null character can't be passed to C")
      }
      let copy = unsafe arena().allocate(bytes.count + 1, alignment: 1)
      if let start = bytes.baseAddress {
        unsafe copy.copyMemory(from: start, byteCount: bytes.count)
      }
      unsafe copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
      unsafe slot.storeBytes(of: copy, as: UnsafeMutableRawPointer.self)
    }
  }

  func load(
    _ slot: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) throws -> String {
    guard let text = unsafe slot.load(as: UnsafeMutablePointer<CChar>?.self) else {
      throw CBridgeError("expected a string, found a null pointer")
    }
    defer { if isOwned { unsafe CMemory.free(text) } }
    guard let string = unsafe String(validatingCString: text) else {
      throw CBridgeError("the string is not UTF-8")
    }
    return string
  }

  func discard(_ slot: UnsafeRawPointer) {
    unsafe CMemory.free(slot.load(as: UnsafeMutablePointer<CChar>?.self))
  }
}

/// The coding of a structure: its bytes.
struct StructureCoding: ForeignCoding {
  // Stored, because computing them visits all fields.
  let size: Int
  let alignment: Int
  var canFailToStore: Bool { false }
  var canFailToLoad: Bool { false }

  init(_ type: CStructureType) {
    let type = CType.structure(type)
    (size, alignment) = (type.size, type.alignment)
  }

  func store(
    _ value: CStructure, to slot: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) {
    unsafe slot.copyMemory(from: value.bytes, byteCount: value.bytes.count)
  }

  func load(
    _ slot: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) -> CStructure {
    unsafe CStructure(bytes: Array(UnsafeRawBufferPointer(start: slot, count: size)))
  }
}

/// The bytes of a C structure, kept for other C functions. The key contains the structure's type.
struct CStructure: Hashable, Sendable {
  let bytes: [UInt8]
}

/// The coding of a pointer without a bridge.
@safe struct PointerCoding: ForeignCoding {
  /// The C name of the target's type.
  let name: String
  /// Destroys the targets that are loaded; nil for targets that the host does not own.
  let destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?
  /// Whether a plugin declares a destructor of such targets.
  let isDestroyed: Bool

  var size: Int { 8 }
  var alignment: Int { 8 }
  var canFailToStore: Bool { false }
  var canFailToLoad: Bool { true }

  func store(
    _ value: CPointer, to slot: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) {
    if let owner = value.owner { arena().keep(owner) }
    if isDestroyed, let loan = CInstance.loan(of: value, named: name) { arena().keep(loan) }
    unsafe slot.storeBytes(of: value.address, as: UnsafeMutableRawPointer.self)
  }

  func load(
    _ slot: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) throws -> CPointer {
    guard let address = unsafe slot.load(as: UnsafeMutableRawPointer?.self) else {
      throw CBridgeError("expected a `\(name) *`, found a null pointer")
    }
    return unsafe CPointer(
      address,
      keeping: CInstance.owner(of: address, named: name, destroy: destroy, keeping: arena))
  }
}

/// The coding of a pointer with a bridge.
struct BridgedCoding<B: CBridge>: ForeignCoding {
  let pointer: PointerCoding

  var size: Int { 8 }
  var alignment: Int { 8 }
  var canFailToStore: Bool { true }
  var canFailToLoad: Bool { true }

  func store(
    _ value: B.Value, to slot: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) throws {
    unsafe pointer.store(try B.pointer(to: value), to: slot, in: arena)
  }

  func load(
    _ slot: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) throws -> B.Value {
    try unsafe B.value(of: pointer.load(slot, isOwned: isOwned, keeping: arena))
  }
}

/// The coding of an array: a pointer and a count.
struct ArrayCoding<Element: ForeignCoding>: ForeignCoding {
  let element: Element

  var size: Int { 16 }
  var alignment: Int { 8 }
  var canFailToStore: Bool { element.canFailToStore }
  var canFailToLoad: Bool { true }

  func store(
    _ value: [Element.Value], to slot: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) throws {
    let items = unsafe arena().allocate(value.count * element.size, alignment: element.alignment)
    for (index, item) in value.enumerated() {
      try unsafe element.store(item, to: items + index * element.size, in: arena)
    }
    unsafe slot.storeBytes(of: items, as: UnsafeMutableRawPointer.self)
    unsafe slot.storeBytes(of: value.count, toByteOffset: 8, as: Int.self)
  }

  func load(
    _ slot: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) throws -> [Element.Value] {
    let count = unsafe slot.load(fromByteOffset: 8, as: Int.self)
    let items = unsafe slot.load(as: UnsafeMutableRawPointer?.self)
    defer { if isOwned { unsafe CMemory.free(items) } }
    guard count != 0 else { return [] }
    // The address space of a process has at most 47 bits.
    guard count > 0, count <= (1 << 47) / element.size, let items = unsafe items else {
      let number = UInt(bitPattern: count)
      throw CBridgeError(
        unsafe items == nil
          ? "an array with a count of \(number) has a null pointer"
          : "an array has an invalid count: \(number)")
    }
    guard unsafe UnsafeRawPointer(items).isAligned(to: element.alignment) else {
      throw CBridgeError("the items of an array are misaligned")
    }
    var next = 0
    do {
      return try (0..<count).map { index in
        next = index + 1
        return try unsafe element.load(
          items + index * element.size, isOwned: isOwned, keeping: arena)
      }
    } catch {
      if isOwned {
        for index in next..<count { unsafe element.discard(items + index * element.size) }
      }
      throw error
    }
  }
}
