import CleanseTestSupport
import Foundation
import Testing

@Suite("The sample plugins in C, C++ and Rust", .blocking)
struct CSampleTests {
  @Test("a C plugin is shown with the requests of its functions")
  func show() throws {
    let directory = try TemporaryDirectory(samples: ["Form", "Station"])
    let run = try host("show", ".", "org.cleanse.samples.form", in: directory)
    #expect(run.status == 0)
    expectGolden(run.withoutLibraries, "show-form", in: directory)
  }

  @Test("a filter that uses zlib passes the text through, and appends the checksum")
  func checksum() throws {
    let directory = try TemporaryDirectory()
    try directory.write("123456789".utf8, to: "text")
    for (argument, output) in [
      ("checksum", "123456789\ncrc32 cbf43926\nadler32 091e01de\n"),
      ("checksum:adler32", "123456789\nadler32 091e01de\n"),
      ("checksum:crc32+only", "crc32 cbf43926\n"),
      ("checksum:only", "crc32 cbf43926\nadler32 091e01de\n"),
    ] {
      let run = try filter(argument, directory.path(of: "text"))
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
      #expect(run.output == output)
    }
    try directory.write([], to: "empty")
    #expect(
      try filter("checksum", directory.path(of: "empty")).output
        == "crc32 00000000\nadler32 00000001\n")
    let usage = try filter("checksum:md5", directory.path(of: "text"))
    #expect(usage.status == 2)
    expectGolden(usage, "run-checksum-usage")
  }

  @Test("filter and command agree with the definition on a text of any lines, in any blocks")
  func checksumOfBytes() throws {
    let directory = try TemporaryDirectory()
    let given = ProcessInfo.processInfo.environment["CLEANSE_TEST_SEED"].flatMap(UInt32.init)
    let seed = given ?? UInt32.random(in: 1...UInt32.max)
    print("checksumOfBytes: CLEANSE_TEST_SEED=\(seed)")
    var state = seed
    let text = (0..<400_000).map { _ -> UInt8 in
      // xorshift32 (Marsaglia, Journal of Statistical Software 8, 2003).
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return state % 40 == 0 ? UInt8(ascii: "\n") : UInt8(truncatingIfNeeded: state >> 8)
    }
    try directory.write(text, to: "text")
    let sum = String(Self.crc32(of: text), radix: 16)
    let expected = String(repeating: "0", count: 8 - sum.count) + sum
    let file = directory.path(of: "text")
    let command = try host("run", Build.plugins.path, "--", "crc", input: .file(file))
    #expect(command.output == expected + "\n")
    #expect(try filter("checksum:crc32+only", file).output == "crc32 \(expected)\n")
  }

  @Test("a command in C that is called wrongly ends with status 2 and its message")
  func commandFails() throws {
    let run = try host("run", Build.plugins.path, "--", "crc", "file")
    #expect(run.status == 2)
    expectGolden(run, "run-crc-argument")
  }

  @Test("a C factory gets twenty values of all types from Swift")
  func form() throws {
    let run = try host("run", Build.plugins.path, "--", "form")
    #expect(run.status == 0)
    expectGolden(run, "run-form")
  }

  @Test(
    "an error of a C++ factory is reported to the dependent, without further harm",
    arguments: ["motto", "number"])
  func fragile(question: String) throws {
    let run = try host("run", Build.plugins.path, "--", "fragile", question)
    #expect(run.status == 1)
    expectGolden(run, "run-fragile-\(question)")
    #expect(try host("run", Build.plugins.path, "--", "fragile").status == 0)
  }

  @Test("each works with only the plugins that it requires")
  func strict() throws {
    for names in [["Checksum", "Pipeline"], ["Form", "Station"], ["Fragile"]] {
      let directory = try TemporaryDirectory(samples: names)
      let run = try host("validate", "--strict", ".", in: directory)
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
    }
  }

  @Test(
    "the one in Rust provides a value, a factory and a filter",
    .enabled(if: Rust.isThere, Rust.hint))
  func rust() throws {
    let directory = try TemporaryDirectory(samples: ["Pipeline"])
    try directory.copy(["libCaesar.so"], from: Rust.plugins)
    try directory.write("Hello, Wörld!\r\nxyz".utf8, to: "text")
    let text = directory.path(of: "text")
    let run = { (filters: String) in
      try host("run", ".", "--", "filter", "--use", filters, in: directory, input: .file(text))
    }
    #expect(try run("caesar").output == "Uryyb, Jöeyq!\r\nklm")
    #expect(try run("caesar:-29").output == "Ebiil, Töoia!\r\nuvw")
    #expect(try run("caesar,caesar").output == "Hello, Wörld!\r\nxyz")
    let usage = try run("caesar:x")
    #expect(usage.status == 2)
    #expect(usage.errors == "filter: filter 'caesar': the shift is a whole number, not 'x'\n")
    let strict = try host("validate", "--strict", ".", in: directory)
    #expect(strict.status == 0)
    #expect(strict.errors.isEmpty)
  }

  @Test("each is compiled by the one command in its source")
  func oneCommand() throws {
    let directory = try TemporaryDirectory(samples: ["Station"])
    try directory.link("Sources", to: Build.root.appending(path: "Sources").path)
    var sources = ["Checksum/checksum.c", "Form/form.c", "Fragile/fragile.cpp"]
    if Rust.isThere && Rust.hasCargo { sources.append("Caesar/src/lib.rs") }
    for source in sources {
      let file = Build.root.appending(path: "Sources/SamplePlugins/\(source)")
      let text = try String(contentsOf: file, encoding: .utf8)
      // The comment's line that begins with the compiler, and those that a backslash continues.
      let command = try #require(
        text.firstMatch(of: /\n(?:\/\/!| \*) +((?:cc|c\+\+|cargo) (?:.*\\\n)*.*)/))
      let script = command.output.1.replacing(/\n(\/\/!| \*)/, with: "\n")
      // If only Swift itself is installed, its own C and C++ compilers are used.
      try Shell.run(
        """
        command -v cc >/dev/null || cc() { "$CLANG" "$@"; }
        command -v c++ >/dev/null || c++() { "$CLANG++" "$@"; }

        """ + script, in: directory, environment: ["CLANG": CCompiler.clang?.path ?? "clang"])
    }
    let folders = [".", "target/debug"].filter {
      FileManager.default.fileExists(atPath: directory.path(of: $0))
    }
    let list = try host(arguments: ["list"] + folders, in: directory)
    #expect(list.status == 0)
    #expect(list.output.split(separator: "\n").count { $0.hasSuffix("ok") } == 1 + sources.count)
  }

  private func filter(_ filters: String, _ text: String) throws -> HostRun {
    try host("run", Build.plugins.path, "--", "filter", "--use", filters, input: .file(text))
  }

  /// CRC-32 as of ISO 3309, one bit at a time.
  private static func crc32(of bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let quotient = sum >> 1
        sum = sum & 1 == 0 ? quotient : quotient ^ 0xEDB8_8320
      }
    }
    return ~sum
  }
}

/// The plugin in Rust, which is built if there is a compiler for it.
private enum Rust {
  static let plugins = Build.rustPlugins
  static let isThere = FileManager.default.fileExists(
    atPath: plugins.appending(path: "libCaesar.so").path)
  static let hint: Comment = "the plugin in Rust was not built: there is no rustc"
  static let hasCargo = (ChildProcess.searchPaths["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/cargo") }
}

extension HostRun {
  /// The run without the libraries that a plugin needs, which differ between compilers.
  var withoutLibraries: HostRun {
    var run = self
    run.output.replace(/\n  needs.*(\n {17}.*)*/, with: "")
    return run
  }
}
