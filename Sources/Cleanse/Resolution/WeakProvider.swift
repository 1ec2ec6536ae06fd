/// Returns a shared instance for as long as another object holds it.
///
/// It never makes an instance and never keeps one alive, so a request through a `WeakProvider` is no part of
/// a cycle. It returns nil before the instance has been made and after it is gone. A ``Provider`` breaks a
/// cycle, too, and makes the instance if there is none.
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
