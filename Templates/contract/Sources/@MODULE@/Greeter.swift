/// What plugins contribute, and an application collects.
public protocol Greeter: Sendable {
  /// Returns a greeting for a name.
  func greet(_ name: String) -> String
}

extension Greeter {
  /// Returns a line for each name.
  public func greet(all names: [String]) -> String {
    names.map { greet($0) + "\n" }.joined()
  }
}
