import CleansePluginHost
import CleanseSupport
import CleanseGraph

/// A collection of an application to which plugins contribute, whose elements conform to a protocol.
struct ExtensionPoint: Hashable {
  /// The module of the protocol.
  let module: String
  /// The name of the protocol in its module.
  let name: String

  /// The collections without a qualifier that the application itself declares in its root component, in their order. That of
  /// validators, which the framework declares, is not one of them.
  static func all(in graph: BindingGraph) -> [ExtensionPoint] {
    let validators = TypeName.identity([any CleanseBindingPlugin].self)
    let declarations = graph.bindings.filter {
      $0.kind == .declaration && $0.component == .root && $0.provenance.origin == nil
        && $0.key.tagName == nil && $0.key.type != validators
    }
    return declarations.compactMap { ExtensionPoint(ofCollection: $0.key.typeName) }.distinct()
  }

  /// - Parameter type: The type of a collection, such as `[any ShopApi.Greeter]`.
  /// - Returns: Nil if it is not an array of a protocol at the top of a module.
  init?(ofCollection type: String) {
    guard type.hasPrefix("[any "), type.hasSuffix("]") else { return nil }
    let parts = type.dropFirst("[any ".count).dropLast().split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.joined().unicodeScalars.allSatisfy(\.properties.isXIDContinue)
    else { return nil }
    (module, name) = (String(parts[0]), String(parts[1]))
  }
}
