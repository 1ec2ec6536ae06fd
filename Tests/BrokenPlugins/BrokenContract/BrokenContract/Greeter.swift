/// A type that two plugins bind.
public protocol Greeter: Sendable {
  var greeting: String { get }
}
