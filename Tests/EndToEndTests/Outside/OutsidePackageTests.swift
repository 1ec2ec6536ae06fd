import CleanseTestSupport
import Foundation
import Testing

extension OutsideTests {
  /// Follows the documents as a user with nothing but the repository does.
  @Suite("An outside package")
  struct OutsidePackageTests {
    private let workplace: Workplace
    private let directory: TemporaryDirectory
    private let readme: Readme

    init() throws {
      workplace = try Workplace.cleared()
      directory = workplace.directory
      readme = try Readme()
    }

    /// The variables with which the installed program is found.
    private let installed = [
      "PATH": "\(Build.installation.path)/bin:\(ChildProcess.searchPaths["PATH"] ?? "")",
      "PKG_CONFIG_PATH": "\(Build.installation.path)/lib/pkgconfig",
    ]

    /// A text with the prefix of the installation in place of the usual one.
    private func installedHere(_ text: String) -> String {
      text.replacing("/usr/local", with: Build.installation.path)
    }

    /// A text with a dependency on a tag of the repository in place of one on a copy that lies next to the package.
    private func ofTag(_ text: String) -> String {
      text.replacing(#".package(path: "../cleanse")"#, with: workplace.dependency)
    }

    @Test("the README's plugin and application work as printed")
    func readmeExamples() throws {
      for file in readme.files {
        try directory.write(installedHere(file.contents).utf8, to: file.path)
      }
      let hello = try workplace.run(readme.script("hello"), environment: installed)
      #expect(hello.hasSuffix("\n1 plugin, 2 bindings: 0 errors, 0 warnings\nHello, Ann!\n"))
      #expect(readme.generatedFiles.count == 2)
      for file in readme.generatedFiles {
        #expect(try directory.text(of: file.path) == file.contents)
      }
      let app = try workplace.run(readme.script("App"), environment: installed)
      #expect(app.hasSuffix("hello: Prints a greeting\n"))

      // The directory that the guide copies to another machine.
      let deploy = try Readme("Documentation/Deploying.md").script("application")
      try workplace.run(installedHere(deploy), environment: installed)
      let deployed = try workplace.run(
        #"""
        rm -rf App
        toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
        run='cd "$2" && exec env -i app/App'
        if unshare -m true 2>/dev/null; then run="mount -t tmpfs none \"\$1\" && $run"; set -- unshare -m; fi
        "$@" sh -c "$run" - "$toolchain" "$PWD"
        """#)
      #expect(deployed == "hello: Prints a greeting\n")
    }

    @Test("the first program works as printed, and reports what is missing")
    func firstProgram() throws {
      let page = try Readme("Sources/Cleanse/Cleanse.docc/GettingStarted.md")
      for file in page.files {
        try directory.write(ofTag(file.contents).utf8, to: file.path)
      }
      let bakery = try workplace.run(page.script("Bakery"), building: ["Bakery"])
      #expect(bakery.hasSuffix("Loaf 1, of rye\nLoaf 2, of rye\n"))
      for file in page.files {
        let contents = file.contents.replacing(
          "    binder.include(module: PantryModule.self)\n", with: "")
        try directory.write(ofTag(contents).utf8, to: file.path)
      }
      let missing = try workplace.run(page.script("Bakery"), building: ["Bakery"])
      #expect(missing.hasSuffix(try page.output("Bakery")))
    }

    @Test("cleansec finds a defect of a package that depends on the repository by URL")
    func cleansec() throws {
      let page = try Readme("Sources/Cleanse/Cleanse.docc/GettingStarted.md")
      let include = "    binder.include(module: PantryModule.self)\n"
      for file in page.files {
        let contents = file.contents.replacing(include, with: "")
        try directory.write(ofTag(contents).utf8, to: file.path)
      }
      let output = try workplace.run(
        "swift package --package-path Bakery cleansec 2>&1 || echo failed", building: ["Bakery"])
      let lines = try directory.text(of: "Bakery/Sources/Bakery/main.swift")
        .components(separatedBy: "\n")
      let number = try #require(lines.firstIndex { $0.contains("Baker.init") }) + 1
      #expect(
        output.contains("/Bakery/Sources/Bakery/main.swift:\(number): error: missing binding for"))
      #expect(output.hasSuffix("failed\n"))
    }

    @Test("the example's commands work as printed")
    func example() throws {
      let script = try Readme("Examples/README.md").script("ReadingList")
      let package = "Examples/ReadingList"
      try workplace.run("mkdir Examples && cp -r cleanse/\(package) Examples")
      let manifest = try directory.text(of: "\(package)/Package.swift")
        .replacing(#".package(name: "cleanse", path: "../..")"#, with: workplace.dependency)
      try directory.write(manifest.utf8, to: "\(package)/Package.swift")
      let lines = try workplace.run(script, building: [package]).split(
        separator: "\n"
      ).suffix(6)
      #expect(
        lines.prefix(3) == ["added number 1", "added number 2", "finished Beowulf"])
      #expect(lines.dropFirst(3).first?.hasPrefix("1. Emma by Jane Austen, added ") == true)
      #expect(lines.last == "the list is empty")
    }

    @Test("the commands of the example LogWatch work as printed")
    func logWatch() throws {
      let page = try Readme("Examples/README.md")
      // Its packages are built by scripts/test.
      let build = /(?s)for package in .*?\ndone\n/
      let script = try page.script("LogWatch")
      #expect(script.contains(build))
      try directory.makeDirectory("cleanse/.build/logwatch")
      try directory.link("cleanse/.build/logwatch/debug", to: Build.products.path)
      let run = try workplace.run("cd cleanse\n" + script.replacing(build, with: ""))
      #expect(run.hasPrefix(try page.output("LogWatch")))
      #expect(run.contains(/\n3 plugins, \d+ bindings: 0 errors, 0 warnings\n$/))
    }

    @Test("the extension point of Documentation/Tutorial.md works as printed")
    func guideExtensionPoint() throws {
      let page = try Readme("Documentation/Tutorial.md")
      for file in page.files {
        try directory.write(ofTag(file.contents).utf8, to: file.path)
      }
      // The tutorial assumes that the host is built.
      try directory.makeDirectory("cleanse/.build")
      try directory.link("cleanse/.build/debug", to: Build.products.path)
      let run = try workplace.run(page.script("Polite"), building: ["Polite"])
      // The list follows the output of the build.
      let list = run.split(separator: "\n").drop { !$0.hasPrefix("IDENTIFIER") }
        .joined(separator: "\n")
      #expect(list.contains("org.example.polite"))
      #expect(list.contains(/org\.example\.greeting +1\.0\.0 +1 plugin +plugins\/libGreeting\.so/))
      let party = try workplace.run(page.script("Party"), building: ["Party"])
      #expect(party.hasSuffix("Good day, Ann!\n"))
    }

    @Test(
      "the contract and the plugin of the tutorial are built with the installed package, and the contract is checked"
    )
    func installedContract() throws {
      let page = try Readme("Documentation/Tutorial.md")
      let package = Build.installation.appending(path: "share/cleanse").path
      for file in page.files where !file.path.hasPrefix("Party/") {
        let contents = file.contents.replacing("\"../cleanse\"", with: "\"\(package)\"")
        try directory.write(contents.utf8, to: file.path)
      }
      let environment = [
        "PKG_CONFIG_PATH": "\(Build.installation.path)/lib/pkgconfig",
        "HOST": Build.host.path(percentEncoded: false),
      ]
      try workplace.run(
        """
        swift build --package-path Polite
        mkdir plugins
        cp Polite/.build/debug/libPolite.so Polite/.build/debug/libGreeting.so plugins
        """, environment: environment)
      let list = try workplace.run("\"$HOST\" list plugins", environment: environment)
      #expect(list.contains(/org\.example\.greeting +1\.0\.0 +1 plugin +plugins\/libGreeting\.so/))
      let check = try workplace.run(
        """
        swift package --package-path Greeting --allow-writing-to-package-directory check-contract --record >&2
        sed -i 's/String$/String\\n  func bow()/' Greeting/Sources/Greeting/Greeter.swift
        swift package --package-path Greeting check-contract || echo "status $?"
        """, environment: environment)
      #expect(check.contains("bow()") && check.hasSuffix("status 1\n"), "\(check)")
    }

    /// Writes the sources of the plugin that `host new` makes into the package `Hello`.
    private func writeSources() throws {
      try workplace.run(
        #""$HOST" new plugin hello && mkdir Hello && mv hello/Sources Hello"#,
        environment: ["HOST": "\(Build.installation.path)/bin/host"])
    }

    @Test("a plugin that is built with SwiftPM depends on the installed package as printed")
    func installedPackage() throws {
      try writeSources()
      let manifest = try #require(
        try Readme("Documentation/Installing.md").files.first { $0.path == "Hello/Package.swift" })
      let contents = manifest.contents.replacing("/usr/local", with: Build.installation.path)
      try directory.write(contents.utf8, to: manifest.path)
      try workplace.run(
        "swift build --package-path Hello && mkdir plugins && cp Hello/.build/debug/libHello.so plugins",
        environment: ["PKG_CONFIG_PATH": "\(Build.installation.path)/lib/pkgconfig"])
      let run = try workplace.run(
        "\"$HOST\" run plugins -- hello Ann",
        environment: ["HOST": Build.host.path(percentEncoded: false)])
      #expect(run == "Hello, Ann!\n")
    }

    @Test(
      "a plugin can depend on a tag of the repository by URL, and fits hosts of other sources with that interface"
    )
    func byURL() throws {
      // The package that Installing.md shows, with the repository in place of the installed package.
      try writeSources()
      let manifest = try #require(
        try Readme("Documentation/Installing.md").files.first { $0.path == "Hello/Package.swift" })
      let contents = manifest.contents.replacing(
        #".package(path: "/usr/local/share/cleanse")"#, with: workplace.dependency)
      #expect(contents != manifest.contents)
      try directory.write(contents.utf8, to: manifest.path)
      try workplace.run("swift build --package-path Hello", building: ["Hello"])
      let list = try workplace.run(
        "\"$HOST\" list Hello/.build/debug",
        environment: ["HOST": Build.host.path(percentEncoded: false)])
      #expect(list.contains("org.example.hello"))
      let checkout = try workplace.run(
        "git -C Hello/.build/checkouts/cleanse describe --tags")
      #expect(checkout == "0.1.1\n")
      try workplace.run(
        "\"$HOST\" validate Hello/.build/debug",
        environment: ["HOST": Build.host.path(percentEncoded: false)])
    }

    // SwiftPM warned of a conflicting identity: the application and the contract read different variables.
    @Test("a new application with a contract is built, tested and run")
    func application() throws {
      let environment = installed.merging([
        "CLEANSE": Repository.root, "CLEANSE_PACKAGE": "1",
      ]) { $1 }
      try workplace.run(
        """
        host new app shell
        host new contract greeting
        sed -i 's|dependencies: \\[.package(|dependencies: [.package(path: "../greeting"), .package(|' shell/Package.swift
        sed -i 's|dependencies: \\[runtime\\]|dependencies: [runtime, .product(name: "Greeting", package: "greeting")]|' \
          shell/Package.swift
        sed -i '1i import Greeting' shell/Sources/Shell/Main.swift
        host new plugin hello --language c
        host build hello --into shell/plugins
        """, environment: environment)
      let output = try workplace.run(
        """
        cd shell
        swift test 2>&1
        swift run
        """, building: ["shell"], in: .repository, environment: environment)
      #expect(!output.contains("onflicting identity"), "\(output)")
      #expect(output.hasSuffix("hello: Prints a greeting\n"), "\(output)")
    }
  }
}
