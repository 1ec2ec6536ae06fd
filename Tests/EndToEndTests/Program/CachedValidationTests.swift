import CleanseTestSupport
import Testing

@Suite("host validate with a full cache", .blocking)
struct CachedValidationTests {
  @Test("says of many plugins what it says without one, also after a plugin was replaced")
  func many() throws {
    let directory = try TemporaryDirectory()
    let home = try TemporaryDirectory()
    func validate() throws -> HostRun {
      try host("validate", ".", in: directory, environment: ["XDG_CACHE_HOME": home.path])
    }
    // As many as are decoded together while each is looked up.
    for number in 0..<18 {
      try CPlugin(identifier: "org.example.p\(number)").build("p\(number).so", in: directory)
    }
    let cold = try validate()
    #expect(cold.status == 0)
    #expect(cold.output.hasPrefix("18 plugins,"))
    let warm = try validate()
    #expect((warm.status, warm.output, warm.errors) == (cold.status, cold.output, cold.errors))
    try CPlugin(identifier: "org.example.p3", body: "__builtin_trap();")
      .build("p3.so", in: directory)
    let broken = try validate()
    #expect(broken.status == 1)
    #expect(broken.errors.contains("p3.so"))
    try CPlugin(identifier: "org.example.p3").build("p3.so", in: directory)
    #expect(try validate().output == cold.output)
  }
}
