/// Which types a protocol or a class also stands for: those that conform to it, and its subclasses.
///
/// It asks the runtime about the types of this process, so it knows nothing about keys of documents.
struct Kinship {
  private enum Ancestor {
    /// The types that conform to each of the protocols.
    case protocols([[ContextDescriptor]])
    case superclass(ObjectIdentifier)
  }

  private let ancestor: Ancestor

  /// Returns nil for a key of any other type.
  init?(_ key: Key) {
    guard let type = key.storage.live?.element else { return nil }
    if case .protocols(let protocols) = TypeMetadata(type).parts {
      guard !protocols.isEmpty else { return nil }
      ancestor = unsafe .protocols(
        protocols.map { ConformanceRecords.types(conformingTo: $0) })
    } else if type is AnyClass {
      ancestor = .superclass(ObjectIdentifier(type))
    } else {
      return nil
    }
  }

  /// How values of the key's type are also values of the protocol or the class; nil if they are not.
  func phrase(for key: Key) -> String? {
    guard let type = key.storage.live?.element else { return nil }
    let types = Array(sequence(first: type) { ($0 as? AnyClass).flatMap { _getSuperclass($0) } })
    switch ancestor {
    case .superclass(let superclass):
      return types.dropFirst().contains { ObjectIdentifier($0) == superclass }
        ? "is a subclass of it" : nil
    case .protocols(let protocols):
      let descriptors = types.compactMap { TypeMetadata($0).descriptor }
      let conforms = protocols.allSatisfy { conforming in
        conforming.contains { descriptors.contains($0) }
      }
      return conforms ? "conforms to it" : nil
    }
  }
}
