/// Makes names from what types are made of, for those that the runtime can't name, or does not name as in source code.
///
/// All other parts have the names of the runtime. Nesting of any depth takes no stack.
enum StructuralName {
  private enum Piece {
    case text(String)
    case type(TypeMetadata)
  }

  /// A name that identifies the type, and is no mangled name.
  static func identity(_ type: any Any.Type) -> String {
    written(type) { type, composition in
      TypeComposition.isNamedByRuntime(type)
        ? [.text(TypeName.identity(type.type))] : identity(composition)
    }
  }

  /// The name as written in source code.
  static func display(_ type: any Any.Type) -> String {
    written(type) { type, composition in
      !isSugared(composition) && TypeComposition.isNamedByRuntime(type)
        ? [.text(TypeName.display(type.type))] : display(composition)
    }
  }

  private static func written(
    _ type: any Any.Type, by pieces: (TypeMetadata, TypeComposition) -> [Piece]
  ) -> String {
    var result = ""
    var open = [Piece.type(TypeMetadata(type))]
    while let piece = open.popLast() {
      switch piece {
      case .text(let text): result += text
      case .type(let type): open += pieces(type, TypeComposition(type)).reversed()
      }
    }
    return result
  }

  private static func list(_ types: [TypeMetadata], _ separator: String) -> [Piece] {
    Array(types.map { [Piece.type($0)] }.joined(separator: [.text(separator)]))
  }

  // MARK: - Identities

  /// A kind and the parts, in braces, which no mangled name contains.
  private static func identity(_ composition: TypeComposition) -> [Piece] {
    let kind =
      switch composition {
      case .declared(let descriptor, _): descriptor.identity
      case .function(let flags, _, _): "->\(String(flags, radix: 16))"
      case .tuple(let labels, _): "(\(labels.joined(separator: ":")))"
      case .metatype: "Type"
      case .constrained(let protocols, _, let isMetatype):
        (isMetatype ? "any Type " : "any ") + protocols.map(\.identity).joined(separator: "&")
      case .other: ""
      }
    return [.text("{\(kind) ")] + list(composition.parts, " ") + [.text("}")]
  }

  // MARK: - Display

  private static func display(_ composition: TypeComposition) -> [Piece] {
    switch composition {
    case .declared(let descriptor, let arguments): declared(descriptor, arguments)
    case .function(let flags, let parameters, let result):
      [.text(flags & Self.sendable != 0 ? "@Sendable (" : "(")] + list(parameters, ", ")
        + [.text(")" + effects(flags) + " -> "), .type(result)]
    case .tuple(let labels, let elements): tuple(labels, elements)
    case .metatype(let instance): wrapped(instance) + [.text(".Type")]
    case .constrained(let protocols, let arguments, let isMetatype):
      [.text("any \(protocols.map(name).joined(separator: " & "))<")] + list(arguments, ", ")
        + [.text(isMetatype ? ">.Type" : ">")]
    case .other: []
    }
  }

  private static var optional: ContextDescriptor? { TypeMetadata(Int?.self).descriptor }
  private static var array: ContextDescriptor? { TypeMetadata([Int].self).descriptor }
  private static var set: ContextDescriptor? { TypeMetadata(Set<Int>.self).descriptor }
  private static var dictionary: ContextDescriptor? { TypeMetadata([Int: Int].self).descriptor }

  /// Whether the type is an array, a set, a dictionary or an optional.
  static func isSugared(_ composition: TypeComposition) -> Bool {
    guard case .declared(let descriptor, _) = composition else { return false }
    return descriptor == optional || descriptor == array || descriptor == set
      || descriptor == dictionary
  }

  private static func declared(
    _ descriptor: ContextDescriptor, _ arguments: [TypeMetadata]
  ) -> [Piece] {
    switch descriptor {
    case optional: arguments.flatMap(wrapped) + [.text("?")]
    case array: [.text("[")] + list(arguments, "") + [.text("]")]
    case dictionary: [.text("[")] + list(arguments, ": ") + [.text("]")]
    default: [.text("\(name(descriptor))<")] + list(arguments, ", ") + [.text(">")]
    }
  }

  private static func name(_ descriptor: ContextDescriptor) -> String {
    let path = descriptor.path
    return path.drop { $0 == "Swift" && path.count > 1 }.joined(separator: ".")
  }

  private static func tuple(_ labels: [Substring], _ elements: [TypeMetadata]) -> [Piece] {
    let written = elements.enumerated().map { index, element in
      let label = index < labels.count && !labels[index].isEmpty ? "\(labels[index]): " : ""
      return [Piece.text(label), .type(element)]
    }
    return [.text("(")] + written.joined(separator: [.text(", ")]) + [.text(")")]
  }

  /// The type, in parentheses if what follows would otherwise apply to its last part alone.
  private static func wrapped(_ type: TypeMetadata) -> [Piece] {
    switch TypeComposition(type) {
    case .function, .constrained: return [.text("("), .type(type), .text(")")]
    case .declared, .tuple: return [.type(type)]
    case .metatype, .other:
      guard TypeComposition.isNamedByRuntime(type) else { return [.type(type)] }
      return [.text(TypeName.wrapped(TypeName.display(type.type)))]
    }
  }

  private static let throwing: UInt = 0x100_0000
  private static let asynchronous: UInt = 0x2000_0000
  private static let sendable: UInt = 0x4000_0000

  private static func effects(_ flags: UInt) -> String {
    (flags & asynchronous != 0 ? " async" : "") + (flags & throwing != 0 ? " throws" : "")
  }
}

extension TypeMetadata {
  /// The type that the metadata is of.
  fileprivate var type: any Any.Type { unsafe unsafeBitCast(words, to: Any.Type.self) }
}
