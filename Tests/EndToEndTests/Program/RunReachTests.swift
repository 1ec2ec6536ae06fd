import CleanseTestSupport
import Foundation
import Testing

@Suite("What host run loads", .blocking)
struct RunReachTests {
  /// Plugins in C, of which each creates a file `NAME.loaded` when it is loaded, and has a command of its name that
  /// prints a number.
  private struct Plugins {
    let directory: TemporaryDirectory
    let environment: [String: String]

    init() throws {
      directory = try TemporaryDirectory()
      environment = ["XDG_CACHE_HOME": directory.path(of: "cache")]
    }

    /// - Parameters:
    ///   - number: What the command prints, unless it depends on a key.
    ///   - requested: The key of a number that the command depends on.
    ///   - provided: The key of the number 1.5 that the plugin binds.
    func write(
      _ name: String, number: Double = 7, requesting requested: String? = nil,
      providing provided: String? = nil, requires: [String] = [], options: String = "{}"
    ) throws {
      var plugin = OptionPlugin()
      plugin.identifier = "org.example.\(name)"
      plugin.command = name
      plugin.options = options
      plugin.parameters =
        requested.map { [("double number", "double number \($0)")] } ?? [
          ("void", "void")
        ]
      plugin.provided = provided
      plugin.requires = requires
      plugin.mark = directory.path(of: "\(name).loaded")
      plugin.statements =
        "fprintf(text, \"%g\\n\", \(requested == nil ? "(double)\(number)" : "number"));"
      try plugin.build("plugins/\(name).so", in: directory)
    }

    func run(_ arguments: String..., environment further: [String: String] = [:]) throws -> HostRun
    {
      try host(
        arguments: (["run"] + arguments).unconfined, in: directory,
        environment: environment.merging(further) { $1 })
    }

    /// Runs a command, and returns what it prints and the plugins that are loaded for it, if nothing has changed since the
    /// last run.
    func loaded(for arguments: String...) throws -> (output: String, plugins: [String]) {
      for name in names { try FileManager.default.removeItem(atPath: directory.path(of: name)) }
      let run = try host(
        arguments: (["run"] + arguments).unconfined, in: directory, environment: environment)
      #expect(run.status == 0, "\(run.errors)")
      return (run.output, names.map { String($0.dropLast(".loaded".count)) })
    }

    private var names: [String] {
      let all = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
      return (all ?? []).filter { $0.hasSuffix(".loaded") }.sorted()
    }
  }

