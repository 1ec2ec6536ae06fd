@testable import CleanseFindingReports
@testable import CleansePlugin
import CleansePluginHost
@testable import CleansePluginCommands
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("host sdk")
struct SDKCommandTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// Creates an empty file and its parent directories.
  private func add(_ path: String) throws {
    let file = "\(folder.path)/\(path)"
    let directory = file.split(separator: "/").dropLast()
    try FileManager.default.createDirectory(
      atPath: "/" + directory.joined(separator: "/"), withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: file))
  }

  private func sdk(_ arguments: String..., executable: String? = "bin/host") async -> Outcome {
    let (output, error) = (MemorySink(), MemorySink())
    let context = CommandContext(
      environment: [:],
      streams: CommandStreams(input: EmptySource(), output: output, error: error),
      executable: executable.map { "\(folder.path)/\($0)" })
    let status = await PluginTool.execute(["sdk"] + arguments, in: context)
    return Outcome(status: status.rawValue, output: output.text, error: error.text)
  }

  @Test("finds the files of an installation")
  func installed() async throws {
    try add("include/cleanse/cleanse_plugin.h")
    try add("lib/libCleanseRuntime.so")
    let outcome = await sdk()
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        "headers       \(folder.path)/include/cleanse",
        "library       \(folder.path)/lib/libCleanseRuntime.so", "abi           1",
      ])
    #expect(
      lines.last
        == "compile       cc -shared -fPIC -I\(folder.path)/include/cleanse -fvisibility=hidden plugin.c -o plugin.so"
    )
    #expect(
      await sdk("--cflags").output == "-I\(folder.path)/include/cleanse -fvisibility=hidden\n")
  }

  @Test("finds the files of a checkout")
  func checkout() async throws {
    try add("Sources/CCleansePlugin/include/cleanse_plugin.h")
    let program = ".build/x86_64-unknown-linux-gnu/debug/host"
    let headers = "\(folder.path)/Sources/CCleansePlugin/include"
    #expect(
      await sdk("--cflags", executable: program).output == "-I\(headers) -fvisibility=hidden\n")
    #expect(await sdk(executable: program).output.contains("\nlibrary       -\n"))
    try add(".build/x86_64-unknown-linux-gnu/debug/libCleanseRuntime.so")
    #expect(
      await sdk(executable: program).output.contains(
        "/.build/x86_64-unknown-linux-gnu/debug/libCleanseRuntime.so\n"))
    try add(".build/x86_64-unknown-linux-gnu/include/cleanse/cleanse_plugin.h")
    #expect(
      await sdk("--cflags", executable: program).output
        == "-I\(folder.path)/.build/x86_64-unknown-linux-gnu/include/cleanse -fvisibility=hidden\n")
  }

  @Test("as JSON is one document with a schema")
  func json() async throws {
    try add("include/cleanse/cleanse_plugin.h")
    let outcome = await sdk("--format", "json")
    #expect(outcome.error.isEmpty)
    #if arch(x86_64)
      let architecture = "x86_64"
    #else
      let architecture = "aarch64"
    #endif
    #expect(
      outcome.output == """
        {
          "abi" : 1,
          "architecture" : "\(architecture)",
          "cflags" : [
            "-I\(folder.path)/include/cleanse",
            "-fvisibility=hidden"
          ],
          "command" : "cc -shared -fPIC -I\(folder.path)/include/cleanse -fvisibility=hidden plugin.c -o plugin.so",
          "headers" : "\(folder.path)/include/cleanse",
          "schema" : "cleanse-sdk/1"
        }

        """)
  }

  @Test("finds what Swift plugins are compiled with, in the order of its use")
  func swift() async throws {
    try add("include/cleanse/cleanse_plugin.h")
    try add("lib/libCleanseRuntime.so")
    try add("lib/cleanse/modules/CleansePlugin.swiftinterface")
    try add("lib/cleanse/bin/plugin-manifest")
    let incomplete = await sdk("--swift")
    #expect(incomplete.status == 3)
    #expect(
      incomplete.error == """
        host: can't find what Swift plugins are compiled with, which an installation has (scripts/install)
          there is no \(folder.path)/lib/cleanse/identity.swift

        """)
    try add("lib/cleanse/identity.swift")
    let flags =
      "-emit-library -O -swift-version 6 -parse-as-library -no-toolchain-stdlib-rpath "
      + "-I \(folder.path)/lib/cleanse/modules -I \(folder.path)/include/cleanse "
      + "-L \(folder.path)/lib -lCleanseRuntime"
    #expect(await sdk("--swiftflags").output == flags + "\n")
    let commands = """
      \(folder.path)/lib/cleanse/bin/plugin-manifest entry plugin.json PluginEntry.swift --source Plugin=Plugin.swift &&
      swiftc \(flags) -module-name Plugin -o Plugin.so Plugin.swift PluginEntry.swift

      """
    #expect(await sdk("--swift").output == commands)
    let text = await sdk().output
    #expect(
      text.replacing("              ", with: "").hasSuffix(commands.replacing(" &&", with: "")),
      "\(text)")
    let both = await sdk("--swift", "--cflags")
    #expect(both.error.hasPrefix("host: options --cflags and --swift can't be combined\n"))
  }

  @Test("modules of another version are reported, and used all the same")
  func stale() async throws {
    for file in [
      "include/cleanse/cleanse_plugin.h", "lib/libCleanseRuntime.so",
      "lib/cleanse/modules/CleansePlugin.swiftinterface", "lib/cleanse/bin/plugin-manifest",
      "lib/cleanse/identity.swift",
    ] { try add(file) }
    let identity = "\(folder.path)/lib/cleanse/identity.swift"
    for (text, words) in [
      ("// identity: {\"version\":\"0.3.0\",\"abi\":\"0.3\"}\n", "are of version 0.3.0"),
      ("// identity: {\"version\":3}\n", "have no version"), ("", "have no version"),
    ] {
      try Data(text.utf8).write(to: URL(filePath: identity))
      let outcome = await sdk("--swift")
      #expect(outcome.status == 0 && outcome.output.hasPrefix(folder.path))
      #expect(
        outcome.error == """
          host: the modules in \(folder.path)/lib/cleanse/modules \(words), \
          and this program is of \(CleanseVersion.current)
            install the same version of both

          """)
    }
    let current = "// identity: {\"version\":\"\(CleanseVersion.current)\"}\n"
    try Data(current.utf8).write(to: URL(filePath: identity))
    #expect(await sdk("--swift").error.isEmpty)
    #expect(await sdk("--cflags").error.isEmpty)
  }

  @Test("without a header, the error lists the searched paths")
  func missing() async {
    for outcome in [await sdk(), await sdk("--cflags"), await sdk("--format", "json")] {
      #expect(outcome.status == 3)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.error.hasPrefix(
          """
          host: can't find cleanse_plugin.h, which C plugins are built with
            there is no \(folder.path)/include/cleanse/cleanse_plugin.h
            there is no /
          """))
    }
    #expect(
      await sdk(executable: nil).error == "host: can't determine the path of this program\n")
  }

  @Test("characters with a meaning to a shell are quoted")
  func quoting() {
    #expect(PluginSDK.quoted("-I/a b/$c'ü.h-1") == #"-I/a\ b/\$c\'ü.h-1"#)
  }

  @Test("accepts no operands, and flags in only one format")
  func usage() async {
    #expect(
      await sdk("plugin.c").error.hasPrefix("host: `host sdk` takes no operands\n"))
    let both = await sdk("--cflags", "--format", "json")
    #expect(both.status == 2)
    #expect(
      both.error == """
        host: options --cflags and --format can't be combined
          the output of --format json contains the flags
          see `host help sdk`

        """)
  }
}
