/// A shared instance on the heap, whatever its type.
final class Box<Value>: @unchecked Sendable {
  // Safety: written once, before it is published; whether several threads may use the value itself
  // is for its type to say, and is why a provider is Sendable only where its element is.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
