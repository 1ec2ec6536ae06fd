@testable import CleanseGraph
@testable import CleansePluginLoading
@testable import CleansePluginProbing
import CCleanseProbe
import CleanseTestSupport
import Foundation
import Glibc
import Testing

@Suite("Functions and source lines of a crash")
struct SymbolizerTests {
  /// A local function on line 2, whose address in the file the library returns.
  private static let source = """
    #include <stdint.h>
    static int strike(int *at) { return *at; }
    extern char __ehdr_start __attribute__((visibility("hidden")));
    uint64_t strike_address(void) { return (uint64_t)((char *)strike - &__ehdr_start); }
    """

  /// Returns what `csymbols_write` writes, or nil if it fails.
  private func written(_ path: String, _ addresses: [UInt64]) throws -> String? {
    let pipe = Pipe()
    let status = csymbols_write(
      path, addresses, addresses.count, pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return status == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private func address(in path: String) throws -> UInt64 {
    let symbol = try DynamicLibrary(path: path).address(of: "strike_address")
    return unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)()
  }

  @Test(
    "are those of the debug information, of the symbol table, or unknown",
    arguments: [
      (["-g"], "strike", 2), ([], "strike", nil), (["-s"], nil, nil),
      (["-g", "-gdwarf-4", "-gz"], "strike", 2),
    ] as [([String], String?, Int?)])
  func found(options: [String], function: String?, line: Int?) throws {
    let scratch = try TemporaryDirectory()
    for compiler in CCompiler.all where !compiler.isCPlusPlus {
      let name = "\(compiler.testDescription).so"
      try compiler.compileLibrary(Self.source, to: name, in: scratch, options)
      let path = scratch.path(of: name)
      let text = try #require(try written(path, [address(in: path), 1 << 40]))
      let entries = Symbolizer.entries(in: text)
      #expect(entries.map(\.function) == [function, nil], "\(text)")
      #expect(
        entries.map { $0.location?.description } == [line.map { "\(name).c:\($0)" }, nil], "\(text)"
      )
      #expect(entries.allSatisfy { $0.location?.path.hasPrefix("/") ?? true })
    }
  }

  @Test("are unknown for a file that can't be read")
  func unreadable() throws {
    let scratch = try TemporaryDirectory()
    try scratch.write("\u{7F}ELF", to: "cut.so")
    for path in [scratch.path(of: "cut.so"), scratch.path(of: "missing.so"), "", "/"] {
      #expect(try written(path, [4096]) == nil, "\(path)")
    }
  }

  @Test("are read line by line")
  func parsed() {
    let entries = Symbolizer.entries(
      in: "read\t/src/words/read.c\t12\n\t\t0\nf\t\t0\ng\t/a:b.c\t3\n")
    #expect(entries.map(\.function) == ["read", nil, "f", "g"])
    #expect(entries.map { $0.location?.description } == ["read.c:12", nil, nil, "a:b.c:3"])
    #expect(Symbolizer.entries(in: "").isEmpty)
    #expect(Symbolizer.entries(in: "one line\nf\t/f.c\tx\n").isEmpty)
  }
}
