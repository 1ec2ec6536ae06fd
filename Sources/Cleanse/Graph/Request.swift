/// One parameter of a factory: an edge of the graph, from the binding to whatever answers the key.
public struct Request: Hashable, Sendable, Codable {
  /// One way to understand the type of a parameter.
  public struct Reading: Hashable, Sendable, Codable {
    /// What is asked for.
    public var key: Key
    /// In which form.
    public var form: RequestForm

    /// A reading, for tools that make up a graph of their own.
    public init(key: Key, form: RequestForm) {
      self.key = key
      self.form = form
    }
  }

  /// What is asked for.
  public var key: Key
  /// In which form the parameter asks.
  public var form: RequestForm
  /// The other way to understand the parameter, where there are two: a `Provider<T>` asks for the value
  /// of `T`, unless somebody binds `Provider<T>` itself. Graphs that are linked may decide anew.
  public var otherwise: Reading?

  /// A request, for tools that make up a graph of their own.
  public init(key: Key, form: RequestForm, otherwise: Reading? = nil) {
    self.key = key
    self.form = form
    self.otherwise = otherwise
  }
}

/// The form in which a factory asks for a value of type `T`.
public enum RequestForm: String, Hashable, Sendable, Codable {
  /// `T`
  case instance
  /// `Provider<T>` or `TaggedProvider<Tag>`
  case provider
  /// `ThrowingProvider<T>` or `TaggedThrowingProvider<Tag>`: whoever asks deals with an error.
  case throwingProvider
  /// `AsyncProvider<T>` or `TaggedAsyncProvider<Tag>`: whoever asks waits.
  case asyncProvider
  /// `() -> T`
  case function
  /// `T?`
  case optional
  /// `WeakProvider<T>`: the only form that may close a cycle.
  case weakProvider

  /// What may come of such a request without harm, by whoever can cope with so much while its own
  /// value is made.
  func effectAllowed(to requester: Effect?) -> Effect? {
    switch self {
    case .instance, .optional: requester
    case .provider, .function: nil
    case .throwingProvider: .throwing
    // A weak provider makes nothing.
    case .asyncProvider, .weakProvider: .asynchronous
    }
  }
}
