import CleanseTestSupport
import Foundation
import Testing

/// Starts projects with the installed program, and does with them what their READMEs say.
@Suite("A new project", .serialized, .blocking)
struct NewProjectTests {
  private let workplace: TemporaryDirectory
  private let environment: [String: String]

  init() throws {
    workplace = try TemporaryDirectory()
    let installation = try PlainInstallation.path
    environment = [
      // For contracts that name the framework to pkg-config.
      "PKG_CONFIG_PATH": "\(installation)/lib/pkgconfig",
      "PATH": "\(installation)/bin:\(ChildProcess.searchPaths["PATH"] ?? "")",
      "CARGO_NET_OFFLINE": "true",
      "SOURCES": Repository.root,
      "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
  }

  @discardableResult
  private func run(_ script: String) throws -> String {
    try Shell.run(script, in: workplace, environment: environment)
  }

  /// A language, and the compiler that it needs.
  static let languages = [("swift", "swift"), ("c", "cc"), ("c++", "c++"), ("rust", "cargo")]

  @Test("is a plugin that is built, tested and run", arguments: languages)
  func plugin(language: String, compiler: String) throws {
    guard PluginLanguageTests.has(compiler) else {
      try Test.cancel("there is no \(compiler)")
    }
    let tests = [
      "swift": "swift test 2>&1", "rust": "cargo test --offline 2>&1",
    ]
    // A name of one word, and for the languages that are compiled fast, other forms.
    for name in language == "swift" ? ["hello-world"] : ["hello", "a1-b", "command"] {
      // SwiftPM found the framework only with the variable.
      let output = try run(
        """
        unset PKG_CONFIG_PATH
        host new plugin \(name) --language \(language)
        host build \(name) --strict
        host run -- \(name) Ann
        cd \(name)
        host build --strict
        \(tests[language] ?? "tests/run")
        grep -q 'host run -- \(name) Ann' README.md
        """)
      #expect(output.contains("created \(name)/README.md\n"))
      #expect(output.contains(" 0 errors, 0 warnings\nHello, Ann!\n"), "\(output)")
    }
  }

  // A location was `lib.rs`, as Cargo compiles in the directory of the package.
  @Test(
    "in Rust has locations that lead to its sources", .enabled(if: PluginLanguageTests.has("cargo"))
  )
  func locations() throws {
    let output = try run(
      """
      umask 022
      mkdir tools
      (cd tools && host new plugin gong --language rust)
      sed -i 's/^    binder.bind().into/    binder.bind().named("unused").to_value(3);\\n&/' tools/gong/src/lib.rs
      host build tools/gong
      host validate --format github plugins
      host build "$PWD/tools/gong" --into absolute
      (cd tools && host validate --format github ../absolute)
      cd tools/gong
      host build --into here
      host validate --format github here
      if grep -aF "$PWD" here/*.so; then exit 1; fi
      """)
    let line = try #require(
      workplace.text(of: "tools/gong/src/lib.rs").components(separatedBy: "\n")
        .firstIndex { $0.contains("unused") })
    let files = output.matches(of: #/::warning file=(\S+),line=(\d+),/#)
      .map { "\($0.output.1):\($0.output.2)" }
    #expect(
      files
        == ["tools/gong/src/lib.rs", "gong/src/lib.rs", "src/lib.rs"].map { "\($0):\(line + 1)" },
      "\(output)")
  }

  @Test("has sources in the format of the compiler's formatter")
  func format() throws {
    try run(
      """
      host new plugin hello-world
      host new contract greeting
      host new app shell
      host new app shop --with-plugin
      find . -name '*.swift' -print0 | xargs -0 swift format lint --strict --parallel 2>&1
      """)
  }

