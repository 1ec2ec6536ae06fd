import CleanseTestSupport
import Foundation
import Testing

/// Publishes contracts by tags of local repositories, and uses them with the installed framework.
@Suite("A published contract", .serialized, .blocking)
struct PublishedContractTests {
  private let workplace: TemporaryDirectory
  private let page: Readme

  init() throws {
    workplace = try TemporaryDirectory()
    page = try Readme("Documentation/Contracts.md")
  }

  @discardableResult
  private func run(_ script: String) throws -> String {
    try Shell.run(
      "umask 022\n" + script, in: workplace,
      environment: [
        "PATH": "\(Build.installation.path)/bin:\(ChildProcess.searchPaths["PATH"] ?? "")",
        "PKG_CONFIG_PATH": "\(Build.installation.path)/lib/pkgconfig",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
        "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
      ])
  }

  /// A text with the paths and the addresses of this test.
  private func here(_ text: String) -> String {
    text.replacing("/usr/local", with: Build.installation.path)
      .replacing("https://git.example.org", with: "file://\(workplace.path)/remote")
  }

  /// Starts a contract as the page does, in a repository with a remote one.
  private func start(_ name: String) throws {
    let script = try page.script("package").replacing("greeting", with: name)
    try run(
      """
      \(name == "greeting" ? script : script.replacing("swift test", with: ""))
      git init --quiet --bare ../remote/\(name)
      git remote add origin ../remote/\(name)
      """)
  }

  /// Releases a version of a contract as the page does.
  @discardableResult
  private func release(_ version: String, of name: String) throws -> String {
    let module = name.prefix(1).uppercased() + name.dropFirst()
    return try run(
      "cd \(name)\n"
        + page.script("release").replacing("1.0.0", with: version)
        .replacing("Greeting", with: module))
  }

  /// Writes a plugin that depends on contracts by their URLs.
  private func write(plugin: String, _ json: String, _ source: String, also name: String? = nil)
    throws
  {
    let module = plugin.prefix(1).uppercased() + plugin.dropFirst()
    var manifest = try #require(page.files.first { $0.path == "polite/Package.swift" }).contents
      .replacing("polite", with: plugin).replacing("Polite", with: module)
    if let name {
      manifest = adding(name, to: manifest)
    }
    try workplace.write(here(manifest), to: "\(plugin)/Package.swift")
    try workplace.write(json, to: "\(plugin)/Sources/\(module)/plugin.json")
    try workplace.write(source, to: "\(plugin)/Sources/\(module)/\(module).swift")
  }

  /// The manifest of a package that depends on the contract `greeting`, with another one, in the versions of new contracts.
  private func adding(_ name: String, to manifest: String) -> String {
    let module = name.prefix(1).uppercased() + name.dropFirst()
    let lines = manifest.replacing("from: \"1.0.0\"", with: "from: \"0.1.0\"")
      .components(separatedBy: "\n")
    return lines.flatMap { line in
      let added = line.replacing("greeting", with: name).replacing("Greeting", with: module)
      return line.contains("greeting\"") ? [line, added] : [line]
    }.joined(separator: "\n")
  }

  private func json(_ module: String) -> String {
    """
    {
      "identifier": "org.example.\(module.lowercased())", "version": "1.0.0", "summary": "Greets",
      "authors": ["Ann"], "module": "\(module)Module", "contributes": ["Greeter"]
    }
    """
  }

