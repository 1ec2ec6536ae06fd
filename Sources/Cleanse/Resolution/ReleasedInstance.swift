/// A shared instance of a dependency cycle that no context reaches any more.
///
/// A member of a cycle may hold a provider of something that needs the member itself, and can't keep
/// itself alive by that. When the provider is called, the instance is found again if something else
/// keeps it alive.
///
/// An instance of a class is found for as long as it is alive. Of a value there is no other reference
/// than the cell's box, so it is gone when the box is: a copy that is held elsewhere can't be found.
struct ReleasedInstance: @unchecked Sendable {
  // Safety: guarded by the lock of the storage; whether several threads may use the instance is for its
  // type to say, and is why a provider is Sendable only where its element is.

  /// The instance itself if it is of a class, its box otherwise.
  private weak var referent: AnyObject?
  private let box: (AnyObject) -> AnyObject?

  init<Value>(_ box: Box<Value>) {
    referent = box.referent
    self.box = { Box<Value>.box(of: $0) }
  }

  /// A box with the instance, if that is still alive. Runs no code of the user's.
  func recall() -> AnyObject? {
    referent.flatMap(box)
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
