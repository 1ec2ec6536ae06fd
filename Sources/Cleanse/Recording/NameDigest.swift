import CleanseGraph

/// A number that is equal for types of one mangled name, and seldom for others.
///
/// A mangled name takes a microsecond or two to make, which for each type of a recording is more than all
/// else that is done for a binding. The digest is made of what the name is made of: the unqualified names
/// that the metadata of the type and of its parts point to. The name of a kind of type that is not
/// understood counts for nothing, so such types share a digest; only their names tell them apart.
struct NameDigest {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The digest of a type.
  static func of(_ type: any Any.Type) -> UInt64 {
    var digest = NameDigest()
    digest.add(TypeMetadata(type))
    return digest.value
  }

  private mutating func add(_ metadata: TypeMetadata) {
    switch metadata.parts {
    case .nominal(let descriptor):
      add(descriptor)
    // The arguments of a class are not looked for: where they are depends on its superclasses.
    case .generic(let descriptor, let arguments):
      add(descriptor)
      for index in arguments.indices { unsafe add(TypeMetadata(words: arguments[index])) }
    case .function(let result, let parameters):
      unsafe add(TypeMetadata(words: result))
      for index in parameters.indices {
        unsafe add(TypeMetadata(words: parameters[index]))
      }
    case .protocols(let descriptors):
      for index in descriptors.indices { unsafe add(descriptors[index]) }
    case .other: break
    }
    // An end, so that a part more or less makes a difference.
    add(0)
  }

  private mutating func add(_ descriptor: ContextDescriptor) {
    var next = unsafe descriptor.name
    while unsafe next.pointee != 0 {
      unsafe add(next.pointee)
      unsafe next += 1
    }
  }

  /// The step of the hash function FNV-1a (draft-eastlake-fnv), which is simple and quick for names.
  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
