/// A shared instance of a dependency cycle that no context reaches any more.
///
/// A member of a cycle may hold a provider of something that needs the member itself, and can't keep
/// itself alive by that. When the provider is called, the instance is found again if something else
/// keeps it alive.
///
/// An instance of a class is found for as long as it is alive, and so is an array of such. Of another
/// value there is no other reference than the cell's box, so it is gone when the box is: a copy that is held
/// elsewhere can't be found.
struct ReleasedInstance: @unchecked Sendable {
  // Safety: guarded by the lock of the storage; whether several threads may use the instance is for its
  // type to say, and is why a provider is Sendable only where its element is.

  private struct Reference {
    weak var object: AnyObject?
  }

  /// The instance itself if it is of a class, those of an array of such, the box otherwise.
  private let referents: [Reference]
  private let box: ([AnyObject]) -> AnyObject?

  init<Value>(_ box: Box<Value>) {
    if let array = box.value as? any ReleasableArray, let objects = array.objects {
      referents = objects.map(Reference.init)
      // Of the array alone its type is kept.
      let type = type(of: array)
      self.box = { objects in (type.array(of: objects) as? Value).map { Box($0) } }
    } else {
      referents = [Reference(object: box.referent)]
      self.box = { $0.first.flatMap { Box<Value>.box(of: $0) } }
    }
  }

  /// A box with the instance, if that is still alive. Runs no code of the user's.
  func recall() -> AnyObject? {
    let objects = referents.compactMap(\.object)
    return objects.count == referents.count ? box(objects) : nil
  }
}

/// An array, as shared contributions to a collection make it.
private protocol ReleasableArray {
  /// The elements, if all are instances of classes.
  var objects: [AnyObject]? { get }
  /// An array of these elements.
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

/// A box whose type is not known where it is taken out of its cell.
protocol ReleasableBox: AnyObject {
  /// The instance, for finding it again.
  var released: ReleasedInstance { get }
}

extension Box: ReleasableBox {
  var released: ReleasedInstance { ReleasedInstance(self) }
}
