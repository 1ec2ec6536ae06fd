import CleansePluginHost

extension [OverlookedLibrary] {
  /// The maximum number of libraries that hints name one by one.
  private static var mostNamed: Int { 5 }

  /// The hints that name the libraries, and why they were not inspected.
  var hints: [String] {
    let named = prefix(Self.mostNamed).map { "\($0.path) was not inspected: \($0.reason)" }
    guard count > named.count else { return named }
    return named + ["\(count - named.count) more: `host list --all` shows them"]
  }
}
