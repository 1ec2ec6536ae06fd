import CleanseGraph

/// A hash that is equal for types with the same mangled name, and rarely equal for others.
///
/// To compute a mangled name takes a microsecond or two, more than all other work on a binding. The digest
/// hashes the parts of the name instead: the unqualified names that the metadata of the type and of its parts
/// point to, with their modules. Kinds of types that it doesn't know contribute nothing, and neither do parts that
/// are nested too deeply for the stack. So such types share a digest and are distinguished by their names.
struct NameDigest {
  private static let mostLevels = 100

  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The digest of a type.
  static func of(_ type: any Any.Type) -> UInt64 {
    var digest = NameDigest()
    digest.add(TypeMetadata(type), levels: mostLevels)
    return digest.value
  }

  private mutating func add(_ metadata: TypeMetadata, levels: Int) {
    guard levels > 0 else { return }
    switch metadata.parts {
    case .nominal(let descriptor):
      add(descriptor)
    case .generic(let descriptor, let arguments):
      add(descriptor)
      for index in arguments.indices {
        unsafe add(TypeMetadata(words: arguments[index]), levels: levels - 1)
      }
    case .function(let result, let parameters):
      unsafe add(TypeMetadata(words: result), levels: levels - 1)
      for index in parameters.indices {
        unsafe add(TypeMetadata(words: parameters[index]), levels: levels - 1)
      }
    case .protocols(let descriptors):
      for index in descriptors.indices { unsafe add(descriptors[index]) }
    case .other: break
    }
    // A terminator, so that the number of parts makes a difference.
    add(0)
  }

  private mutating func add(_ descriptor: ContextDescriptor) {
    unsafe add(descriptor.name)
    if let module = unsafe descriptor.moduleName { unsafe add(module) }
  }

  private mutating func add(_ name: UnsafePointer<UInt8>) {
    var next = unsafe name
    while unsafe next.pointee != 0 {
      unsafe add(next.pointee)
      unsafe next += 1
    }
  }

  /// One step of the hash function FNV-1a (draft-eastlake-fnv), which is simple and fast for names.
  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
