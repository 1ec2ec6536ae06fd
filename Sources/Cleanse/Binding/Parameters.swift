/// The types of a factory's parameters.
///
/// It has no content: whoever is given one knows the types, and handing it on takes less code than
/// handing on the types. That it has none is promised to all that is compiled against the framework, as
/// each binding makes one there.
@frozen
@usableFromInline
struct Parameters<each P> {
  @inlinable
  init() {}

  /// What the factory asks for, in the order of the parameters.
  @usableFromInline
  var requests: [any Any.Type] {
    var requests: [any Any.Type] = []
    for request in repeat (each P).self {
      requests.append(request)
    }
    return requests
  }
}