  // A contract depended on the path of the framework's package, so SwiftPM refused it by its URL: `depends on an
  // unstable-version package 'cleanse'`.
  @Test("is used by its URL and version as its page says, and grows without a rebuild of plugins")
  func versions() throws {
    try start("greeting")
    #expect(
      try release("1.0.0", of: "greeting").contains("Recorded org.example.greeting 1.0.0 in "))
    let tutorial = try Readme("Documentation/Tutorial.md").files
    func file(_ name: String) throws -> String {
      try #require(tutorial.first { $0.path == "Polite/Sources/Polite/\(name)" }).contents
    }
    try write(plugin: "polite", file("plugin.json"), file("Polite.swift"))
    let used = try run(page.script("use"))
    #expect(
      used.contains(/org\.example\.greeting +1\.0\.0 +1 plugin +\.\/plugins\/libGreeting\.so/),
      "\(used)")

    let check = try "cd greeting\n" + page.script("check")
    #expect(try run(check).contains("the same interface as 1.0.0"))
    try run(
      #"printf '\nextension Greeter {\n  public func wave() -> String { "o/" }\n}\n' >>greeting/Sources/Greeting/Greeter.swift"#
    )
    #expect(try run("(\(check)) || echo failed").hasSuffix("failed\n"))
    try release("1.1.0", of: "greeting")
    try write(
      plugin: "kind", json("Kind"),
      """
      import Cleanse
      import Greeting

      enum KindModule: Module {
        static func configure(binder: UnscopedBinder) {
          binder.bind((any Greeter).self).intoCollection().to(factory: KindGreeter.init)
        }
      }

      struct KindGreeter: Greeter {
        func greet(_ name: String) -> String { wave() + name }
      }
      """)
    let grown = try run("host build kind 2>&1 && host list")
    // Each package that uses the contract got a warning about its contract.json.
    #expect(!grown.contains("unhandled"), "\(grown)")
    #expect(grown.contains(/org\.example\.greeting +1\.1\.0 +2 plugins/), "\(grown)")
  }

  @Test("is used as files, in Swift and in C, without its sources")
  func files() throws {
    try run("host new contract greeting\n" + page.script("files"))
    try workplace.write(json("Courteous"), to: "courteous/plugin.json")
    try workplace.write(
      """
      import Cleanse
      import Greeting

      enum CourteousModule: Module {
        static func configure(binder: UnscopedBinder) {
          binder.bind((any Greeter).self).intoCollection().to(factory: CourteousGreeter.init)
        }
      }

      struct CourteousGreeter: Greeter {
        func greet(_ name: String) -> String { "Good day, \\(name)!" }
      }
      """, to: "courteous/Courteous.swift")
    try workplace.write(
      """
      #include <cleanse_plugin.h>
      CLEANSE_CONTRACT(greeting, "org.example.greeting", "0.1.0")

      """, to: "greeting-1.0.0/greeting.h")
    try workplace.write(
      """
      #include "greeting.h"
      CLEANSE_PLUGIN("org.example.terse", "1.0.0", "Binds a number", "Ada") {
        CLEANSE_VALUE("int @number", int, 1);
      }

      """, to: "terse/terse.c")
    let output = try run(
      """
      rm -r greeting
      \(page.script("use-files"))
      host build terse --contract greeting-1.0.0
      readelf --dynamic plugins/courteous.so | grep PATH
      mv greeting-1.0.0 away
      host list
      mkdir half
      cp plugins/libGreeting.so half
      { host build courteous --contract half --contract away 2>&1 || true; } | tail -n 2
      """)
    #expect(
      output.contains(/org\.example\.greeting +0\.1\.0 +2 plugins +\.\/plugins\/libGreeting\.so/),
      "\(output)")
    #expect(output.contains("runpath: [$ORIGIN]\n"), "\(output)")
    // The first one of a contract counts.
    #expect(
      output.contains("can't find the Swift module of the contract org.example.greeting\n"),
      "\(output)")
    #expect(
      output.contains("  copy Greeting.swiftinterface, which the build of the contract writes, to"))
  }

  @Test("is not used from a directory without one, nor without its module")
  func noFiles() throws {
    try workplace.write(json("Courteous"), to: "courteous/plugin.json")
    try workplace.write("import Cleanse\nimport Greeting\n", to: "courteous/Courteous.swift")
    try workplace.write("", to: "damaged/libGreeting.so")
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      CLEANSE_CONTRACT_LIBRARY(greeting, "org.example.greeting", "1.0.0")

      """, to: "bare/libGreeting.so", in: workplace)
    let output = try run(
      """
      mkdir empty
      touch file
      for directory in empty damaged file absent '' bare; do
        host build courteous --contract "$directory" 2>&1 | grep -v '^\\$ ' || true
      done
      test ! -e plugins
      """)
    expectGolden(output.replacing(workplace.path, with: "<directory>"), "contract-files")
  }

  @Test(
    "is one of two in an application and a plugin, with protocols of the same name",
    .enabled(if: Build.isThorough, "builds four packages; scripts/test --all has it"))
  func two() throws {
    for name in ["greeting", "farewell"] {
      try start(name)
      // The first version of a new contract has its note from the start.
      try run(
        """
        cd \(name)
        git add .
        git commit --quiet --message "Release 0.1.0"
        git tag 0.1.0
        git push --quiet origin HEAD 0.1.0
        """)
    }
    try write(
      plugin: "kind", json("Kind"),
      """
      import Cleanse
      import Farewell
      import Greeting

      enum KindModule: Module {
        static func configure(binder: UnscopedBinder) {
          binder.bind((any Greeting.Greeter).self).intoCollection().to(factory: Hello.init)
          binder.bind((any Farewell.Greeter).self).intoCollection().to(factory: Goodbye.init)
        }
      }

      struct Hello: Greeting.Greeter {
        func greet(_ name: String) -> String { "Hello, \\(name)!" }
      }

      struct Goodbye: Farewell.Greeter {
        func greet(_ name: String) -> String { "Goodbye, \\(name)!" }
      }
      """, also: "farewell")
    try workplace.write(
      here(
        adding(
          "farewell",
          to: """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
              name: "party",
              dependencies: [
                .package(path: "/usr/local/share/cleanse"),
                .package(url: "https://git.example.org/greeting", from: "1.0.0"),
              ],
              targets: [
                .executableTarget(
                  name: "Party",
                  dependencies: [
                    .product(name: "CleanseRuntime", package: "cleanse"),
                    .product(name: "Greeting", package: "greeting"),
                  ],
                  linkerSettings: [
                    .unsafeFlags(["-Xlinker", "-rpath=/usr/local/lib/cleanse/runtime"])
                  ])
              ],
              swiftLanguageModes: [.v6])

            """)), to: "party/Package.swift")
    try workplace.write(
      """
      import CleansePluginHost
      import Farewell
      import Greeting

      struct Party {
        let first: [any Greeting.Greeter]
        let last: [any Farewell.Greeter]
      }

      enum PartyComponent: RootComponent, ThrowingComponent {
        static func configure(binder: Binder<Singleton>) {
          binder.declareCollection(of: (any Greeting.Greeter).self)
          binder.declareCollection(of: (any Farewell.Greeter).self)
        }

        static func configureRoot(binder bind: ReceiptBinder<Party>) -> BindingReceipt<Party> {
          bind.to(factory: Party.init)
        }
      }

      let plugins = try PluginHost(directories: ["plugins"]).load(for: PartyComponent.self)
      let party = try PluginComposition(PartyComponent.self, plugins: plugins)
        .factory { print($0) }.build()
      print(party.first.map { $0.greet("Ann") } + party.last.map { $0.greet("Ann") })
      """, to: "party/Sources/Party/main.swift")
    let output = try run("host build kind && swift run --package-path party")
    #expect(output.hasSuffix(#"["Hello, Ann!", "Goodbye, Ann!"]"# + "\n"), "\(output)")
  }
}
