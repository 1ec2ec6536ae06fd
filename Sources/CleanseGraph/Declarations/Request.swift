/// One parameter of a factory: an edge of the graph, from the binding to the bindings that provide the key.
// Frozen: recording copies a request for each parameter. What few requests have is in `others`.
@frozen public struct Request: Hashable, Sendable, Codable {
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
  // Nil rather than empty: nearly all requests have none, and then there is no reference to count.
  private var others: [Reading]?
  // Last, where it fits into padding: graphs have many requests.
  /// The form in which the key is requested.
  public package(set) var form: RequestForm

  /// Creates a request, for tools that construct graphs.
  public init(key: Key, form: RequestForm, alternatives: [Reading] = []) {
    self.key = key
    self.form = form
    others = alternatives.isEmpty ? nil : alternatives
  }

  private enum CodingKeys: String, CodingKey {
    case key, form
    case others = "alternatives"
  }
}

extension Request {
  /// The other readings, in any order: a `Provider<T>` is a request for `T`, unless `Provider<T>` itself is bound. The
  /// resolver chooses between all of them.
  public package(set) var alternatives: [Reading] {
    get { others ?? [] }
    set { others = newValue.isEmpty ? nil : newValue }
  }

  /// Whether there are other readings.
  package var hasAlternatives: Bool { others != nil }

  /// The keys of all readings, that in effect first.
  package var keys: [Key] { [key] + alternatives.map(\.key) }

  /// The reading that is in effect.
  var reading: Reading { Reading(key: key, form: form) }

  /// The request with another reading in effect: the one at this index of ``alternatives``.
  func choosing(_ index: Int) -> Request {
    var choice = self
    guard let other = others?[index] else { return self }
    choice.others?[index] = reading
    (choice.key, choice.form) = (other.key, other.form)
    return choice
  }
}
