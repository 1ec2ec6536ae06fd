/// Hands out a shared instance for as long as somebody else keeps it.
///
/// It never makes an instance and never keeps one alive, so it is the one way in which two bindings
/// may know each other: a dependency through a `WeakProvider` is no part of a cycle. It gives
/// nothing before the instance has been made and after it is gone.
public struct WeakProvider<Instance>: ProviderProtocol {
  /// The instance, or nothing when there is none.
  public typealias Element = Instance?

  private let instance: WeakInstance

  init(instance: WeakInstance) {
    self.instance = instance
  }

  /// The shared instance, if it has been made and somebody still keeps it.
  public func get() -> Instance? {
    instance.recall(Instance.self)
  }
}

extension WeakProvider: Sendable where Instance: Sendable {}
