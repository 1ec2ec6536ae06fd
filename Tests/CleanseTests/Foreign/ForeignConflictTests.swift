import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

private enum Width: Cleanse.Tag {
  typealias Element = Double
  static var name: String { "width" }
}

private enum Breadth: Cleanse.Tag {
  typealias Element = Double
  static var name: String { "width" }
}

private enum Thing: Cleanse.Tag {
  typealias Element = CPointer
  static var name: String { "thing" }
}

private enum OneBridge: CBridge {
  static let cName = "thing"
  static func value(of pointer: CPointer) -> Int { 1 }
}

private enum OtherBridge: CBridge {
  static let cName = "thing"
  static func value(of pointer: CPointer) -> String { "" }
}

@Suite("Conflicts between C names")
struct ForeignConflictTests {
  private func text(_ recording: Recording) -> String {
    errors(of: recording).map(\.description).joined(separator: "\n")
  }

  @Test("two tags or bridges with one name, and two destructors of one plugin, are reported")
  func names() throws {
    let tags = recording(requesting: TaggedProvider<Width>.self) { recorder in
      recorder.function(CKey(.double, "width")) { $0.yield(1.0) }
      recorder.swift.bind(Int.self).to { (_: TaggedProvider<Breadth>) in 1 }
      recorder.swift.bind(Double.self).tagged(with: Breadth.self).to(value: 1)
    }
    #expect(errors(of: tags).map(\.code) == [.cNameConflict])
    expectGolden(text(tags), "foreign-tags")

    let others = recording(
      requesting: ThrowingProvider<Int>.self,
      (
        "org.example.one",
        { recorder in
          recorder.swift.bridge(OneBridge.self)
          recorder.declare(handle: "thing", at: .c(1)) { _ in }
          recorder.function(CKey(.pointer("thing"))) { $0.yield(8) }
        }
      ),
      (
        "org.example.two",
        { recorder in
          recorder.swift.bridge(OtherBridge.self)
          recorder.declare(handle: "thing", at: .c(2)) { _ in }
          recorder.declare(handle: "thing", at: .c(3)) { _ in }
        }
      ),
      (
        "org.example.three",
        { recorder in
          recorder.function(CKey(.array(.pointer("thing")), "more"), line: 4) { $0.yield(8) }
        }
      ))
    #expect(errors(of: others).map(\.code) == Array(repeating: .cNameConflict, count: 2))
    expectGolden(text(others), "foreign-declarations")
  }

  // The fix of the missing binding was to add one, which would be in conflict with the other.
  @Test("one name for different types is one finding with all locations")
  func types() throws {
    let recording = recording(
      requesting: TaggedProvider<Width>.self,
      (
        "org.example.one",
        { recorder in
          recorder.function(CKey(.double, "width"), [.value(.float, "scale")]) { $0.yield(1.0) }
          recorder.function(CKey(.int32), [.value(.float, "width")], line: 2) { $0.yield(Int32(1)) }
        }
      ),
      ("org.example.two", { $0.function(CKey(.double, "scale"), line: 3) { $0.yield(1.0) } }))
    #expect(errors(of: recording).filter { $0.code == .cTypeConflict }.count == 2)
    expectGolden(text(recording), "foreign-types")
  }

  @Test("structures with one name and different fields are reported, and never mixed up")
  func structures() throws {
    func point(_ types: CType...) -> CType {
      .structure(
        CStructureType(
          name: "point",
          fields: types.enumerated().map { CStructureType.Field(type: $1, name: "f\($0)") }))
    }
    let recording = recording(
      requesting: TaggedProvider<ItTag<Int32>>.self,
      ("org.example.one", { $0.function(CKey(point(.double, .double))) { $0.yield(0.0) } }),
      (
        "org.example.two",
        { recorder in
          recorder.function(CKey(.int32, "it"), [.value(point(.int8))], line: 2) {
            $0.yield(Int32(1))
          }
        }
      ))
    #expect(errors(of: recording).contains { $0.code == .cTypeConflict })
    expectGolden(text(recording), "foreign-structures")
    #expect(!isLinked(recording, requesting: TaggedProvider<ItTag<Int32>>.self))
  }

  @Test("a tag of plain pointers never converts one C type to another")
  func pointers() throws {
    let recording = recording(requesting: TaggedThrowingProvider<Thing>.self) { recorder in
      recorder.function(CKey(.pointer("counter"), "thing")) { $0.yield(8) }
      recorder.function(CKey(.int32), [.value(.pointer("engine"), "thing")], line: 2) {
        $0.yield(Int32(1))
      }
    }
    #expect(errors(of: recording).contains { $0.code == .cTypeConflict })
    expectGolden(text(recording), "foreign-pointers")
  }

  @Test("a duplicate, a cycle and a missing binding are found across both languages")
  func common() throws {
    let recording = recording(
      requesting: TaggedThrowingProvider<Width>.self,
      (
        "org.example.one",
        { recorder in
          recorder.function(CKey(.double, "width"), [.value(.int32), .value(.string, "label")]) {
            $0.yield(1.0)
          }
          recorder.swift.bind(Int32.self).to { (_: TaggedThrowingProvider<Width>) in 1 }
          recorder.function(
            CKey(.pointer("thing")), [.value(.point), .value(.array(.uint8), "raw")]
          ) { $0.yield(8) }
          recorder.function(
            CKey(.int8), [.value(.array(.pointer("part"))), .optional(.pointer("part"))]
          ) { $0.yield(Int8(1)) }
        }
      ),
      (
        "org.example.two",
        { recorder in
          recorder.swift.bind(Double.self).tagged(with: Width.self).to(value: 2)
          recorder.function(CKey(.pointer("thing")), line: 3) { $0.yield(8) }
        }
      ))
    #expect(
      Set(errors(of: recording).map(\.code))
        == [.missingBinding, .duplicateBinding])
    expectGolden(text(recording), "foreign-findings")
    #expect(!isLinked(recording, requesting: TaggedThrowingProvider<Width>.self))

