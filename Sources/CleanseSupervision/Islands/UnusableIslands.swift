/// Islands that can't be started.
enum UnusableIslands: Error {
  case tooMany(limit: Int)
  /// Two have one name.
  case duplicate(name: String)

  var reason: String {
    switch self {
    case .tooMany(let limit): "the plugins are more than \(limit) islands"
    case .duplicate(let name): "two islands have the name \(name)"
    }
  }
}
