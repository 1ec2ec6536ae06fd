/// A weak reference to a shared instance of a dependency cycle that no context reaches any more.
///
/// A member of a cycle may hold a provider of a value that depends on the member itself. It can't keep itself
/// alive that way. When the provider is called, the instance is restored if another object keeps it alive.
///
/// An instance of a class can be restored as long as it is alive, and so can an array of such instances. Any
/// other value is only referenced by the box of its cell, so it is lost with the box: a copy held elsewhere
/// can't be found.
struct ReleasedInstance: @unchecked Sendable {
  // Safety: guarded by the lock of the storage. Whether several threads may use the instance depends on
  // its type, which is why a provider is Sendable only if its element is.

  private struct Reference {
    weak var object: AnyObject?
  }

  /// The instance itself if it is of a class, the elements of an array of such instances, the box otherwise.
  private let referents: [Reference]
  private let box: ([AnyObject]) -> AnyObject?

  init<Value>(_ box: Box<Value>) {
    if let array = box.value as? any ReleasableArray, let objects = array.objects {
      referents = objects.map(Reference.init)
      // Only the type of the array is captured.
      let type = type(of: array)
      self.box = { objects in (type.array(of: objects) as? Value).map { Box($0) } }
    } else {
      referents = [Reference(object: box.referent)]
      self.box = { $0.first.flatMap { Box<Value>.box(of: $0) } }
    }
  }

  /// Returns a box with the instance if that is still alive. It runs no user code.
  func strongBox() -> AnyObject? {
    let objects = referents.compactMap(\.object)
    return objects.count == referents.count ? box(objects) : nil
  }
}

/// An array, which shared contributions to a collection make.
private protocol ReleasableArray {
  /// The elements if all are instances of classes; nil otherwise.
  var objects: [AnyObject]? { get }
  /// Returns an array of these elements.
  static func array(of objects: [AnyObject]) -> Any?
}

extension Array: ReleasableArray {
  fileprivate var objects: [AnyObject]? {
    var objects: [AnyObject] = []
    for element in self {
      guard type(of: element as Any) is any AnyObject.Type else { return nil }
      objects.append(element as AnyObject)
    }
    return objects
  }

  fileprivate static func array(of objects: [AnyObject]) -> Any? {
    let elements = objects.compactMap { $0 as? Element }
    return elements.count == objects.count ? elements : nil
  }
}

/// A box whose type is unknown to the code that takes it out of its cell.
protocol ReleasableBox: AnyObject {
  /// A weak reference to the instance.
  var released: ReleasedInstance { get }
}

extension Box: ReleasableBox {
  var released: ReleasedInstance { ReleasedInstance(self) }
}