    let cycle = Cleanse.Recording(of: Requesting<TaggedThrowingProvider<Width>>.self) { recorder in
      _ = recorder.attempt(from: "org.example.c") { recorder in
        recorder.function(CKey(.double, "width"), [.value(.int32)]) { $0.yield(1.0) }
        recorder.function(CKey(.pointer("thing")), [.value(.double, "width")], line: 2) {
          $0.yield(8)
        }
      }
      recorder.swift.bridge(OneBridge.self)
      recorder.swift.bind(Int32.self).to { (_: Int) throws in 1 }
    }
    #expect(errors(of: cycle).map(\.code) == [.dependencyCycle])
    expectGolden(text(cycle), "foreign-cycle")
    #expect(!isLinked(cycle, requesting: TaggedThrowingProvider<Width>.self))
  }

  // The binding that depends on the key was a hint, and so was each other number.
  @Test("a near miss is neither the requester nor a binding with quite another name")
  func near() throws {
    let recording = recording(requesting: TaggedThrowingProvider<Width>.self) { recorder in
      recorder.function(CKey(.double, "width"), [.value(.double, "wigth")]) { $0.yield(1.0) }
      recorder.function(CKey(.double, "sugar"), line: 2) { $0.yield(1.0) }
    }
    let finding = try #require(errors(of: recording).first { $0.code == .missingBinding })
    #expect(!finding.notes.contains { $0.message.hasPrefix("near:") })
    #expect(finding.fix?.hasPrefix("add a binding: in C") == true)
  }

  @Test("a fix for a C plugin that requests a key without a name is written in C")
  func unnamed() throws {
    let recording = recording(requesting: TaggedThrowingProvider<Width>.self) { recorder in
      recorder.function(CKey(.double, "width"), [.value(.int8)]) { $0.yield(1.0) }
    }
    let finding = try #require(errors(of: recording).first)
    #expect(finding.fix == "add a binding: in C, CLEANSE_BIND(\"int8 …(…)\", …, 0)")
  }

  @Test("a fix for a C plugin is written in C")
  func fixes() throws {
    let recording = recording(requesting: TaggedThrowingProvider<Width>.self) { recorder in
      recorder.function(CKey(.double, "width"), [.value(.string, "lable")]) { $0.yield(1.0) }
      recorder.function(CKey(.string, "label"), line: 2) { $0.yield(text: "l") }
      recorder.function(CKey(.string, "other"), line: 3) { $0.yield(text: "o") }
      for line in 4...5 {
        recorder.function(CKey(.int8, "twice"), line: line) { $0.yield(Int8(1)) }
        recorder.function(CKey(.int16), override: 0, line: line) { $0.yield(Int16(1)) }
      }
      recorder.function(CKey(.pointer("hen")), [.provider(.pointer("egg"))], line: 6) {
        $0.yield(8)
      }
      recorder.function(CKey(.pointer("egg")), [.value(.pointer("hen"))], line: 7) { $0.yield(8) }
      recorder.function(CKey(.int32), [.value(.int32)], line: 8) { $0.yield(Int32(1)) }
      recorder.function(
        CKey(.int64),
        [.provider(.string, "label"), .provider(.array(.uint8)), .provider(.array(.point))], line: 9
      ) { $0.yield(Int64(1)) }
      recorder.function(CKey(.array(.uint8)), line: 10) { $0.yield(FakeArray([UInt8(1)])) }
      recorder.function(CKey(.array(.point)), line: 11) { $0.yield(FakeArray([UInt8]())) }
    }
    expectGolden(text(recording), "foreign-fixes")
  }

  @Test("bindings of a dropped plugin are near misses; its names, bridges and destructors are gone")
  func dropped() throws {
    let recording = recording(
      requesting: TaggedThrowingProvider<Width>.self,
      (
        "org.example.bad",
        { recorder in
          recorder.function(CKey(.double, "width")) { $0.yield(1.0) }
          recorder.swift.bridge(OneBridge.self)
          recorder.declare(handle: "thing", at: .c(1)) { _ in }
          recorder.addError("no", at: nil)
        }
      ),
      (
        "org.example.good",
        { recorder in
          recorder.swift.bridge(OtherBridge.self)
          recorder.declare(handle: "thing", at: .c(2)) { _ in }
        }
      ))
    #expect(errors(of: recording).map(\.code) == [.missingBinding])
    expectGolden(text(recording), "foreign-dropped")
  }

  @Test("a rejected plugin's type declarations are dropped with its bindings")
  func rejected() {
    let recording = recording(
      requesting: ThrowingProvider<Int>.self,
      (
        "org.example.rejected",
        { recorder in
          recorder.swift.bridge(OtherBridge.self)
          recorder.declare(handle: "thing", at: .c(1)) { _ in }
          recorder.function(CKey(.double, "width")) { $0.yield(1.0) }
          recorder.addError("it can't be used", at: nil)
        }
      ),
      (
        "org.example.one",
        { recorder in
          recorder.swift.bridge(OneBridge.self)
          recorder.declare(handle: "thing", at: .c(2)) { _ in }
          recorder.function(CKey(.pointer("thing"))) { $0.yield(8) }
        }
      ))
    #expect(errors(of: recording) == [])
    #expect(recording.graph.cNames.bridges.map(\.provenance.origin) == ["org.example.one"])
    #expect(recording.graph.cNames.handles.map(\.provenance.origin) == ["org.example.one"])
    #expect(recording.graph.dropped.map(\.key.cName) == ["width"])
  }
}
