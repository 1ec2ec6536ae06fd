/// A heap-allocated container of a shared instance of any type.
@usableFromInline
package final class Box<Value>: @unchecked Sendable {
  // Safety: written once, before it is published. Whether several threads may use the value itself depends on
  // its type, which is why a provider is Sendable only if its element is.
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }
}

extension Box {
  /// The object to reference weakly for the value: the instance itself if it is of a class, the box otherwise.
  var referent: AnyObject {
    // The metatype is tested, because every value can be cast to some object.
    let isObject = Swift.type(of: value as Any) is any AnyObject.Type
    return isObject ? value as AnyObject : self
  }

  /// Returns a box of the value for which the object is the referent: the same box, if that is the referent.
  static func box(of referent: AnyObject) -> Box? {
    // The box first: any object can be cast to a type that is itself optional.
    if let box = referent as? Box { return box }
    return (referent as? Value).map { Box($0) }
  }
}
