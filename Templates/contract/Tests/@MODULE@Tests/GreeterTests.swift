import @MODULE@
import Testing

struct TestGreeter: Greeter {
  func greet(_ name: String) -> String { "Hello, \(name)!" }
}

@Test("all names are greeted, a line each")
func all() {
  #expect(TestGreeter().greet(all: ["Ann", "Ben"]) == "Hello, Ann!\nHello, Ben!\n")
  #expect(TestGreeter().greet(all: []).isEmpty)
}