  @Test("is a contract with its test, that a plugin is built against and is staged with")
  func contract() throws {
    let output = try run(
      """
      host new contract greeting
      printf 'import Cleanse\\n\\npublic enum Visit: Scope {}\\n' >greeting/Sources/Greeting/Visit.swift
      (cd greeting && swift test 2>&1)
      host new plugin polite
      cd polite
      sed -i 's|dependencies: \\[.package(name: "cleanse"|dependencies: [.package(path: "../greeting"), .package(name: "cleanse"|' Package.swift
      sed -i 's|name: "Polite", dependencies: \\[runtime\\]|name: "Polite", dependencies: [runtime, .product(name: "Greeting", package: "greeting")]|' Package.swift
      sed -i '1i import Greeting' Sources/Polite/PoliteCommand.swift
      sed -i 's|"\\\\(greeting.word), |"\\\\(TestGreeter().greet("Ben")) |' Sources/Polite/PoliteCommand.swift
      printf '\nstruct TestGreeter: Greeter { func greet(_ name: String) -> String { name } }\n' >>Sources/Polite/PoliteCommand.swift
      sed -i 's|"contributes": {|&"Greeter": [], |' Sources/Polite/plugin.json
      sed -i '1i import Greeting' Sources/Polite/PoliteModule.swift
      sed -i '/intoCollection/a binder.bind((any Greeter).self).intoCollection().to(factory: TestGreeter.init)' Sources/Polite/PoliteModule.swift
      cd ..
      host build polite --strict
      ls plugins
      host run -- polite Ann
      """)
    #expect(output.contains("\nlibGreeting.so\nlibPolite.so\nBen Ann!\n"), "\(output)")
  }

  // An application needed a clone, and the framework was built with it.
  @Test("is an application that is built, tested and run without a clone")
  func application() throws {
    let created = try run("host new app shop")
    #expect(created.contains("created shop/Sources/Shop/Main.swift\n"))
    let output = try run(
      """
      umask 022
      host new plugin hello --language c
      host build hello
      swift test --package-path shop 2>&1
      swift run --package-path shop
      mkdir -m 755 shop/plugins
      touch shop/plugins/empty.so
      (cd shop && .build/debug/Shop 2>errors || echo "$?, $(grep -c plugin/empty-file errors) on standard error")
      cd shop && .build/debug/Shop plugins validate ../plugins
      """)
    // Errors were written to standard output.
    #expect(output.contains("\n1, 1 on standard error\n"), "\(output)")
    #expect(output.contains("\nhello: Prints a greeting\n"), "\(output)")
    #expect(output.hasSuffix(" 0 errors, 0 warnings\n"), "\(output)")
  }

  @Test("is not needed: the compiler alone builds the README's application, as the guide shows")
  func compiledApplication() throws {
    guard PluginLanguageTests.has("pkg-config") else { try Test.cancel("there is no pkg-config") }
    let source = try #require(try Readme().files.first { $0.path.hasSuffix("main.swift") })
    try workplace.write(source.contents, to: "main.swift")
    let compile = try Readme("Documentation/Installing.md").script("application")
    let output = try run(
      """
      umask 022
      host new plugin hello --language c
      host build hello
      \(compile)
      ./app
      """)
    #expect(output.hasSuffix("\nhello: Prints a greeting\n"), "\(output)")
  }

