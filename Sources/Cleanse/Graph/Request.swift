/// One parameter of a factory: an edge of the graph, from the binding to whatever answers the key.
public struct Request: Hashable, Sendable, Codable {
  public var key: Key
  public var form: RequestForm

  public init(key: Key, form: RequestForm) {
    self.key = key
    self.form = form
  }
}

/// The form in which a factory asks for a value of type `T`.
public enum RequestForm: String, Hashable, Sendable, Codable {
  /// `T`
  case instance
  /// `Provider<T>` or `TaggedProvider<Tag>`
  case provider
  /// `() -> T`
  case function
  /// `T?`
  case optional
  /// `WeakProvider<T>`: the only form that may close a cycle.
  case weakProvider
}
