/// The types of a factory's parameters.
///
/// It has no stored properties: it carries the types as a value, which takes less code to pass on than the
/// types themselves. It is frozen because each binding in a client creates one.
@frozen
@usableFromInline
struct Parameters<each P> {
  @inlinable
  init() {}

  /// The types that the factory requests, in the order of its parameters.
  @usableFromInline
  var requests: [any Any.Type] {
    var requests: [any Any.Type] = []
    var count = 0
    for _ in repeat (each P).self { count += 1 }
    requests.reserveCapacity(count)
    for request in repeat (each P).self {
      requests.append(request)
    }
    return requests
  }
}
