/// What the runtime keeps of a type, as far as it tells which generic type it is one of, and of which
/// element.
///
/// A cast could tell as well, but most types are none of those that are looked for, and a cast that
/// fails costs more than everything else that is done for a binding. The layout is a part of Swift's
/// stable interface: docs/ABI/TypeMetadata.rst in its repository.
struct TypeMetadata {
  /// What the types have in common that differ in their element alone.
  struct Maker: Hashable {
    fileprivate let kind: UInt
    /// Where the generic type is described; for a function, its flags and the number of parameters.
    fileprivate let details: UInt
  }

  private static let structure: UInt = 0x200
  private static let optional: UInt = 0x202
  private static let function: UInt = 0x302

  // Safety: a metatype is the address of the type's metadata, which never changes or goes. All
  // metadata begin with the word that tells the kind, where a class has an address, which is greater
  // than each of these numbers. No further word is read but of the three kinds that have them.
  private let words: UnsafePointer<UInt>

  init(_ type: any Any.Type) {
    words = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// Nothing for the kinds of types that are not looked for.
  var maker: Maker? {
    switch words[0] {
    case Self.structure, Self.optional, Self.function: Maker(kind: words[0], details: words[1])
    default: nil
    }
  }

  /// The generic argument, or the result of a function. Nothing when its values can't be copied, as
  /// such a type is not for generic code.
  ///
  /// - Precondition: The maker is that of a type for which ``isMade(of:)`` held.
  var element: (any Any.Type)? {
    // Safety: the word has been found to be the address of metadata for this maker. The word before
    // metadata is the address of the value witnesses, whose flags come after ten words.
    let element = unsafeBitCast(words[2], to: Any.Type.self)
    guard let witnesses = UnsafePointer<UInt32>(bitPattern: TypeMetadata(element).words[-1]) else {
      return nil
    }
    let cannotBeCopied: UInt32 = 0x80_0000
    return witnesses[20] & cannotBeCopied == 0 ? element : nil
  }

  /// Whether the element is this very type, asked of a type that has one.
  func isMade(of type: any Any.Type) -> Bool {
    words[2] == UInt(bitPattern: TypeMetadata(type).words)
  }
}
