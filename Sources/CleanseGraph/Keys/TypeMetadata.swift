/// What the runtime keeps of a type, as far as it tells which generic type it is one of, and of which
/// element.
///
/// A cast could tell as well, but most types are none of those that are looked for, and a cast that
/// fails costs more than everything else that is done for a binding. The layout is a part of Swift's
/// stable interface: docs/ABI/TypeMetadata.rst in its repository.
@safe @frozen package struct TypeMetadata {
  /// What the types have in common that differ in their element alone.
  @frozen package struct Maker: Hashable {
    fileprivate let kind: UInt
    /// Where the generic type is described; for a function, its flags and the number of parameters.
    fileprivate let details: UInt
  }

  private static let nativeClass: UInt = 0
  private static let structure: UInt = 0x200
  private static let enumeration: UInt = 0x201
  private static let optional: UInt = 0x202
  private static let function: UInt = 0x302
  private static let existential: UInt = 0x303

  // Safety: a metatype is the address of the type's metadata, which never changes or goes. All
  // metadata begin with the word that tells the kind, where a class may have an address, which is greater
  // than each of these numbers. No further word is read but of the kinds that have them.
  fileprivate let words: UnsafePointer<UInt>

  package init(_ type: any Any.Type) {
    unsafe words = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// The metadata that are there.
  package init(words: UnsafePointer<UInt>) {
    unsafe self.words = unsafe words
  }

  /// Nothing for the kinds of types that are not looked for.
  package var maker: Maker? {
    switch unsafe words[0] {
    case Self.structure, Self.optional, Self.function:
      unsafe Maker(kind: words[0], details: words[1])
    default: nil
    }
  }

  /// The generic argument, or the result of a function. Nothing when its values can't be copied, as
  /// such a type is not for generic code.
  ///
  /// - Precondition: The maker is that of a type for which ``isMade(of:)`` held.
  package var element: (any Any.Type)? {
    // Safety: the word has been found to be the address of metadata for this maker. The word before
    // metadata is the address of the value witnesses, whose flags come after ten words.
    let element = unsafe unsafeBitCast(words[2], to: Any.Type.self)
    guard let witnesses = unsafe UnsafePointer<UInt32>(bitPattern: TypeMetadata(element).words[-1])
    else {
      return nil
    }
    let cannotBeCopied: UInt32 = 0x80_0000
    return unsafe witnesses[20] & cannotBeCopied == 0 ? element : nil
  }

  /// Whether the element is this very type, asked of a type that has one.
  package func isMade(of type: any Any.Type) -> Bool {
    unsafe words[2] == UInt(bitPattern: TypeMetadata(type).words)
  }
}

extension TypeMetadata {
  /// Whether the type is a class, a native one or one of another language.
  var isClass: Bool {
    let lastKindOfOthers: UInt = 0x7FF
    return unsafe words[0] == 0 || words[0] > lastKindOfOthers
  }
}

extension TypeMetadata {
  /// What a type is made of.
  @safe @frozen package enum Parts {
    /// A type that is declared, whatever its arguments.
    case nominal(ContextDescriptor)
    /// A generic structure or enumeration, whose arguments are all types.
    case generic(ContextDescriptor, UnsafeBufferPointer<UnsafePointer<UInt>>)
    case function(
      result: UnsafePointer<UInt>, parameters: UnsafeBufferPointer<UnsafePointer<UInt>>)
    case protocols(UnsafeBufferPointer<ContextDescriptor>)
    /// Anything else, such as a tuple or a metatype.
    case other
  }

  // Safety: what follows the kind is, by the sections "Struct", "Enum", "Function", "Protocol" and "Class
  // Metadata" of the document, what is read of it here. A class has the fourth word of its own there
  // where the language has no other object model beside it, and its kind is zero only there.
  package var parts: Parts {
    switch unsafe words[0] {
    case Self.nativeClass:
      // Its superclass and three words of sizes come before.
      guard let descriptor = unsafe ContextDescriptor(word: words[5]) else { return .other }
      return .nominal(descriptor)
    case Self.structure, Self.enumeration, Self.optional:
      guard let descriptor = unsafe ContextDescriptor(word: words[1]) else { return .other }
      guard let count = descriptor.argumentCount else { return .nominal(descriptor) }
      return unsafe .generic(descriptor, pointers(from: 2, count: count))
    case Self.function:
      guard let result = unsafe UnsafePointer<UInt>(bitPattern: words[2]) else { return .other }
      return unsafe .function(
        result: result, parameters: pointers(from: 3, count: Int(words[1] & 0xFFFF)))
    case Self.existential:
      // Flags and, in the upper half of the word, the number of protocols; then the superclass, if
      // there is one.
      let hasSuperclass = unsafe words[1] & 0x4000_0000 != 0
      return unsafe .protocols(pointers(from: hasSuperclass ? 3 : 2, count: Int(words[1] >> 32)))
    default:
      return .other
    }
  }

  private func pointers<Pointer>(from word: Int, count: Int) -> UnsafeBufferPointer<Pointer> {
    let start = unsafe UnsafeRawPointer(words + word).assumingMemoryBound(to: Pointer.self)
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }
}

/// What the compiler wrote down of a declared type or a protocol; each image that has a copy of the
/// declaration has one.
@safe @frozen package struct ContextDescriptor {
  // Safety: as for metadata, whose descriptors never change or go either. The layout of descriptors is
  // that of include/swift/ABI/Metadata.h in Swift's repository, which the stable interface fixes.
  private let address: UnsafeRawPointer

  fileprivate init?(word: UInt) {
    guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    unsafe self.address = unsafe address
  }

  private var flags: UInt32 { unsafe address.load(as: UInt32.self) }

  /// The unqualified name as it stands in mangled names, in UTF-8, with a terminating null.
  package var name: UnsafePointer<UInt8> {
    let offset = 8
    // Relative to where it stands.
    let distance = unsafe Int(address.load(fromByteOffset: offset, as: Int32.self))
    let name = unsafe (address + offset + distance).assumingMemoryBound(to: UInt8.self)
    return unsafe isType && flags & 0x4_0000 != 0 ? Self.nameInC(behind: name) ?? name : name
  }

  /// Whether it is that of a class, a structure or an enumeration, and not of a protocol.
  private var isType: Bool { flags & 0x1F >= 16 }

  /// The name that a type of another language has there: of what follows the name in Swift, up to an
  /// empty text, the text that begins with an N.
  private static func nameInC(behind name: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var next = unsafe name
    while true {
      while unsafe next.pointee != 0 { unsafe next += 1 }
      unsafe next += 1
      guard unsafe next.pointee != 0 else { return nil }
      if unsafe next.pointee == UInt8(ascii: "N") { return unsafe next + 1 }
    }
  }

  /// The number of generic arguments of a structure or an enumeration; nothing where there are none, or
  /// where one is no type.
  fileprivate var argumentCount: Int? {
    let isGeneric: UInt32 = 0x80
    guard flags & isGeneric != 0 else { return nil }
    let count = unsafe Int(address.load(fromByteOffset: 36, as: UInt16.self))
    // A byte for each parameter: the kind, which is zero for a type, and whether there is an argument.
    let parameters = unsafe UnsafeRawBufferPointer(start: address + 44, count: count)
    return unsafe parameters.allSatisfy { $0 == 0x80 } ? count : nil
  }
}
