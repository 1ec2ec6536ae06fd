/// A shared instance on the heap, whatever its type.
@usableFromInline
package final class Box<Value>: @unchecked Sendable {
  // Safety: written once, before it is published; whether several threads may use the value itself
  // is for its type to say, and is why a provider is Sendable only where its element is.
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }
}

extension Box {
  /// What stands for the value where it is not to be kept alive: the instance itself if it is of a
  /// class, the box otherwise.
  var referent: AnyObject {
    // Asked of the metatype, as everything can be turned into some object.
    let isObject = Swift.type(of: value as Any) is any AnyObject.Type
    return isObject ? value as AnyObject : self
  }

  /// A box of the value that the object stands for: the same one, if it stood for itself.
  static func box(of referent: AnyObject) -> Box? {
    // The box first: a type that is optional itself would take any object for a value.
    if let box = referent as? Box { return box }
    return (referent as? Value).map { Box($0) }
  }
}
