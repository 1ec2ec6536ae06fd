import CleanseBuildTools
import CleanseTestSupport
import CleanseFrameworkABI
import CleansePluginMetadata
import CleanseSupport
import Testing
import plugin_manifest

/// Tests of what the tool generates from a `plugin.json`.
struct GeneratedSourceTests {
  private let directory: TemporaryDirectory
  private let framework: BuildIdentity
  private let compiler: String

  init() throws {
    directory = try TemporaryDirectory()
    framework = try BuildIdentity(
      file: directory.write(
        """
        // identity: {"version": "0.1.0", "abi": "0.1", "runs": ["0.1"],\
         "interface": "0123456789abcdef", "compiler": "Swift version 6.3.1 (swift-6.3.1-RELEASE)",\
         "revision": "v0.1.0-3-gabcdef0"}
        """, to: "BuildIdentity.swift"))
    compiler = Fixture.path("swiftc")
  }

  private func note(_ json: String) throws -> NoteCommand {
    NoteCommand(
      manifest: try directory.write(json, to: "plugin.json"), framework: framework,
      compiler: compiler)
  }

  @Test(
    "the compiler's version is parsed from its output",
    arguments: [
      (
        "Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x86_64-unknown-linux-gnu\n",
        "Swift version 6.3.1 (swift-6.3.1-RELEASE)"
      ),
      (
        "swift-driver version: 1.2 Apple Swift version 6.2 (swiftlang-6.2.0 clang-1)\n",
        "Swift version 6.2 (swiftlang-6.2.0 clang-1)"
      ),
      ("gcc 12 (Debian)\n", nil), ("Swift version 6.3", nil), ("", nil),
    ])
  func compilerVersion(output: String, expected: String?) {
    #expect(CompilerVersion.parse(output) == expected)
  }

  @Test("a contract of which only the library is known is named with its version and digest")
  func namedContract() throws {
    let contract = try ContractCommand.contract(named: "org.example.a@1.2.0-beta@0123456789abcdef")
    #expect(contract.identifier == "org.example.a" && contract.build == "0123456789abcdef")
    #expect(contract.version.description == "1.2.0-beta")
    for text in ["", "org.example.a", "org.example.a@1.2@x", "org.example.a@1.2.0@", "a@1.0.0@x@y"]
    {
      let error = #expect(throws: ToolError.self) { try ContractCommand.contract(named: text) }
      #expect(error?.message == "`\(text)` is not IDENTIFIER@VERSION@DIGEST")
    }
    #expect(throws: ToolError.self) { try ContractCommand.contract(named: "a b@1.0.0@x") }
  }

