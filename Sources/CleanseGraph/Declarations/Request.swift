/// One parameter of a factory: an edge of the graph, from the binding to the bindings that provide the key.
public struct Request: Hashable, Sendable, Codable {
  /// One interpretation of the type of a parameter.
  public struct Reading: Hashable, Sendable, Codable {
    /// The requested key.
    public package(set) var key: Key
    /// The form in which the key is requested.
    public package(set) var form: RequestForm

    /// Creates a reading, for tools that construct graphs.
    public init(key: Key, form: RequestForm) {
      self.key = key
      self.form = form
    }
  }

  /// The requested key.
  public package(set) var key: Key
  /// The other reading, if there are two: a `Provider<T>` is a request for `T`, unless `Provider<T>` itself is
  /// bound. The resolver chooses between the two.
  public package(set) var alternative: Reading?
  // Last, where it fits into padding: graphs have many requests.
  /// The form in which the key is requested.
  public package(set) var form: RequestForm

  /// Creates a request, for tools that construct graphs.
  public init(key: Key, form: RequestForm, alternative: Reading? = nil) {
    self.key = key
    self.form = form
    self.alternative = alternative
  }
}

extension Request {
  /// The reading that is in effect.
  var reading: Reading { Reading(key: key, form: form) }

  /// The request with the other reading in effect.
  var swapped: Request {
    guard let alternative else { return self }
    return Request(key: alternative.key, form: alternative.form, alternative: reading)
  }

  /// Whether the reading in effect is the parameter's type as written. A derived reading always has another
  /// form.
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
  /// `WeakProvider<T>`: it neither makes an instance nor keeps one alive.
  case weakProvider
  /// `[ThrowingProvider<Element>]`, where `T` is `[Element]`: a contribution that fails does not affect the
  /// others.
  case throwingElements

  /// The effects of the dependency that a request of this form handles.
  ///
  /// - Parameter requester: The effects that the requester handles while its own value is made.
  func effectAllowed(to requester: Effect?) -> Effect? {
    switch self {
    case .instance, .optional: requester
    case .provider, .function: nil
    case .throwingProvider, .throwingElements: .throwing
    // A weak provider makes no value, so it has no effect to handle.
    case .asyncProvider, .weakProvider: .asynchronous
    }
  }

  /// Whether the effects of the dependency propagate to the requester.
  var isImmediate: Bool { self == .instance || self == .optional }

  /// Whether the dependency is made when the requester calls the form, so that it may in turn depend on the
  /// requester.
  var isDeferred: Bool {
    switch self {
    case .provider, .throwingProvider, .asyncProvider, .function, .weakProvider: true
    // Contributions of several elements are made immediately: their number is not known before.
    case .instance, .optional, .throwingElements: false
    }
  }
}
