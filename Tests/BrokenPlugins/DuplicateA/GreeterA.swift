import BrokenContract

/// One of two greeters.
struct GreeterA: Greeter {
  let greeting = "hello from A"
}