  @Test("only the plugins that a command needs are loaded")
  func reach() throws {
    let plugins = try Plugins()
    try plugins.write("alone")
    try plugins.write("user", requesting: "@key", requires: ["org.example.required"])
    try plugins.write("provider", providing: "double @key")
    try plugins.write("required")
    try plugins.write("other")
    // The first run probes all of them.
    for command in ["alone", "user"] { #expect(try plugins.run("--", command).status == 0) }
    #expect(try plugins.loaded(for: "--", "alone") == ("7\n", ["alone"]))
    #expect(try plugins.loaded(for: "--", "user") == ("1.5\n", ["provider", "required", "user"]))
    // The names of commands are cached as well, and listing them loads nothing.
    #expect(try plugins.run().status == 0)
    #expect(try plugins.loaded().plugins == [])
    // So does the help of a command.
    #expect(try plugins.loaded(for: "--help", "--", "user").plugins == [])
  }

  @Test(
    "after any change, all plugins are validated again",
    arguments: ["damaged", "writable", "new", "duplicate", "option", "file", "disabled", "gone"])
  func changes(what: String) throws {
    let plugins = try Plugins()
    let directory = plugins.directory
    try plugins.write("alone")
    try plugins.write(
      "other", options: #"{"count": {"type": "int", "default": 1, "summary": "s"}}"#)
    #expect(try plugins.run("--", "alone").status == 0)
    #expect(try plugins.run("--", "alone").output == "7\n")
    var environment: [String: String] = [:]
    var code = "plugin/"
    switch what {
    case "damaged":
      try directory.write("x", to: "plugins/other.so")
      code += "not-elf"
    case "writable":
      chmod(directory.path(of: "plugins/other.so"), 0o777)
      code += "insecure-permissions"
    case "new":
      try plugins.write("user", requesting: "@key")
      code = "cleanse/missing-binding"
    case "duplicate":
      try FileManager.default.copyItem(
        atPath: directory.path(of: "plugins/alone.so"), toPath: directory.path(of: "plugins/b.so"))
      code += "duplicate-identifier"
    case "option":
      environment["CLEANSE_OPTION_ORG_EXAMPLE_OTHER__COUNT"] = "x"
      code += "invalid-option"
    case "file":
      try directory.write(
        #"{"plugins": {"org.example.other": {"options": {"count": "x"}}}}"#,
        to: "host.json")
      code += "invalid-option"
    case "disabled":
      try directory.write(
        #"{"plugins": {"org.example.alone": {"enabled": false}}}"#, to: "host.json")
      code = "unknown command"
    default:
      try FileManager.default.removeItem(atPath: directory.path(of: "plugins/alone.so"))
      code = "unknown command"
    }
    let run = try plugins.run("--", "alone", environment: environment)
    #expect(run.status != 0 && run.output.isEmpty)
    #expect(run.errors.contains(code))
  }

  @Test(
    "after a change of what another plugin depends on, all plugins are validated again",
    arguments: [
      "parent", "link target", "link", "link between", "library parent", "library", "search path",
      "variant",
      "candidate",
    ])
  func dependencies(what: String) throws {
    let plugins = try Plugins()
    let directory = plugins.directory
    func folder(_ path: String) throws -> String {
      let full = directory.path(of: path)
      try FileManager.default.createDirectory(atPath: full, withIntermediateDirectories: true)
      return full
    }
    try plugins.write("alone")
    let idle = CPlugin(
      identifier: "org.example.idle", declarations: "int helper(void);",
      options: [
        "-L", try folder("libraries/inner"), "-l:helper",
        "-Wl,-rpath,$ORIGIN:$ORIGIN/../libraries/inner",
      ])
    var used = idle
    used.body = "return helper() ? CLEANSE_FAILED : CLEANSE_OK;"
    func library(_ source: String, _ path: String) throws {
      try #require(CCompiler.clang).compileLibrary(
        source, to: path, in: directory, ["-Wl,-soname,helper"])
    }
    try library("int helper(void) { return 0; }", "libraries/inner/helper")
    _ = try folder("outer/elsewhere")
    try used.build("outer/elsewhere/idle.so", in: directory)
    let isLink = what.hasPrefix("link")
    if isLink {
      used.options[3] = "-Wl,-rpath,\(directory.path(of: "libraries/inner"))"
      try used.build("outer/elsewhere/idle.so", in: directory)
      _ = try folder("between")
      try directory.link("between/idle", to: "../outer/elsewhere/idle.so")
      try directory.link("plugins/idle.so", to: "../between/idle")
    } else {
      try used.build("plugins/idle.so", in: directory)
    }
    var environment: [String: String] = [:]
    let arguments = ["--", "alone"]
    func run(_ options: String...) throws -> HostRun {
      try host(
        arguments: (["run", "--severity", "plugin/no-bindings=ignore"] + options + arguments)
          .unconfined,
        in: directory,
        environment: plugins.environment.merging(environment) { $1 })
    }
    for _ in 1...2 {
      let run = try run()
      #expect(run.output == "7\n", "\(run.errors)")
    }
    switch what {
    case "parent": chmod(directory.path, 0o777)
    case "link target": chmod(directory.path(of: "outer/elsewhere"), 0o777)
    // The directories of the links on the way were not compared.
    case "link between": chmod(directory.path(of: "between"), 0o777)
    case "link":
      let open = try folder("open")
      chmod(open, 0o777)
      try FileManager.default.linkItem(
        atPath: directory.path(of: "outer/elsewhere/idle.so"), toPath: open + "/idle.so")
      try FileManager.default.removeItem(atPath: directory.path(of: "plugins/idle.so"))
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(of: "plugins/idle.so"), withDestinationPath: open + "/idle.so")
    case "library parent": chmod(directory.path(of: "libraries"), 0o777)
    case "library": try library("int other;", "libraries/inner/helper")
    case "search path":
      try library("int other;", "bad/helper")
      environment["LD_LIBRARY_PATH"] = directory.path(of: "bad")
    case "variant": try library("int other;", "plugins/glibc-hwcaps/x86-64-v2/helper")
    default: try library("int other;", "plugins/helper")
    }
    let (planned, fresh) = (try run(), try run("--no-cache"))
    #expect(planned.status == fresh.status && planned.errors == fresh.errors)
    // LD_LIBRARY_PATH comes after the search path of the library itself; the processor may have no variants.
    if !["search path", "variant"].contains(what) {
      #expect(planned.status == 1, "\(planned.output)")
    }
  }

  @Test("new contents of a plugin and of a secret take effect")
  func contents() throws {
    let plugins = try Plugins()
    let directory = plugins.directory
    try plugins.write("alone", number: 7)
    #expect(try plugins.run("--", "alone").output == "7\n")
    #expect(try plugins.run("--", "alone").output == "7\n")
    try plugins.write("alone", number: 8)
    #expect(try plugins.run("--", "alone").output == "8\n")
    var secret = OptionPlugin()
    secret.command = "length"
    secret.options =
      #"{"token": {"type": "string", "secret": true, "default": "", "summary": "The token"}}"#
    secret.parameters = [("const char *token", "string token @option.token")]
    secret.statements = "fprintf(text, \"%zu\\n\", strlen(token));"
    try secret.build("plugins/length.so", in: directory)
    let variable = ["CLEANSE_OPTION_ORG_EXAMPLE_OPTIONS__TOKEN_FILE": directory.path(of: "token")]
    for length in [3, 3, 5] {
      try directory.write(String(repeating: "x", count: length), to: "token")
      chmod(directory.path(of: "token"), 0o600)
      let run = try plugins.run("--", "length", environment: variable)
      #expect(run.output == "\(length)\n", "\(run.errors)")
    }
  }

  @Test("a damaged cache, and a run without one, only cost time")
  func cache() throws {
    let plugins = try Plugins()
    try plugins.write("alone")
    try plugins.write("other")
    for _ in 1...2 { #expect(try plugins.run("--", "alone").output == "7\n") }
    let folder = plugins.directory.path(of: "cache/cleanse/outcomes-1")
    let entries = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!entries.isEmpty)
    for entry in entries {
      try plugins.directory.write("damage", to: "cache/cleanse/outcomes-1/\(entry)")
    }
    #expect(try plugins.run("--", "alone").output == "7\n")
    for option in ["--no-cache", "--rescan"] {
      #expect(try plugins.run(option, "--", "alone").output == "7\n")
    }
    #expect(try plugins.loaded(for: "--", "alone").plugins == ["alone"])
  }

  @Test("what is reported once is reported again, and strict runs have plans of their own")
  func reports() throws {
    let plugins = try Plugins()
    try plugins.write("alone")
    try plugins.write("user", requesting: "@key")
    for _ in 1...3 {
      let run = try plugins.run("--on-failure", "leave-out", "--", "alone")
      #expect(run.output == "7\n")
      #expect(run.errors.contains("[plugin/left-out]"))
      let strict = try plugins.run("--on-failure", "leave-out", "--strict", "--", "alone")
      #expect(strict.status == 1)
    }
  }
}
