@testable import CleansePluginCommands
import Testing

@Suite("A crash of the compiler")
struct CompilerCrashTests {
  private static let crash = """
    [3/9] Compiling Shop Shop.swift
    Please submit a bug report (https://example.org/bugs) and include the crash backtrace.
    Stack dump:
    0.\tProgram arguments: /usr/bin/swift-frontend -c -primary-file Sources/Shop/Shop.swift -o Shop.o
    1.\tWhile lowering a file
    2.\tWhile emitting the function "@$s4Shop"
     for 'outer()' (at Sources/Shop/Shop.swift:3:1)
    3.\tWhile emitting a thunk
     for 'configure(binder:)' (at Sources/Shop/Shop.swift:14:10)
     for <<debugloc at "<compiler-generated>":0:0>>

    """

  @Test("is described by the innermost declaration that the compiler names")
  func description() throws {
    let crash = try #require(CompilerCrash(Self.crash))
    #expect(
      crash.message
        == "the Swift compiler crashed at Sources/Shop/Shop.swift:14:10, in configure(binder:)")
  }

  @Test("is described by the file, or not at all, if the compiler names nothing else")
  func files() {
    let lines = Self.crash.split(separator: "\n")
    let file = CompilerCrash(lines[..<4].joined(separator: "\n"))
    #expect(file?.message == "the Swift compiler crashed at Sources/Shop/Shop.swift")
    let signal = CompilerCrash("error: compile command failed due to signal 11 (use -v to see it)")
    #expect(signal?.message == "the Swift compiler crashed")
  }

  @Test("is not seen in errors of a source")
  func errors() {
    let errors = "Shop.swift:14:10: error: cannot find 'x' in scope (at least not here)\n"
    #expect(CompilerCrash(errors) == nil)
    var output = CompilerOutput()
    #expect(output.add(Array(errors.utf8)) == errors && output.end() == "")
    #expect(output.crash == nil)
  }

  @Test("has its log hidden and kept, however the output arrives", arguments: [1, 7, 10_000])
  func output(size: Int) {
    var output = CompilerOutput()
    let bytes = Array((Self.crash + "é").utf8)
    var shown = ""
    for start in stride(from: 0, to: bytes.count, by: size) {
      shown += output.add(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    shown += output.end()
    #expect(shown == "[3/9] Compiling Shop Shop.swift\n")
    #expect(output.bytes == bytes)
    #expect(output.crash == CompilerCrash(Self.crash))
  }
}