  @Test("is an application with a contract and a plugin, which has an option")
  func applicationWithPlugin() throws {
    let created = try run("host new app shop --with-contract --with-plugin")
    #expect(created.contains("created shop/Sources/ShopHello/plugin.json\n"))
    #expect(created.contains("created shop/shop-api/Sources/ShopApi/contract.json\n"))
    let next = try #require(created.split(separator: "\n").last).replacing("next: ", with: "")
    let job = try Readme("Documentation/CI.md").script("application")
    let output = try run(
      """
      umask 022
      \(next)
      \(job)
      ls junit.xml
      .build/debug/Shop plugins validate --strict
      .build/debug/Shop plugins list
      swift package cleansec 2>&1
      .build/debug/Shop plugins sdk --cflags
      swift test 2>&1
      """)
    #expect(output.contains("\nGood day, world!\n"), "\(output)")
    #expect(
      output.contains(#/\n1 plugin, .* 0 errors, 0 warnings\njunit\.xml\n1 plugin, /#), "\(output)")
    #expect(output.contains(/org\.example\.shop-api +0\.1\.0 +1 plugin/), "\(output)")
    #expect(output.contains("\n2 targets, 1 component, 2 bindings: 0 errors"), "\(output)")
    // An application did not find what plugins are built with.
    #expect(output.contains(#/\n-I\S+/include/cleanse /#), "\(output)")
    #expect(output.contains("Test run with 4 tests in 2 suites passed"), "\(output)")
  }

  // An application had no command `new`, and compiled no plugin for its contracts.
  @Test("is a plugin for the contract of an application, which builds and validates it")
  func applicationPlugin() throws {
    let output = try run(
      """
      umask 022
      host new app shop --with-contract
      cd shop
      cat >shop-api/Sources/ShopApi/Greeter.swift <<'END'
      import Cleanse

      public enum Visit: Scope {}

      public protocol Greeter: Sendable {
        var isPolite: Bool { get }
        func greet(_ name: String) -> String
        func words(of names: [String]) throws -> [String: [String]]
        func count(_ name: String) async -> Int?
      }

      extension Greeter {
        public var isPolite: Bool { true }
      }
      END
      sed -i 's/^struct TestGreeter.*/&\\n  func words(of names: [String]) -> [String: [String]] { [:] }\\n  func count(_ name: String) async -> Int? { nil }/' \
        Tests/ShopTests/ShopTests.swift
      swift build 2>&1
      .build/debug/Shop plugins new plugin hello-world
      $(.build/debug/Shop plugins new plugin other --in elsewhere | sed -n 's/^next: //p') --into plugins 2>&1
      .build/debug/Shop plugins build hello-world --strict 2>&1
      # The test ended with the message of the shell alone where the application is not on the PATH.
      hello-world/tests/run 2>&1 || echo "status $?"
      HOST="$PWD/.build/debug/Shop plugins" hello-world/tests/run 2>&1
      host build hello-world --into plugins 2>&1 || echo $?
      .build/debug/Shop plugins list
      # The library of the application itself took the place of that of the other one, and provided nothing.
      mkdir -m 755 other-shop
      cp .build/debug/libShopApi.so other-shop
      .build/debug/Shop plugins list --against other-shop plugins 2>&1
      .build/debug/Shop plugins sdk
      .build/debug/Shop
      swift format lint --strict hello-world/*.swift 2>&1
      """)
    #expect(output.contains("created hello-world/HelloWorldGreeter.swift\n"), "\(output)")
    #expect(output.contains("copied plugins/hello-world.so\n2 plugins, "), "\(output)")
    #expect(
      output.contains(
        """
        tests/run: Shop was not found: set HOST="/path/to/Shop plugins"
        status 127

        """), "\(output)")
    #expect(output.contains(/org\.example\.shop-api +0\.1\.0 +2 plugins/), "\(output)")
    #expect(
      output.contains(
        /org\.example\.shop-api +0\.1\.0 +2 plugins +\S+\/other-shop\/libShopApi\.so/),
      "\(output)")
    #expect(
      output.contains(#/\ncontracts +org\.example\.shop-api 0\.1\.0: \S+/debug/Modules\n/#),
      "\(output)")
    #expect(output.hasSuffix("\nhello-world\nother\n"), "\(output)")
    #expect(
      output.contains(
        """
        host: the build failed: status 1
          if ShopApi is a contract of an application, its command builds the plugin: APP plugins build

        """), "\(output)")
    let source = try workplace.text(of: "shop/hello-world/HelloWorldGreeter.swift")
    #expect(!source.contains("isPolite") && !source.contains("Swift."), "\(source)")
  }

  // The copy of the contract that was built with the plugin was one too many.
  @Test("is a package of a plugin for an application, whose contract is not copied")
  func packageForApplication() throws {
    let output = try run(
      """
      umask 022
      host new app shop --with-contract
      cd shop
      swift build 2>&1
      host new plugin polite
      cd polite
      sed -i 's|dependencies: \\[.package(name: "cleanse"|dependencies: [.package(path: "../shop-api"), .package(name: "cleanse"|' Package.swift
      sed -i 's|name: "Polite", dependencies: \\[runtime\\]|name: "Polite", dependencies: [runtime, .product(name: "ShopApi", package: "shop-api")]|' Package.swift
      sed -i 's|"contributes": .*|"contributes": ["Greeter"]|' Sources/Polite/plugin.json
      rm Sources/Polite/PoliteCommand.swift
      sed -i '1i import ShopApi' Sources/Polite/PoliteModule.swift
      sed -i 's/any Command/any Greeter/; s/PoliteCommand/PoliteGreeter/' Sources/Polite/PoliteModule.swift
      printf 'struct Greeting { let word: String }\\nstruct PoliteGreeter: Greeter {
        let greeting: Greeting
        func greet(_ name: String) -> String { greeting.word }
      }\\n' >>Sources/Polite/PoliteModule.swift
      cd ..
      .build/debug/Shop plugins build polite 2>&1
      ls plugins
      .build/debug/Shop
      """)
    #expect(output.hasSuffix(" 0 errors, 0 warnings\nlibPolite.so\nHello\n"), "\(output)")
  }

  @Test("is a plugin for the extension point that an application without a contract has")
  func applicationOfCommands() throws {
    let output = try run(
      """
      umask 022
      # The package of the installation finds the framework without it.
      unset PKG_CONFIG_PATH
      host new app shell
      cd shell
      swift build 2>&1
      .build/debug/Shell plugins new plugin hello --contributes Command
      .build/debug/Shell plugins build hello --strict 2>&1
      .build/debug/Shell
      .build/debug/Shell plugins new plugin bye --contributes Greeter 2>&1 || echo $?
      .build/debug/Shell plugins new plugin bye --language c 2>&1 || echo $?
      .build/debug/Shell plugins new app bye 2>&1 || echo $?
      ls
      """)
    #expect(output.contains(" 0 errors, 0 warnings\nhello: hello\n"), "\(output)")
    let name = "Shell plugins: "
    #expect(
      output.contains(
        "\(name)the application has no extension point `Greeter`\n  expected one of: Command\n"),
      "\(output)")
    #expect(output.contains("\(name)only a plugin in Swift can be written "), "\(output)")
    #expect(output.contains("\(name)`Shell plugins new` writes only plugins"), "\(output)")
    #expect(output.hasSuffix("\n2\nPackage.swift\nREADME.md\nSources\nTests\nhello\nplugins\n"))
  }

  // There was an error for each thing that the plugin needs of its application, also if only the header of the contract was in
  // use.
  @Test("for another application is reported once, with the command that validates it")
  func foreignPlugin() throws {
    let output = try run(
      """
      host new contract greeting
      host new plugin polite
      cd polite
      sed -i 's|dependencies: \\[.package(name: "cleanse"|dependencies: [.package(path: "../greeting"), .package(name: "cleanse"|' Package.swift
      sed -i 's|name: "Polite", dependencies: \\[runtime\\]|name: "Polite", dependencies: [runtime, .product(name: "Greeting", package: "greeting")]|' Package.swift
      sed -i 's|"contributes": .*|"contributes": ["Greeter"]|' Sources/Polite/plugin.json
      rm Sources/Polite/PoliteCommand.swift
      cat >Sources/Polite/PoliteModule.swift <<'END'
      import CleansePlugin
      import Greeting

      enum PoliteModule: Module {
        static func configure(binder: UnscopedBinder) {
          binder.bind((any Greeter).self).intoCollection().to(factory: PoliteGreeter.init)
        }
      }

      struct PoliteGreeter: Greeter {
        let word: String
        let number: Double
        let isPolite: Bool

        func greet(_ name: String) -> String { word }
      }
      END
      cd ..
      host build polite 2>&1 || echo $?
      ls
      mkdir -m 755 copied
      cp polite/.build/release/lib{Polite,Greeting}.so copied
      chmod go-w copied/*
      host validate copied 2>&1 || echo $?
      # A plugin that uses the contract by its header says nothing of the application.
      mkdir terse
      cat >terse/terse.c <<'END'
      #include <cleanse_plugin.h>
      CLEANSE_CONTRACT(greeting, "org.example.greeting", "0.1.0")
      CLEANSE_PLUGIN("org.example.terse", "1.0.0", "Binds a number", "Ada") {
        CLEANSE_VALUE("int @number", int, 1);
      }
      END
      host build terse 2>&1
      host build polite 2>&1 || echo $?
      """)
    let isForeign =
      "libPolite.so is for an application with the contract org.example.greeting 0.1.0"
    #expect(output.components(separatedBy: isForeign).count == 3, "\(output)")
    #expect(
      output.contains(
        """
        host: libPolite.so is for an application with the contract org.example.greeting 0.1.0, which `host` is not
          the command of that application builds and validates it: APP plugins build polite
          `APP plugins list` shows the contracts of an application
        host: the plugin can't be used, so nothing was copied to ./plugins
          what was built: polite/.build/release/libGreeting.so, polite/.build/release/libPolite.so
        1
        greeting
        polite

        """), "\(output)")
    #expect(output.contains(" 3 errors, "), "\(output)")
  }

  // The build of a plugin without a dynamic product ended with status 0 if it had made a contract.
  @Test("whose product is not dynamic is an error, also if a contract was built")
  func staticProduct() throws {
    let output = try run(
      """
      host new contract greeting
      host new plugin polite
      cd polite
      sed -i 's|dependencies: \\[.package(name: "cleanse"|dependencies: [.package(path: "../greeting"), .package(name: "cleanse"|' Package.swift
      sed -i 's|name: "Polite", dependencies: \\[runtime\\]|name: "Polite", dependencies: [runtime, .product(name: "Greeting", package: "greeting")]|' Package.swift
      sed -i 's/type: .dynamic, //' Package.swift
      host build --into plugins 2>&1 || echo $?
      test ! -e plugins
      """)
    #expect(
      output.hasSuffix(
        """
        host: the product Polite contains a plugin, but is not a dynamic library
          write `.library(name: "Polite", type: .dynamic, targets: …)` in Package.swift
        1

        """), "\(output)")
  }

  @Test("never changes what exists, and names what is wrong")
  func refusals() throws {
    try workplace.write("old", to: "hello/README.md")
    let existing = try run("host new plugin hello --dry-run 2>&1 || echo $?")
    #expect(existing.hasPrefix("host: hello exists already, and is not overwritten\n"))
    // The status was 3, as of a failure of the program.
    #expect(existing.hasSuffix("\n2\n"))
    #expect(try run("host new plugin hello 2>&1 || echo $?") == existing)
    #expect(try workplace.text(of: "hello/README.md") == "old")
    let keyword = try run("host new plugin class 2>&1 || echo $?")
    #expect(keyword.contains("`class` can't be the name of a project: it is a keyword of C or C++"))
    #expect(keyword.contains("did you mean `class-plugin`?"))
    let blanks = try run("host new plugin 'My Plugin' 2>&1 || echo $?")
    #expect(blanks.contains("did you mean `my-plugin`?") && blanks.hasSuffix("2\n"))
    let file = "host new plugin hello2 --in hello/README.md/more"
    for command in ["\(file) 2>&1 || echo $?", "\(file) --dry-run 2>&1 || echo $?"] {
      #expect(
        try run(command).hasPrefix(
          "host: can't create hello/README.md/more/hello2: hello/README.md is not a directory\n"))
    }
    let options = try run("host new app a --language c 2>&1 || echo $?")
    #expect(options.contains("`host new app` has no option --language"))
    // A directory that only the system may write to, also for root.
    let system = try run("host new plugin hello --in /proc/some/where 2>&1 || echo $?")
    #expect(system.contains("can't create /proc/some: "))
    #expect(try run("ls") == "hello\n")
  }

  // `--in` failed for a directory that did not exist, and a repository above it was not found.
  @Test("creates the directory that it is to be in, and leaves none if it fails")
  func missingDirectories() throws {
    try run("mkdir .git; host new plugin hello --language c --in some/where/")
    #expect(try run("ls -A some some/where/hello").contains("\nhello.c\n"))
    #expect(try run("ls -A some/where/hello").contains(".github") == false)
    // A name that no file system takes, after directories that it does.
    let long = String(repeating: "n", count: 300)
    let failed = try run("host new plugin hello --in other/\(long) 2>&1 || echo $?")
    #expect(failed.contains("can't create other/\(long): File name too long"))
    #expect(try run("ls") == "some\n")
  }

  @Test("is built and run with a group that may write, and leaves no plugin of an earlier build")
  func permissions() throws {
    guard PluginLanguageTests.has("cc") else { try Test.cancel("there is no cc") }
    let output = try run(
      """
      umask 002
      chmod 755 .
      host new plugin hello --language c
      host build hello --into some/plugins 2>&1
      hello/tests/run 2>&1
      host build hello --into some/plugins 2>&1
      echo 'int main(void) { return 0; }' >hello/hello.c
      host build hello --into some/plugins 2>&1 || echo $?
      """)
    #expect(output.contains("copied some/plugins/hello.so\n1 plugin, "))
    #expect(output.contains("\nsome/plugins/hello.so is up to date\n"))
    #expect(
      output.hasSuffix(
        "host: the build has made no plugin in hello/.build\n  a source has to use the macro CLEANSE_PLUGIN\n1\n"
      ),
      "\(output)")
  }

  @Test("in a repository has no workflow, and CI jobs are for its root")
  func repositories() throws {
    let output = try run(
      """
      mkdir -p .git part
      host new plugin hello --language c
      cd part
      host new ci 2>&1 || echo $?
      """)
    #expect(!output.contains(".github"))
    #expect(output.contains("host: this directory is a part of the repository \(workplace.path), "))
    #expect(output.hasSuffix("2\n"))
  }

  // A file above the repository was taken for that of the repository, which CI does not have.
  @Test("is a CI job with settings of its own, whatever is above the repository")
  func settingsAbove() throws {
    try workplace.write("{\"strict\": true}", to: "host.json")
    for repository in ["mkdir part/.git", "true"] {
      let output = try run("rm -rf part; mkdir part; \(repository); cd part; host new ci")
      #expect(output.contains("created host.json\n"), "\(output)")
    }
  }

  // The variables did not reach the compiler, so this example could only be built by hand.
  @Test("that needs headers and a library is built with the options of the environment")
  func options() throws {
    guard PluginLanguageTests.has("cc") else { try Test.cancel("there is no cc") }
    let output = try run(
      """
      cp -R "$SOURCES/Examples/Visits/"{CVisits,Counter,Web} .
      export CPPFLAGS=-ICVisits
      host build Counter 2>&1
      CFLAGS='-O1 -g "-DTITLE=a b"' LDLIBS=-lmicrohttpd host build Web --strict 2>&1
      """)
    let flags =
      #" -O1 -g -DTITLE=a\ b -ICVisits Web/web.c -lmicrohttpd -o Web/.build/Web.so"# + "\n"
    #expect(output.contains(flags), "\(output)")
    #expect(output.hasSuffix(" 0 errors, 0 warnings\n"), "\(output)")
  }

  // Nothing that the documentation shows compiled with debug information, so a wrong signature was never found.
  @Test(
    "is built with debug information that has no path of this machine", arguments: CCompiler.all)
  func debugInformation(compiler: CCompiler) throws {
    let language = compiler.isCPlusPlus ? "c++" : "c"
    let output = try run(
      """
      umask 022
      export CC='\(compiler.path)' CXX='\(compiler.path)'
      # The paths could not be found in compressed sections.
      export CFLAGS=-gz=none CXXFLAGS=-gz=none
      mkdir -p one further/two
      ln -s further link
      host new plugin hello --language \(language)
      for directory in one link/two; do
        cp -R hello $directory
        (cd $directory && host build hello 2>&1)
      done
      host build "$PWD/hello" --into absolute 2>&1
      cmp one/plugins/hello.so further/two/plugins/hello.so
      if grep -aF "$PWD" one/plugins/hello.so; then exit 1; fi
      # A linker may write the name of its output, whatever the compiler is passed.
      if grep -aoE "$PWD[[:print:]]*" absolute/hello.so | grep -v '/.build/hello.so$'; then exit 1; fi
      case $CC in
        /usr/bin/*) ;;
        *) if grep -aF "${CC%/bin/*}/lib" one/plugins/hello.so; then exit 1; fi ;;
      esac
      """)
    #expect(!output.contains("signature-mismatch"), "\(output)")
    guard !compiler.isCPlusPlus else { return }
    let wrong = try run(
      """
      echo 'double half(float width) { return width / 2; }' >hello/half.h
      sed -i '/BIND/i CLEANSE_BIND("double half(double width @width) @half", half, 0);' hello/hello.c
      sed -i 's/^#include <cleanse_plugin.h>/&\\n#include "half.h"/' hello/hello.c
      CC='\(compiler.path)' host build hello 2>&1 || true
      """)
    #expect(wrong.contains("[plugin/signature-mismatch]\n  at hello.c:"), "\(wrong)")
  }

  @Test("an absent compiler and a failing one are reported, and leave the old plugin")
  func compilers() throws {
    guard PluginLanguageTests.has("cc") else { try Test.cancel("there is no cc") }
    try run("host new plugin hello --language c; host build hello")
    let absent = try run("h=$(command -v host); PATH=/nowhere \"$h\" build hello 2>&1 || echo $?")
    #expect(absent.hasPrefix("host: can't find the program cc, which compiles the plugin\n"))
    #expect(absent.hasSuffix("3\n"))
    let before = try workplace.bytes(of: "plugins/hello.so")
    let failing = try run("echo 'int x = ;' >>hello/hello.c; host build hello 2>&1 || echo $?")
    #expect(failing.hasPrefix("$ mkdir -p -m 755 hello/.build\n$ cc -shared -fPIC "))
    #expect(failing.contains("hello/hello.c:"))
    #expect(failing.hasSuffix("host: the build failed: status 1\n1\n"), "\(failing)")
    #expect(try workplace.bytes(of: "plugins/hello.so") == before)
  }

  // A plugin that could not be loaded replaced one that could.
  @Test("that can't be loaded is not copied, so the older one stays in use")
  func unusableBuild() throws {
    guard PluginLanguageTests.has("cc") else { try Test.cancel("there is no cc") }
    let output = try run(
      """
      host new plugin hello --language c
      cp hello/hello.c .
      echo '__attribute__((constructor)) static void fail(void) { __builtin_trap(); }' >>hello/hello.c
      host build hello --into new/plugins 2>&1 || echo $?
      test ! -e new
      cp hello.c hello/hello.c
      host build hello
      cp plugins/hello.so .
      echo '__attribute__((constructor)) static void fail(void) { __builtin_trap(); }' >>hello/hello.c
      host build hello 2>&1 || echo $?
      cmp hello.so plugins/hello.so
      ls -A . plugins
      host run -- hello Ann
      """)
    for target in ["new/plugins", "./plugins"] {
      #expect(
        output.contains(
          """
          host: the plugin can't be used, so nothing was copied to \(target)
            what was built: hello/.build/hello.so
          1

          """), "\(output)")
    }
    #expect(output.contains("error: hello/.build/hello.so "), "\(output)")
    #expect(!output.contains(".cleanse-"), "\(output)")
    #expect(output.hasSuffix("\nHello, Ann!\n"), "\(output)")
  }

  @Test("is loaded with the libraries of the plugin directory before it is copied")
  func libraries() throws {
    guard PluginLanguageTests.has("cc") else { try Test.cancel("there is no cc") }
    let output = try run(
      #"""
      umask 022
      host new plugin hello --language c
      mkdir plugins lib
      for directory in plugins lib; do
        echo "int in_$directory(void) { return 1; }" >$directory/$directory.c
        cc -shared -fPIC -o $directory/libin$directory.so $directory/$directory.c
      done
      cat >>hello/hello.c <<'END'
      int in_plugins(void);
      int in_lib(void);
      __attribute__((constructor)) static void use(void) {
        if (in_plugins() + in_lib() != 2) __builtin_trap();
      }
      END
      export LDFLAGS="'-Wl,-rpath,\$ORIGIN:\$ORIGIN/../lib' -Lplugins -Llib"
      LDLIBS='-linplugins -linlib' host build hello 2>&1
      """#)
    #expect(output.contains("copied ./plugins/hello.so\n1 plugin, "), "\(output)")
  }

  @Test("whose compiler crashes is reported with the source, and where the compiler's log is")
  func crash() throws {
    let output = try run(
      """
      host new plugin hello
      mkdir stub
      cat >stub/swift <<'END'
      #!/bin/sh
      mkdir -p hello/.build
      echo '[1/2] Compiling hello'
      echo 'Please submit a bug report, with:'
      echo " for 'configure(binder:)' (at Sources/Hello.swift:9:3)"
      exit 1
      END
      chmod 755 stub/swift
      PATH="$PWD/stub:$PATH" host build hello 2>&1 || echo $?
      cat hello/.build/compiler-crash.txt
      """)
    #expect(
      output.contains(
        """
        [1/2] Compiling hello
        host: the Swift compiler crashed at Sources/Hello.swift:9:3, in configure(binder:)
        """), "\(output)")
    let log = "hello/.build/compiler-crash.txt"
    #expect(
      output.contains("Pitfalls.md\n  the output of the compiler is in \(log)\n1\n"), "\(output)")
    #expect(output.hasSuffix("(at Sources/Hello.swift:9:3)\n"), "\(output)")
  }

  @Test(
    "is a CI job with settings, their schema, and a baseline of what is found",
    arguments: ["github", "gitlab", "make"])
  func integration(kind: String) throws {
    guard PluginLanguageTests.has("cc") else { try Test.cancel("there is no cc") }
    try run(
      """
      host new plugin hello --language c
      sed -i 's/^CLEANSE_PLUGIN_WITH(.*/&/; /BIND/i CLEANSE_VALUE("int @unused", int, 1);' hello/hello.c
      host build hello
      """)
    let planned = try run("host new ci --for \(kind) --dry-run 2>/dev/null")
    let created = try run("host new ci --for \(kind) 2>/dev/null")
    #expect(created.hasPrefix(planned.replacing("would create", with: "created")))
    #expect(created.contains("created host.json\ncreated host.schema.json\ncreated known.json\n"))
    // The makefile was written without a word of what to do with it.
    #expect(created.contains(kind == "make" ? "\nnext: make validate\n" : "\nnext: set CLEANSE_"))
    // The findings of today were put into the baseline without a word about it.
    #expect(
      created.hasSuffix(
        "known.json accepts 1 warning, so the job does not fail for them: review it\n"),
      "\(created)")
    // The findings of today pass, and new ones fail.
    #expect(try run("host validate 2>&1").contains("1 unchanged"))
    let again = try run("host new ci --for \(kind) 2>&1 || echo $?")
    #expect(!again.contains("created") && again.contains(" contains the job already\nnext: "))
    guard kind == "make" else { return }
    // `make validate` accepted what `host validate` did not.
    try run(
      """
      make validate
      sed -i '/BIND/i CLEANSE_VALUE("int @other", int, 1);' hello/hello.c
      host build hello >/dev/null 2>&1 && exit 1
      make known schema
      make validate
      host validate
      rm plugins/hello.so
      if make validate; then exit 1; fi
      """)
  }

  // The job validated the plugins of an application for the component of `host`, and its baseline accepted what followed from that.
  @Test("is no CI job for `host` in the repository of an application with plugins")
  func applicationIntegration() throws {
    let output = try run(
      "host new app shop --with-plugin; cd shop; host new ci 2>&1 || echo $?; ls")
    #expect(
      output.contains(
        """
        host: the plugins here are for the application of Sources/Shop/Main.swift, which `host` is not
          a job builds the application, and runs its command: APP plugins validate --strict
          see `host help new`
        2

        """), "\(output)")
    #expect(!output.contains("known.json") && !output.contains("Makefile"), "\(output)")
  }

  // Each build of a plugin that is locked ended with an error, and there was no option to leave out the lock.
  @Test("whose plugins are locked builds them with --no-locked, and locks them again")
  func lockedBuild() throws {
    guard PluginLanguageTests.has("cc") else { try Test.cancel("there is no cc") }
    let output = try run(
      """
      host new plugin hello --language c
      echo '{"directories": ["plugins"], "lock": {"locked": true}}' >host.json
      host build hello --no-locked 2>&1
      host lock
      sed -i 's/Prints a greeting/Prints another greeting/' hello/hello.c
      host build hello --no-locked 2>&1
      host validate 2>&1 || echo $?
      host lock
      host validate
      """)
    #expect(output.contains("[plugin/lock-mismatch]"), "\(output)")
    #expect(output.contains("\n1\nlocked 1 plugin in plugins.lock\n"), "\(output)")
    #expect(output.hasSuffix(" 0 errors, 0 warnings\n"), "\(output)")
  }

  // The next step that was printed failed without a word of the plugins that it needs.
  @Test("is a makefile in a repository without plugins, which validates them once they are built")
  func firstPlugins() throws {
    guard PluginLanguageTests.has("cc") else { try Test.cancel("there is no cc") }
    let created = try run("host new ci --for make")
    #expect(
      created.hasSuffix(
        "created known.json\nnext: host build DIR for the directory of each plugin, then make validate\n"
      ), "\(created)")
    try run(
      """
      umask 022
      host new plugin hello --language c
      host build hello
      make validate
      host validate
      """)
  }

  // The command refused to write anything if there was a makefile.
  @Test("is printed for a makefile that exists", arguments: ["Makefile", "GNUmakefile"])
  func makefile(name: String) throws {
    try workplace.write("all:\n", to: name)
    let planned = try run("host new ci --for make --dry-run")
    let created = try run("host new ci --for make")
    let addition = "\(name) exists already, and is not changed; add these lines to it:\n\n"
    for output in [planned, created] {
      let lines = try #require(output.firstRange(of: addition))
      #expect(!output[..<lines.lowerBound].contains("akefile"), "\(output)")
      #expect(
        output[lines.upperBound...].contains("\nvalidate:\n\t$(HOST) validate\n"), "\(output)")
    }
    #expect(created.hasPrefix("created host.json\n"), "\(created)")
    #expect(try workplace.text(of: name) == "all:\n")
  }
}
