/// What a type is made of, as far as its name shows.
enum TypeComposition {
  /// A class, a structure or an enumeration, with its arguments and those of the types that contain it.
  case declared(ContextDescriptor, arguments: [TypeMetadata])
  /// - flags: The effects, the convention and whether it is sendable, as in the metadata.
  case function(flags: UInt, parameters: [TypeMetadata], result: TypeMetadata)
  /// - labels: One for each element, empty for none; or none at all.
  case tuple(labels: [Substring], elements: [TypeMetadata])
  case metatype(TypeMetadata)
  /// A protocol with arguments for its primary associated types, or the metatype of such a type.
  case constrained([ContextDescriptor], arguments: [TypeMetadata], isMetatype: Bool)
  /// Anything else. The runtime names it.
  case other

  private static let tupleKind: UInt = 0x301
  private static let metatypeKind: UInt = 0x304
  private static let existentialMetatypeKind: UInt = 0x306
  private static let extendedExistentialKind: UInt = 0x307

  // Safety: as for `TypeMetadata.Parts`; the sections "Tuple" and "Metatype" of the document.
  init(_ type: TypeMetadata) {
    let words = unsafe type.words
    switch unsafe words[0] {
    case TypeMetadata.structure, TypeMetadata.enumeration, TypeMetadata.optional:
      self = unsafe Self.declared(words, descriptor: words[1]) { _ in 2 }
    case TypeMetadata.nativeClass:
      self = unsafe Self.declared(words, descriptor: words[5], \.classArguments)
    case TypeMetadata.function:
      let count = unsafe Int(words[1] & 0xFFFF)
      guard let result = unsafe TypeMetadata(word: words[2]) else { fallthrough }
      self = unsafe .function(
        flags: words[1] & ~0xFFFF, parameters: Self.types(words + 3, count: count), result: result)
    case Self.tupleKind:
      // Each element has a word for its offset as well.
      let count = unsafe Int(words[1])
      self = unsafe .tuple(
        labels: Self.labels(words[2]), elements: Self.types(words + 3, count: count, each: 2))
    case Self.metatypeKind, Self.existentialMetatypeKind:
      guard let instance = unsafe TypeMetadata(word: words[1]) else { fallthrough }
      self = .metatype(instance)
    case Self.extendedExistentialKind:
      guard let shape = unsafe ConstrainedShape(word: words[1]) else { fallthrough }
      self = unsafe .constrained(
        shape.protocols, arguments: Self.types(words + 2, count: shape.argumentCount),
        isMetatype: shape.isMetatype)
    default: self = .other
    }
  }

  /// - Parameter start: The index of the word that has the first argument.
  private static func declared(
    _ words: UnsafePointer<UInt>, descriptor: UInt, _ start: (ContextDescriptor) -> Int
  ) -> TypeComposition {
    guard let descriptor = ContextDescriptor(word: descriptor) else { return .other }
    guard descriptor.isGeneric else { return .declared(descriptor, arguments: []) }
    guard let count = descriptor.typeArgumentCount else { return .other }
    return unsafe .declared(
      descriptor, arguments: types(words + start(descriptor), count: count))
  }

  private static func types(
    _ words: UnsafePointer<UInt>, count: Int, each step: Int = 1
  ) -> [TypeMetadata] {
    (0..<count).compactMap { unsafe TypeMetadata(word: words[$0 * step]) }
  }

  /// The labels of a tuple: each is followed by a space.
  private static func labels(_ word: UInt) -> [Substring] {
    guard let text = unsafe UnsafePointer<CChar>(bitPattern: word) else { return [] }
    return unsafe String(cString: text).split(separator: " ", omittingEmptySubsequences: false)
      .dropLast()
  }

  /// The types that the name contains.
  var parts: [TypeMetadata] {
    switch self {
    case .declared(_, let arguments), .constrained(_, let arguments, _): arguments
    case .function(_, let parameters, let result): parameters + [result]
    case .tuple(_, let elements): elements
    case .metatype(let instance): [instance]
    case .other: []
    }
  }
}

extension TypeComposition {
  /// The deepest nesting of which the runtime makes names. It gives up at 250 levels or more, depending on the kinds
  /// of types: the name then ends with `<<too complex>>`, or there is none.
  private static let mostLevels = 100

