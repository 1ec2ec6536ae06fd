/// One parameter of a factory: an edge of the graph, from the binding to what provides the key.
public struct Request: Hashable, Sendable, Codable {
  /// One way to read the type of a parameter.
  public struct Reading: Hashable, Sendable, Codable {
    /// What the parameter depends on.
    public var key: Key
    /// In which form.
    public var form: RequestForm

    /// A reading, for tools that make up a graph of their own.
    public init(key: Key, form: RequestForm) {
      self.key = key
      self.form = form
    }
  }

  /// What the parameter depends on.
  public var key: Key
  /// The other reading, where there are two: a `Provider<T>` is a request for `T`, unless
  /// `Provider<T>` itself is bound. The resolver decides between the two.
  public var alternative: Reading?
  // Last, as the other two leave it room: graphs have many requests.
  /// In which form.
  public var form: RequestForm

  /// A request, for tools that make up a graph of their own.
  public init(key: Key, form: RequestForm, alternative: Reading? = nil) {
    self.key = key
    self.form = form
    self.alternative = alternative
  }
}

extension Request {
  /// The reading that is in effect.
  var reading: Reading { Reading(key: key, form: form) }

  /// The request with its other reading in effect.
  var swapped: Request {
    guard let alternative else { return self }
    return Request(key: alternative.key, form: alternative.form, alternative: reading)
  }

  /// Whether the reading in effect is the parameter's type itself. A derived reading always has
  /// another form.
  var isAsWritten: Bool { form == .instance }
}

/// The form in which a factory requests a value of type `T`.
public enum RequestForm: String, Hashable, Sendable, Codable {
  /// `T`
  case instance
  /// `Provider<T>` or `TaggedProvider<Tag>`
  case provider
  /// `ThrowingProvider<T>` or `TaggedThrowingProvider<Tag>`: the requester handles an error.
  case throwingProvider
  /// `AsyncProvider<T>` or `TaggedAsyncProvider<Tag>`: the requester awaits the value.
  case asyncProvider
  /// `() -> T`
  case function
  /// `T?`
  case optional
  /// `WeakProvider<T>`: it makes nothing and keeps nothing alive.
  case weakProvider
  /// `[ThrowingProvider<Element>]`, where `T` is `[Element]`: one contribution that fails leaves the
  /// others as they are.
  case throwingElements

  /// Which effects of the dependency such a request can handle, by a requester that handles
  /// these itself while its own value is made.
  func effectAllowed(to requester: Effect?) -> Effect? {
    switch self {
    case .instance, .optional: requester
    case .provider, .function: nil
    case .throwingProvider, .throwingElements: .throwing
    // A weak provider makes nothing.
    case .asyncProvider, .weakProvider: .asynchronous
    }
  }

  /// Whether the effects of the dependency propagate to the requester.
  var isImmediate: Bool { self == .instance || self == .optional }

  /// Whether the dependency is made when the requester calls for it, so that it may depend on the
  /// requester in turn.
  var isDeferred: Bool {
    switch self {
    case .provider, .throwingProvider, .asyncProvider, .function: true
    // Contributions of several elements are made at once, as nothing else tells their number.
    case .instance, .optional, .weakProvider, .throwingElements: false
    }
  }
}
