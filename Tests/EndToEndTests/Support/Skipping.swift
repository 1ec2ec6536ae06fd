import Testing

/// Cancels the test because this machine lacks something, and prints what: a cancelled case of a test with
/// arguments otherwise looks like one that has passed.
func skip(because reason: String) throws -> Never {
  print("Skipped \(Test.current?.name ?? "a test"): \(reason)")
  try Test.cancel("\(reason)")
}