  /// Whether the runtime can name the type. It crashes for the metatype of a constrained protocol (Swift 6.3.1).
  static func isNamedByRuntime(_ type: TypeMetadata) -> Bool {
    isNamed(type, levels: mostLevels)
  }

  private static func isNamed(_ type: TypeMetadata, levels: Int) -> Bool {
    let composition = TypeComposition(type)
    if case .constrained(_, _, isMetatype: true) = composition { return false }
    let parts = composition.parts
    return parts.isEmpty || levels > 0 && parts.allSatisfy { isNamed($0, levels: levels - 1) }
  }
}

extension TypeMetadata {
  fileprivate init?(word: UInt) {
    guard let words = unsafe UnsafePointer<UInt>(bitPattern: word) else { return nil }
    unsafe self.init(words: words)
  }
}

extension ContextDescriptor {
  private static let classKind: UInt32 = 16

  /// The number of generic arguments; nil if there are none, or if one is not a type.
  var typeArgumentCount: Int? {
    guard isGeneric else { return nil }
    guard flags & 0x1F == Self.classKind else { return argumentCount }
    // The header is the same as that of a structure, after more words.
    let count = unsafe Int(address.load(fromByteOffset: 52, as: UInt16.self))
    let parameters = unsafe UnsafeRawBufferPointer(start: address + 60, count: count)
    return unsafe parameters.allSatisfy { $0 == 0x80 } ? count : nil
  }

  /// The index of the first argument among the words of the metadata of a class: its own members follow those of its
  /// superclasses.
  var classArguments: Int {
    let (isNegative, isResilient) = (flags & 1 << 28 != 0, flags & 1 << 29 != 0)
    // The bounds of a class with a superclass of another library are known at run time only, in bytes.
    if isResilient, let bounds = unsafe RelativePointer(at: address + 24).target {
      return unsafe bounds.load(as: Int.self) / MemoryLayout<UInt>.size
    }
    let negativeSize = unsafe Int(address.load(fromByteOffset: 24, as: UInt32.self))
    let positiveSize = unsafe Int(address.load(fromByteOffset: 28, as: UInt32.self))
    let count = unsafe Int(address.load(fromByteOffset: 32, as: UInt32.self))
    return isNegative ? -negativeSize : positiveSize - count
  }
}

/// The shape that all constrained types of the same protocols share.
@safe private struct ConstrainedShape {
  // Safety: like descriptors, shapes are immutable and never released. Their layout is that of
  // `TargetExtendedExistentialTypeShape` in include/swift/ABI/Metadata.h.
  private let address: UnsafeRawPointer

  init?(word: UInt) {
    guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    unsafe self.address = unsafe address
  }

  private var flags: UInt32 { unsafe address.load(as: UInt32.self) }
  private func has(_ flag: UInt32) -> Bool { flags & flag != 0 }

  var isMetatype: Bool { flags & 0xFF == 2 }

  private func count(at offset: Int) -> Int {
    unsafe Int(address.load(fromByteOffset: offset, as: UInt16.self))
  }

  /// The number of arguments that are in the metadata.
  var argumentCount: Int { hasGeneralization ? count(at: generalization) : 0 }

  private var hasGeneralization: Bool { has(0x100) }
  /// The offset of the second header, after the flags, the type and the first header.
  private var generalization: Int { 16 }

  /// The protocols, in the order of the requirements.
  var protocols: [ContextDescriptor] {
    var offset = generalization + (hasGeneralization ? 8 : 0)
    // A type expression and suggested witnesses.
    offset += (has(0x200) ? 4 : 0) + (has(0x400) ? 4 : 0)
    let own = has(0x800) ? 0 : count(at: 8)
    let generalized = has(0x1000) || !hasGeneralization ? 0 : count(at: generalization)
    offset += (own + generalized + 3) & ~3
    return (0..<count(at: 10)).compactMap { requirement in
      let start = unsafe address + offset + requirement * 12
      let isConformance = unsafe start.load(as: UInt32.self) & 0x1F == 0
      guard isConformance, let found = unsafe RelativePointer(at: start + 8).target else {
        return nil
      }
      return unsafe ContextDescriptor(address: found)
    }
  }
}
