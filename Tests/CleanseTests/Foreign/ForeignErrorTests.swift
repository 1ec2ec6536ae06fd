import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

@Suite("Errors of C functions")
struct ForeignErrorTests {
  private static var failures: [(String, CType, @Sendable (FakeCall) throws -> Void)] {
    [
      ("a reported error", .int32, { _ in throw FakeCallback.Failed(description: "out of ink") }),
      ("a null string", .string, { $0.yield(0) }),
      ("no UTF-8", .string, { $0.yield(StaticString("\u{e4}").utf8Start + 1) }),
      ("a null pointer", .pointer("counter"), { $0.yield(0) }),
      ("no items", .array(.int8), { $0.yield(FakeArray(start: nil, count: 3)) }),
      ("a size below zero", .array(.int8), { $0.yield(FakeArray(start: $0.result, count: -1)) }),
      (
        "a size beyond memory", .array(.int32),
        { $0.yield(FakeArray(start: $0.result, count: .max)) }
      ),
    ]
  }

  @Test("an error names function, plugin and path")
  func results() throws {
    var messages: [String] = []
    for (what, type, body) in Self.failures {
      let provider = try built(TaggedThrowingProvider<ItTag<Int64>>.self) { recorder in
        recorder.function(CKey(type, "bad"), name: "print", isThrowing: true, line: 3, body)
        recorder.function(CKey(.int64, "it"), [.value(type, "bad")], line: 4) { $0.yield(0) }
      }
      let error = #expect(throws: ResolutionError.self, "\(what)") { try provider.get() }
      let underlying = error?.underlying as? CFunctionError
      #expect(underlying?.function == "print")
      #expect(underlying?.origin == "org.example.c")
      #expect(error?.path.map(\.location?.line) == [4, 3])
      messages.append(error?.description ?? "")
    }
    expectGolden(messages.joined(separator: "\n"), "foreign-errors")
  }

  @Test("a string with a null character can't be passed")
  func nullCharacter() throws {
    let provider = try built(TaggedThrowingProvider<ItTag<Int64>>.self) { recorder in
      recorder.swift.bind([String].self).to(value: ["fine", "a\0b"])
      recorder.function(CKey(.int64, "it"), [.value(.array(.string))], name: nil) { $0.yield(0) }
    }
    let error = #expect(throws: ResolutionError.self) { try provider.get() }
    expectGolden(error?.description ?? "", "foreign-null-character")
  }

  @Test("an error of a function not declared as throwing stops the process and names it")
  func unannounced() async {
    let scalar = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try? built(Int32.self) { recorder in
        recorder.function(CKey(.int32), name: "make") { _ in
          throw FakeCallback.Failed(description: "no numbers today")
        }
      }
    }
    let general = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try? built(Int32.self) { recorder in
        recorder.value(CKey(.point), FakePoint(x: 1, y: 2))
        recorder.function(CKey(.int32), [.value(.point)], name: "make") { _ in
          throw FakeCallback.Failed(description: "no numbers today")
        }
      }
    }
    for result in [scalar, general] {
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        output.contains(
          "the C function make of org.example.c: it failed, and its signature has no `throws`: "
            + "no numbers today"))
    }
  }

  @Test("a Swift factory's error passes through C with its path")
  func through() throws {
    let provider = try built(TaggedThrowingProvider<ItTag<Int64>>.self) { recorder in
      recorder.swift.bind(Double.self).to { () throws -> Double in throw Broken() }
      recorder.function(CKey(.int64, "it"), [.value(.double)]) { $0.yield(0) }
    }
    let error = #expect(throws: ResolutionError.self) { try provider.get() }
    #expect(error?.underlying is Broken)
    #expect(error?.path.map(\.name) == ["Int64 tagged CleanseTests.ItTag<Int64>", "Double"])
  }

  private struct Broken: Error {}
}
