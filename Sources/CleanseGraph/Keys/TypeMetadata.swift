/// The runtime's metadata of a type: which generic type it is an instance of, and its element type.
///
/// A cast would give the same answer. But most types are not instances of the generic types of interest, and a
/// failing cast costs more than everything else that is done for a binding. The layout is part of Swift's
/// stable ABI: docs/ABI/TypeMetadata.rst in the Swift repository.
@safe @frozen package struct TypeMetadata {
  /// The generic type, which all types that differ only in their element share.
  @frozen package struct GenericType: Hashable {
    fileprivate let kind: UInt
    /// The address of the generic type's descriptor; for a function, its flags and the number of parameters.
    fileprivate let details: UInt
  }

  static let nativeClass: UInt = 0
  static let structure: UInt = 0x200
  static let enumeration: UInt = 0x201
  static let optional: UInt = 0x202
  static let function: UInt = 0x302
  static let existential: UInt = 0x303

  // Safety: a metatype is the address of the type's metadata, which is immutable and never released. All
  // metadata begin with a word for the kind; in a class it may be an address, which is greater
  // than each of these numbers. Further words are read only for the kinds that have them.
  let words: UnsafePointer<UInt>

  package init(_ type: any Any.Type) {
    unsafe words = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// Creates the view of metadata at an address.
  package init(words: UnsafePointer<UInt>) {
    unsafe self.words = unsafe words
  }

  /// The generic type; nil for the kinds of types that are not of interest.
  package var genericType: GenericType? {
    switch unsafe words[0] {
    case Self.structure, Self.optional, Self.function:
      unsafe GenericType(kind: words[0], details: words[1])
    default: nil
    }
  }

  /// The generic argument, or the result type of a function; nil for a noncopyable type, which the generic
  /// code does not support.
  ///
  /// - Precondition: The generic type is that of a type for which ``isMade(of:)`` returned true.
  package var element: (any Any.Type)? {
    // Safety: the word is known to be the address of metadata for this generic type. The word before
    // metadata is the address of the value witnesses, whose flags come after ten words.
    let element = unsafe unsafeBitCast(words[2], to: Any.Type.self)
    guard let witnesses = unsafe UnsafePointer<UInt32>(bitPattern: TypeMetadata(element).words[-1])
    else {
      return nil
    }
    let cannotBeCopied: UInt32 = 0x80_0000
    return unsafe witnesses[20] & cannotBeCopied == 0 ? element : nil
  }

  /// Whether the element is this type.
  ///
  /// - Precondition: The type has an element.
  package func isMade(of type: any Any.Type) -> Bool {
    unsafe words[2] == UInt(bitPattern: TypeMetadata(type).words)
  }
}

extension TypeMetadata {
  /// The generic type of the last generic argument; nil if there is no argument, or for the kinds of types that are not of
  /// interest.
  package var genericTypeOfLastArgument: GenericType? {
    guard case .generic(_, let arguments) = parts, let last = unsafe arguments.last else {
      return nil
    }
    return unsafe TypeMetadata(words: last).genericType
  }

  /// Whether the type is a class, native or foreign.
  var isClass: Bool {
    let lastKindOfOthers: UInt = 0x7FF
    return unsafe words[0] == 0 || words[0] > lastKindOfOthers
  }
}

extension TypeMetadata {
  /// The structure of a type.
  @safe @frozen package enum Parts {
    /// A declared type, without its arguments.
    case nominal(ContextDescriptor)
    /// A generic class, structure or enumeration with arguments that are all types.
    case generic(ContextDescriptor, UnsafeBufferPointer<UnsafePointer<UInt>>)
    case function(
      result: UnsafePointer<UInt>, parameters: UnsafeBufferPointer<UnsafePointer<UInt>>)
    case protocols(UnsafeBufferPointer<ContextDescriptor>)
    /// Anything else, such as a tuple or a metatype.
    case other
  }

  // Safety: the words after the kind are those that the sections "Struct", "Enum", "Function", "Protocol" and
  // "Class Metadata" of the document specify. The kind of a class is zero only on platforms without another
  // object model, where the descriptor of a class is the word read here.
  package var parts: Parts {
    switch unsafe words[0] {
    case Self.nativeClass:
      // Its superclass and three words of sizes come before.
      guard let descriptor = unsafe ContextDescriptor(word: words[5]) else { return .other }
      guard let count = descriptor.typeArgumentCount else { return .nominal(descriptor) }
      return unsafe .generic(descriptor, pointers(from: descriptor.classArguments, count: count))
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

  /// The descriptor of a class, a structure or an enumeration.
  var descriptor: ContextDescriptor? {
    switch parts {
    case .nominal(let descriptor), .generic(let descriptor, _): descriptor
    case .function, .protocols, .other: nil
    }
  }

  private func pointers<Pointer>(from word: Int, count: Int) -> UnsafeBufferPointer<Pointer> {
    let start = unsafe UnsafeRawPointer(words + word).assumingMemoryBound(to: Pointer.self)
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }
}

/// The compiler's descriptor of a declared type or a protocol. Each image with a copy of the declaration has its
/// own descriptor.
@safe @frozen package struct ContextDescriptor {
  // Safety: like metadata, descriptors are immutable and never released. Their layout is
  // that of include/swift/ABI/Metadata.h in the Swift repository, which the stable ABI fixes.
  let address: UnsafeRawPointer

  init?(word: UInt) {
    guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    unsafe self.address = unsafe address
  }

  /// Creates the view of a descriptor at an address.
  init(address: UnsafeRawPointer) {
    unsafe self.address = unsafe address
  }

  var flags: UInt32 { unsafe address.load(as: UInt32.self) }

  /// The unqualified name, as used in mangled names: UTF-8 with a terminating null.
  package var name: UnsafePointer<UInt8> {
    let offset = 8
    // Relative to its own address.
    let distance = unsafe Int(address.load(fromByteOffset: offset, as: Int32.self))
    let name = unsafe (address + offset + distance).assumingMemoryBound(to: UInt8.self)
    return unsafe isType && isImported ? Self.nameInC(after: name) ?? name : name
  }

  /// Whether a type is one of another language.
  private var isImported: Bool { flags & 0x4_0000 != 0 }

  /// Whether it describes a class, a structure or an enumeration, and not a protocol.
  private var isType: Bool { flags & 0x1F >= 16 }

  /// The name of an imported type in its own language: the string that begins with an N, among the strings that
  /// follow the Swift name up to an empty one.
  private static func nameInC(after name: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var next = unsafe name
    while true {
      while unsafe next.pointee != 0 { unsafe next += 1 }
      unsafe next += 1
      guard unsafe next.pointee != 0 else { return nil }
      if unsafe next.pointee == UInt8(ascii: "N") { return unsafe next + 1 }
    }
  }

  /// Whether the declaration, or one that contains it, is generic.
  package var isGeneric: Bool { flags & 0x80 != 0 }

  /// The number of generic arguments of a structure or an enumeration; nil if there are none, or if one is not a
  /// type.
  var argumentCount: Int? {
    guard isGeneric else { return nil }
    let count = unsafe Int(address.load(fromByteOffset: 36, as: UInt16.self))
    // One byte per parameter: the kind, which is zero for a type, and a flag for a key argument.
    let parameters = unsafe UnsafeRawBufferPointer(start: address + 44, count: count)
    return unsafe parameters.allSatisfy { $0 == 0x80 } ? count : nil
  }
}

extension ContextDescriptor: Equatable {
  package static func == (left: ContextDescriptor, right: ContextDescriptor) -> Bool {
    unsafe left.address == right.address
  }
}

extension ContextDescriptor {
  /// The declared type.
  ///
  /// - Precondition: It describes a class, a structure or an enumeration that is not generic.
  package var type: any Any.Type {
    // Safety: such a descriptor has the relative address of a function that returns the metadata. Its parameter is
    // the state of the metadata to wait for, and zero is the complete one. It is a Swift function; for one word
    // each way, the calling conventions of Swift and C are the same.
    typealias Access = @convention(c) (UInt) -> UnsafeRawPointer
    let access = unsafe unsafeBitCast(target(ofOffset: 12), to: Access.self)
    return unsafe unsafeBitCast(access(0), to: Any.Type.self)
  }

  /// The names of the declaration and of those that contain it, beginning with the module. Contexts without a name,
  /// such as the body of a function, are left out.
  package var path: [String] {
    var path: [String] = []
    var next: ContextDescriptor? = self
    while let descriptor = next {
      if descriptor.hasName { path.append(unsafe String(cString: descriptor.name)) }
      next = descriptor.parent
    }
    return path.reversed()
  }

  /// The same path as one text, with a mark for each context that makes the declaration private to a file or a function.
  var identity: String {
    var path: [String] = []
    var next: ContextDescriptor? = self
    while let descriptor = next {
      if descriptor.hasName {
        path.append(unsafe String(cString: descriptor.name))
      } else if descriptor.isAnonymous {
        path.append(TypeName.privateContext)
      }
      next = descriptor.parent
    }
    return path.reversed().joined(separator: ".")
  }

  /// The same path as the runtime writes it; nil where it writes more, as for generic, private, local and imported
  /// declarations, and for those in extensions.
  var plainName: String? {
    var contexts: [ContextDescriptor] = []
    var next: ContextDescriptor? = self
    while let descriptor = next {
      let isPlainType = descriptor.isType && !descriptor.isGeneric && !descriptor.isImported
      guard descriptor.isModule || isPlainType else { return nil }
      contexts.append(descriptor)
      next = descriptor.parent
    }
    var text: [UInt8] = []
    for context in contexts.reversed() {
      if !text.isEmpty { text.append(UInt8(ascii: ".")) }
      var letter = unsafe context.name
      while unsafe letter.pointee != 0 {
        guard unsafe letter.pointee.isPartOfName, unsafe letter.pointee != UInt8(ascii: ".") else {
          return nil
        }
        unsafe text.append(letter.pointee)
        unsafe letter += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The name of the module; nil if the library with the descriptor of a context is not present.
  package var moduleName: UnsafePointer<UInt8>? {
    var descriptor = self
    while let parent = descriptor.parent { descriptor = parent }
    return descriptor.isModule ? unsafe descriptor.name : nil
  }

  private var isAnonymous: Bool { flags & 0x1F == 2 }

  private var isModule: Bool { flags & 0x1F == 0 }

  /// Whether it describes a module, a type or a protocol. An extension and an anonymous context have no name.
  private var hasName: Bool {
    let kind = unsafe address.load(as: UInt32.self) & 0x1F
    return kind == 0 || kind >= 3
  }

  /// The descriptor of the context.
  private var parent: ContextDescriptor? {
    unsafe RelativePointer(at: address + 4).target.map { unsafe ContextDescriptor(address: $0) }
  }

  private func target(ofOffset offset: Int) -> UnsafeRawPointer {
    unsafe address + offset + Int(address.load(fromByteOffset: offset, as: Int32.self))
  }
}

/// A 32-bit distance to an object, or, if it is odd, to the address of the object.
@unsafe struct RelativePointer {
  // Safety: as for ``ContextDescriptor``.
  private let address: UnsafeRawPointer

  init(at address: UnsafeRawPointer) {
    unsafe self.address = unsafe address
  }

  /// The object; nil for a distance of zero, or for the object of a library that is not present.
  var target: UnsafeRawPointer? {
    let distance = unsafe Int(address.load(as: Int32.self))
    guard distance != 0 else { return nil }
    let direct = unsafe address + (distance & ~1)
    return unsafe distance & 1 == 0 ? direct : direct.load(as: UnsafeRawPointer?.self)
  }
}