  @Test("the error for a failing or missing compiler names it")
  func brokenCompiler() throws {
    let failing = Fixture.path("failing")
    #expect(throws: ToolError(path: failing, message: "failed: status 3")) {
      try CompilerVersion.of(failing)
    }
    #expect(
      throws: ToolError(path: "/no/swiftc", message: "can't be run: No such file or directory")
    ) { try CompilerVersion.of("/no/swiftc") }
  }

  @Test(
    "the generated words are the ELF note of the manifest and the stamp", arguments: [0, 300])
  func words(requirements: Int) throws {
    let ranges = (0..<requirements).map { "\"org.example.r\($0)\": \"1.0.0\", " }.joined()
    let json = completeManifest.replacing(
      "\"requires\": {", with: "\"requires\": {" + ranges)
    let text = try note(json).run()
    let manifest = try PluginManifest(json: Array(json.utf8))
    for (condition, architecture) in [("x86_64", "x86_64"), ("arm64", "aarch64")] {
      let stamp = ABIStamp(
        abi: 1, architecture: architecture, language: "swift", framework: "0.1.0",
        frameworkABI: "0.1", interface: "0123456789abcdef",
        compiler: "Swift version 6.3.1 (swift-6.3.1-RELEASE)", revision: "v0.1.0-3-gabcdef0")
      let expected = try PluginNote(
        manifest: manifest, stamp: stamp, entry: "cleanse_plugin_configure_org_example_redact"
      ).elfNote()
      let block = try #require(
        text.split(separator: "if arch(\(condition))\n").last?.split(separator: "#else").first)
      let declaration = block.split(separator: " = ", maxSplits: 1)
      let type = try #require(declaration.first)
      let counts = type.split { !$0.isNumber }.compactMap { Int($0) }.filter { $0 > 32 }
      #expect(counts.reduce(0, +) == expected.count / 4)
      #expect(counts.allSatisfy { $0 <= 1024 } && counts.count == (requirements == 0 ? 1 : 3))
      let value = try #require(declaration.last)
      let bytes = value.split { !$0.isHexDigit && $0 != "x" }.compactMap {
        UInt32($0.dropFirst(2), radix: 16)
      }.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
      #expect(bytes == expected)
    }
  }

  @Test("code that uses the module's type has the source location of plugin.json")
  func sourceLocation() throws {
    let text = try note(completeManifest).run()
    let location = "#sourceLocation(file: \"\(directory.path)/plugin.json\", line: 6)\n"
    #expect(
      text.contains(
        location + "private typealias field_module_of_plugin_json = "
          + "Redact.RedactModule\n#sourceLocation()\n"))
    #expect(
      text.contains(
        location + "  unsafe SwiftPluginEntry.configure("
          + "field_module_of_plugin_json.self, host: host, binder: binder)\n"))
  }

  @Test(
    "a malformed plugin.json is reported in a compiler's format: file, line, field",
    arguments: [
      ("{\n\"version\": \"1.0\"}", ":1: error: field `identifier` is missing"),
      (
        "{\"identifier\": \"a.b\",\n\"version\": \"1.0\"}",
        ":2: error: field `version`: `1.0` is not a semantic version: three numbers are needed, "
          + "as in `1.0.0`"
      ),
      ("{\n", ":2: error: is not JSON: expected a key in quotes, found the end of the text"),
      (
        "{\"identifier\": \"a.b\", \"version\": \"1.0.0\", \"summary\": \"s\", \"authors\": [\"x\"]}",
        ":1: error: field `module` is missing; a plugin written in Swift names the type that the "
          + "host installs"
      ),
    ])
  func malformed(json: String, message: String) throws {
    let note = try note(json)
    #expect {
      try note.run()
    } throws: { error in
      "\(error)" == directory.path + "/plugin.json" + message
    }
  }

  private static let options = completeManifest.replacing(
    "\"module\"",
    with: """
      "options": {
        "maxWidth": {"type": "int", "default": 1, "summary": "The width"},
        "modes": {"type": "enum[]", "values": ["in", "utf-8"], "default": [], "summary": "Modes"}
      },
      "module"
      """)

  @Test("each option becomes a tag, which is bound at its line of plugin.json")
  func options() throws {
    let text = try note(Self.options).run()
    #expect(
      text.contains(
        """
          /// The width
          enum MaxWidth: OptionTag {
            typealias Element = Int
            static var optionName: String { "maxWidth" }
          }
          /// Modes
          enum Modes: OptionTag {
            typealias Element = [Value]
            static var optionName: String { "modes" }

            /// The values of the option.
            enum Value: String, OptionElement, CaseIterable {
              case `in` = "in"
              case `utf8` = "utf-8"
            }
          }
        """), "\(text)")
    #expect(
      text.contains(
        """
        binder: binder) { options in
        #sourceLocation(file: "\(directory.path)/plugin.json", line: 7)
        options.bind(Options.MaxWidth.self)
        #sourceLocation(file: "\(directory.path)/plugin.json", line: 8)
        options.bind(Options.Modes.self)
        }
        """), "\(text)")
    #expect(try !note(completeManifest).run().contains("Options"))
  }

  @Test("an option whose tag can't be the name of a Swift type is an error at its line")
  func reservedOption() throws {
    let note = try note(Self.options.replacing("maxWidth", with: "type"))
    #expect {
      try note.run()
    } throws: { error in
      "\(error)".hasPrefix(directory.path + "/plugin.json:7: error: field `options.type`")
    }
  }

  @Test("a directory's name is escaped in the generated literals")
  func hostilePath() throws {
    let file = try directory.write(completeManifest, to: "a\"\\(exit(1))\n/plugin.json")
    let text = try NoteCommand(manifest: file, framework: framework, compiler: compiler).run()
    #expect(text.contains("/a\\\"\\\\(exit(1))\\u{A}/plugin.json\", line: 6)\n"))
    #expect(!text.contains("\"\\(exit(1))\n"))
  }
}
