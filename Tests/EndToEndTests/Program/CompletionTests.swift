import CleanseTestSupport
import Foundation
import Testing

@Suite("host completions", .blocking)
struct CompletionTests {
  private let directory: TemporaryDirectory
  private var caching: [String: String] { ["XDG_CACHE_HOME": directory.path] }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.link("samples", to: Build.plugins.path)
  }

  /// What can replace the last word of a line; words are separated by single spaces, and `␣` is a space in a word.
  private func complete(_ line: String) throws -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
      .map { String($0).replacing("␣", with: " ") }
    let run = try host(
      arguments: ["completions", "--complete", "--"] + words, in: directory, environment: caching)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.transcript)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// The words of the completions, without their meanings.
  private func words(_ line: String) throws -> [String] {
    try complete(line).map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(
    "complete what the declarations of commands and the notes of plugins know",
    arguments: [
      ("lis", ["list"]), ("--ver", ["--version"]), ("nothing ", []),
      ("list --form", ["--format"]), ("list --no-al", ["--no-allow-insecure"]),
      ("list --format ", ["text", "json", "cyclonedx"]), ("list --format=j", ["--format=json"]),
      ("graph --by=", ["--by=plugin", "--by=component", "--by=island"]),
      ("list ", [":directories"]), ("list -- ", [":directories"]), ("sign ", [":files"]),
      ("sign --key ", [":files"]), ("sign --key=", [":files"]), ("diff ", [":files"]),
      ("validate --graph ", [":files"]), ("cache ", ["info", "clear"]), ("key n", ["new"]),
      ("help ver", ["verify"]), ("completions ", ["bash", "zsh", "fish"]),
      (
        "validate --severity cleanse/unused-",
        [
          ":nospace", "cleanse/unused-binding=", "cleanse/unused-seed=",
          "cleanse/unused-suppression=",
        ]
      ),
      ("validate --severity=cleanse/unused-b", [":nospace", "--severity=cleanse/unused-binding="]),
      (
        "validate --severity cleanse/unused-binding=",
        [
          "cleanse/unused-binding=error", "cleanse/unused-binding=warning",
          "cleanse/unused-binding=note", "cleanse/unused-binding=ignore",
        ]
      ),
      ("validate --severity=cleanse/unused-binding=n", ["--severity=cleanse/unused-binding=note"]),
      (
        "show samples org.cleanse.samples.wr",
        [":directories", ":files", "org.cleanse.samples.wrap"]
      ),
      ("list samples --without org.cleanse.samples.wr", ["org.cleanse.samples.wrap"]),
      ("run samples -- filt", ["filter"]), ("run samples -- filter ", [":files"]),
      (
        "run samples --set org.cleanse.samples.statistics.l",
        [
          ":nospace", "org.cleanse.samples.statistics.listed=",
        ]
      ),
      ("validate --deadline ", []), ("show none org", [":directories", ":files"]),
    ] as [(String, [String])])
  func candidates(line: String, expected: [String]) throws {
    #expect(try Set(words(line)) == Set(expected))
  }

  @Test("show what a word means")
  func meanings() throws {
    #expect(
      try complete("doc") == ["doctor\tCheck this machine, the installation and the settings"])
    #expect(try complete("run samples -- stat").first?.hasPrefix("statistics\t") == true)
  }

  @Test("know the keys of the graph that was last made of the directories")
  func keys() throws {
    #expect(try words("why samples [any␣Te") == [":directories"])
    _ = try host("validate", "samples", in: directory, environment: caching)
    let full = "[any TextFilterAPI.TextFilter]"
    #expect(try words("why samples [any␣TextFilterAPI.T") == [":directories", full])
    #expect(try words("why samples [any␣TextFilter]") == [":directories", "[any TextFilter]"])
    #expect(try words("graph samples --focus [any␣TextFilterAPI") == [full])
  }

  @Test("load no plugin")
  func loadsNothing() throws {
    var plugin = CPlugin()
    plugin.declarations = CPlugin.marking(directory.path(of: "marker"))
    try plugin.build("plugins/c.so", in: directory)
    #expect(try words("show org.ex").contains("org.example.c"))
    for line in ["run -- ", "why plugins ", "run --set ", "list plugins --without "] {
      _ = try complete(line)
    }
    #expect(!directory.contains("marker"))
  }

  @Test(
    "are a mistake for an unknown shell, or none", arguments: ["", "fsh", "powershell", "bash zsh"])
  func shells(operands: String) throws {
    let run = try host(
      arguments: ["completions"] + operands.split(separator: " ").map(String.init), in: directory)
    #expect(run.status == 2)
    expectGolden(
      run, "completions-" + (operands.isEmpty ? "nothing" : operands.replacing(" ", with: "-")))
  }

  @Test("nothing follows a line that is not one of the tool")
  func strange() throws {
    #expect(try host("completions", "--complete", in: directory).output.isEmpty)
    #expect(try complete("list \u{1B}[2J") == [":directories"])
    #expect(try words(String(repeating: "x", count: 100_000)).isEmpty)
  }

  /// Runs a script in a shell that can start `host`.
  private func run(_ program: String, _ arguments: [String], _ script: String) throws -> [String] {
    let path = "\(Build.hostProducts.path):\(ChildProcess.searchPaths["PATH"] ?? "")"
    let outcome = try ChildProcess(
      program: program, arguments: arguments + [script],
      environment: [
        "PATH": path, "HOME": directory.path, "XDG_CACHE_HOME": directory.path,
        // Without a locale, fish finds no program in a directory whose name is not ASCII.
        "LC_ALL": "C.UTF-8",
      ],
      directory: directory.path
    ).run()
    #expect(
      outcome.status == 0 && outcome.errors.isEmpty,
      "\(String(decoding: outcome.errors, as: UTF8.self))")
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("work in bash, which splits words at = and :")
  func bash() throws {
    try directory.write("".utf8, to: "a file.key")
    for (words, expected) in [
      (["host", "lis"], ["list"]),
      (["host", "list", "--format", "=", "j"], ["json"]),
      (["host", "validate", "--severity", "=", "cleanse/unused-binding", "=", "no"], ["note"]),
      (["host", "validate", "--severity", "cleanse/unused-b"], ["cleanse/unused-binding="]),
      (["host", "list", "sam"], ["samples"]), (["host", "sign", "--key", "a\\ f"], ["a file.key"]),
      (
        ["host", "list", "samples", "--without", "org.cleanse.samples.wr"],
        ["org.cleanse.samples.wrap"]
      ),
    ] as [([String], [String])] {
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      let found = try run(
        "/bin/bash", ["--norc", "-c"],
        """
        source <(host completions bash)
        compopt() { :; }
        COMP_WORDS=(\(list)) COMP_CWORD=\(words.count - 1)
        _host host
        printf '%s\\n' "${COMPREPLY[@]}"
        """)
      #expect(found == expected, "\(words)")
    }
    // The keys have blanks and brackets, which bash inserts as they are.
    _ = try host("validate", "samples", in: directory, environment: caching)
    let quoted = try run(
      "/bin/bash", ["--norc", "-c"],
      """
      source <(host completions bash)
      compopt() { :; }
      COMP_WORDS=(host graph samples --focus '[any TextFilterAPI.T') COMP_CWORD=4
      _host host
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(quoted == [#"\[any\ TextFilterAPI.TextFilter\]"#])
  }

  private static let zsh = ["/bin/zsh", "/usr/bin/zsh"].first(
    where: FileManager.default.isExecutableFile)
  private static let fish = ["/usr/bin/fish"].first(where: FileManager.default.isExecutableFile)

  @Test("work in zsh", .enabled(if: zsh != nil, "zsh is not installed"))
  func inZsh() throws {
    let found = try run(
      try #require(Self.zsh), ["-f", "-c"],
      """
      compdef() { :; }
      source <(host completions zsh)
      compadd() { print -rl -- "add" "$@" "${values[@]}"; }
      _files() { print -r -- "files $*"; }
      for line in 'lis' 'list --format=j' 'list x' 'validate --severity cleanse/unused-b'; do
        words=(host ${(s: :)line}) CURRENT=${#words}
        _host
      done
      """)
    #expect(
      found == [
        "add", "-l", "-d", "displays", "-a", "values", "list",
        "add", "-l", "-d", "displays", "-a", "values", "--format=json",
        "files -/",
        "add", "-S", "-l", "-d", "displays", "-a", "values", "cleanse/unused-binding=",
      ])
  }

  @Test("work in fish", .enabled(if: fish != nil, "fish is not installed"))
  func inFish() throws {
    let found = try run(
      try #require(Self.fish), ["--no-config", "-c"],
      """
      host completions fish | source
      complete -C 'host lis'
      complete -C 'host list --format=j'
      complete -C 'host list sampl'
      """)
    #expect(
      found == ["list\tList plugins without running them", "--format=json", "samples/\tDirectory"])
  }
}
