/// Returns a shared instance for as long as another object holds it.
///
/// It never makes an instance and never keeps one alive, so a request through a `WeakProvider` is not part of
/// a cycle. It returns nil before the instance has been made and after it was released. A ``Provider`` breaks
/// a cycle, too, and makes the instance if there is none.
///
/// It can be used from any thread if its instance is sendable.
public struct WeakProvider<Instance>: ProviderProtocol {
  /// The type of the instance, or nil if there is none.
  public typealias Element = Instance?

  private let instance: WeakInstance

  init(instance: WeakInstance) {
    self.instance = instance
  }

  /// Returns the shared instance, or nil if it has not been made or has been released.
  public func get() -> Instance? {
    instance.load(Instance.self)
  }
}

extension WeakProvider: Sendable where Instance: Sendable {}
