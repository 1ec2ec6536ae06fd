import BrokenContract

/// One of two greeters.
struct GreeterB: Greeter {
  let greeting = "hello from B"
}
