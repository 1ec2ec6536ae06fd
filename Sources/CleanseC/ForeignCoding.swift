internal import CleanseSupport

/// How values of one type cross between C and Swift.
protocol ForeignCoding<Value>: Sendable {
  /// The Swift type.
  associatedtype Value

  /// How many bytes a value takes in C.
  var size: Int { get }
  var alignment: Int { get }
  /// Whether some values of Swift can't be handed to C.
  var canFailToStore: Bool { get }
  /// Whether C can hand over what is no value.
  var canFailToLoad: Bool { get }

  /// Hands a value to C.
  ///
  /// - Parameter arena: Gets what the value consists of beyond its own bytes.
  func store(
    _ value: Value, to place: UnsafeMutableRawPointer, in arena: () -> ForeignArena) throws

  /// Takes a value from C.
  ///
  /// - Parameters:
  ///   - isOwned: Whether memory that the value consists of is freed.
  ///   - arena: What the value was made of, for one that goes on to need it.
  func load(_ place: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?) throws -> Value

  /// Frees the memory that an owned value consists of which nobody is going to load.
  func discard(_ place: UnsafeRawPointer)
}

extension ForeignCoding {
  /// Does nothing: most values have no memory beyond their own bytes.
  func discard(_ place: UnsafeRawPointer) {}
}

/// A number or a truth value.
struct ScalarCoding<Value: BitwiseCopyable & Sendable>: ForeignCoding {
  var size: Int { MemoryLayout<Value>.size }
  var alignment: Int { MemoryLayout<Value>.alignment }
  var canFailToStore: Bool { false }
  var canFailToLoad: Bool { false }

  func store(_ value: Value, to place: UnsafeMutableRawPointer, in arena: () -> ForeignArena) {
    unsafe place.storeBytes(of: value, as: Value.self)
  }

  func load(_ place: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?) -> Value {
    // C may leave any number where there should be a truth value.
    if Value.self == Bool.self, let value = unsafe (place.load(as: UInt8.self) != 0) as? Value {
      return value
    }
    return unsafe place.load(as: Value.self)
  }
}

/// Text: a pointer to UTF-8 with a terminating null.
struct StringCoding: ForeignCoding {
  var size: Int { 8 }
  var alignment: Int { 8 }
  var canFailToStore: Bool { true }
  var canFailToLoad: Bool { true }

  func store(
    _ value: String, to place: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) throws {
    var value = value
    try value.withUTF8 { bytes in
      guard unsafe !bytes.contains(0) else {
        throw CBridgeError("a string with a null character in it can't be handed to C")
      }
      let copy = unsafe arena().allocate(bytes.count + 1, alignment: 1)
      if let start = bytes.baseAddress {
        unsafe copy.copyMemory(from: start, byteCount: bytes.count)
      }
      unsafe copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
      unsafe place.storeBytes(of: copy, as: UnsafeMutableRawPointer.self)
    }
  }

  func load(
    _ place: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) throws -> String {
    guard let text = unsafe place.load(as: UnsafeMutablePointer<CChar>?.self) else {
      throw CBridgeError("a null pointer came where there should be a string")
    }
    defer { if isOwned { unsafe CMemory.free(text) } }
    guard let string = unsafe String(validatingCString: text) else {
      throw CBridgeError("a string came that is not UTF-8")
    }
    return string
  }

  func discard(_ place: UnsafeRawPointer) {
    unsafe CMemory.free(place.load(as: UnsafeMutablePointer<CChar>?.self))
  }
}

/// A structure: its bytes.
struct StructureCoding: ForeignCoding {
  // Known here, as finding them takes a walk through all fields.
  let size: Int
  let alignment: Int
  var canFailToStore: Bool { false }
  var canFailToLoad: Bool { false }

  init(_ type: CStructureType) {
    let type = CType.structure(type)
    (size, alignment) = (type.size, type.alignment)
  }

  func store(
    _ value: CStructure, to place: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) {
    unsafe place.copyMemory(from: value.bytes, byteCount: value.bytes.count)
  }

  func load(
    _ place: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) -> CStructure {
    unsafe CStructure(bytes: Array(UnsafeRawBufferPointer(start: place, count: size)))
  }
}

/// A structure of C as Swift keeps it for other C functions. The key tells which structure it is.
struct CStructure: Hashable, Sendable {
  let bytes: [UInt8]
}

/// A pointer without a bridge.
@safe struct PointerCoding: ForeignCoding {
  /// What C calls the target.
  let name: String
  let destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?

  var size: Int { 8 }
  var alignment: Int { 8 }
  var canFailToStore: Bool { false }
  var canFailToLoad: Bool { true }

  func store(
    _ value: CPointer, to place: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) {
    if let owner = value.owner { arena().keep(owner) }
    unsafe place.storeBytes(of: value.address, as: UnsafeMutableRawPointer.self)
  }

  func load(
    _ place: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) throws -> CPointer {
    guard let address = unsafe place.load(as: UnsafeMutableRawPointer?.self) else {
      throw CBridgeError("a null pointer came where there should be a `\(name) *`")
    }
    return unsafe CPointer(
      address,
      keeping: CInstance.owner(of: address, named: name, destroy: destroy, keeping: arena))
  }
}

/// A pointer that Swift knows as something else.
struct BridgedCoding<B: CBridge>: ForeignCoding {
  let pointer: PointerCoding

  var size: Int { 8 }
  var alignment: Int { 8 }
  var canFailToStore: Bool { true }
  var canFailToLoad: Bool { true }

  func store(
    _ value: B.Value, to place: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) throws {
    unsafe pointer.store(try B.pointer(to: value), to: place, in: arena)
  }

  func load(
    _ place: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) throws -> B.Value {
    try unsafe B.value(of: pointer.load(place, isOwned: isOwned, keeping: arena))
  }
}

/// A pointer and a count.
struct ArrayCoding<Element: ForeignCoding>: ForeignCoding {
  let element: Element

  var size: Int { 16 }
  var alignment: Int { 8 }
  var canFailToStore: Bool { element.canFailToStore }
  var canFailToLoad: Bool { true }

  func store(
    _ value: [Element.Value], to place: UnsafeMutableRawPointer, in arena: () -> ForeignArena
  ) throws {
    let items = unsafe arena().allocate(value.count * element.size, alignment: element.alignment)
    for (index, item) in value.enumerated() {
      try unsafe element.store(item, to: items + index * element.size, in: arena)
    }
    unsafe place.storeBytes(of: items, as: UnsafeMutableRawPointer.self)
    unsafe place.storeBytes(of: value.count, toByteOffset: 8, as: Int.self)
  }

  func load(
    _ place: UnsafeRawPointer, isOwned: Bool, keeping arena: ForeignArena?
  ) throws -> [Element.Value] {
    let count = unsafe place.load(fromByteOffset: 8, as: Int.self)
    let items = unsafe place.load(as: UnsafeMutableRawPointer?.self)
    defer { if isOwned { unsafe CMemory.free(items) } }
    guard count != 0 else { return [] }
    // No process has more than 47 bits of addresses.
    guard count > 0, count <= (1 << 47) / element.size, let items = unsafe items else {
      let address = unsafe items == nil ? "a null pointer" : "a pointer"
      throw CBridgeError("an array came with \(address) and a count of \(UInt(bitPattern: count))")
    }
    guard unsafe UnsafeRawPointer(items).isAligned(to: element.alignment) else {
      throw CBridgeError("an array came with an address where its items can't be")
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
