import CleanseTestSupport
import Foundation
import Testing

/// Follows the documents as a user with nothing but the repository does.
@Suite(
  "An outside package", .serialized, .blocking,
  .enabled(
    if: ProcessInfo.processInfo.environment["CLEANSE_TEST_ALL"] == "1",
    "builds the framework several times over; scripts/test --all runs it"))
struct OutsidePackageTests {
  private let workplace: TemporaryDirectory
  private let readme: Readme

  init() throws {
    workplace = try TemporaryDirectory()
    readme = try Readme()
    // A copy of the working tree as it would be committed, with a tag.
    try Shell.run(
      """
      mkdir cleanse
      git -C "$ROOT" ls-files -z --cached --others --exclude-standard |
        (cd "$ROOT" && xargs -0 -I{} sh -c 'test ! -e "{}" || printf "%s\\0" "{}"') |
        tar -C "$ROOT" --null -T - -c | tar -x -C cleanse
      cd cleanse
      git init -q
      git add -A
      git -c user.name=test -c user.email=test@example.org commit -q -m "A copy"
      git tag 0.1.0
      """,
      in: workplace, environment: ["ROOT": Build.root.path(percentEncoded: false)])
  }

  @Test("the README's plugin and application work as printed")
  func readmeExamples() throws {
    for file in readme.files {
      try workplace.write(file.contents.utf8, to: file.path)
    }
    let path = ["PATH": "\(Build.installation.path)/bin:\(ChildProcess.searchPaths["PATH"] ?? "")"]
    let hello = try Shell.run(readme.script("hello"), in: workplace, environment: path)
    #expect(hello.hasSuffix("\n1 plugin, 2 bindings: 0 errors, 0 warnings\nHello, Ann!\n"))
    #expect(readme.generatedFiles.count == 2)
    for file in readme.generatedFiles {
      #expect(try workplace.text(of: file.path) == file.contents)
    }
    let app = try Shell.run(readme.script("App"), in: workplace)
    #expect(app.hasSuffix("hello: Prints a greeting\n"))

    // The directory that the guide copies to another machine, here without optimisation, which takes minutes.
    let deploy = try Readme("Documentation/Deploying.md").script("application")
      .replacing(" -c release", with: "").replacing("/release/", with: "/debug/")
    try Shell.run(deploy, in: workplace)
    let deployed = try Shell.run(
      #"""
      rm -rf App
      toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
      run='cd "$2" && exec env -i app/App'
      if unshare -m true 2>/dev/null; then run="mount -t tmpfs none \"\$1\" && $run"; set -- unshare -m; fi
      "$@" sh -c "$run" - "$toolchain" "$PWD"
      """#, in: workplace)
    #expect(deployed == "hello: Prints a greeting\n")
  }

  @Test("the first program works as printed, and reports what is missing")
  func firstProgram() throws {
    let page = try Readme("Sources/Cleanse/Cleanse.docc/GettingStarted.md")
    for file in page.files {
      try workplace.write(file.contents.utf8, to: file.path)
    }
    let bakery = try Shell.run(page.script("Bakery"), in: workplace)
    #expect(bakery.hasSuffix("Loaf 1, of rye\nLoaf 2, of rye\n"))
    for file in page.files {
      let contents = file.contents.replacing(
        "    binder.include(module: PantryModule.self)\n", with: "")
      try workplace.write(contents.utf8, to: file.path)
    }
    let missing = try Shell.run(page.script("Bakery"), in: workplace)
    #expect(missing.hasSuffix(try page.output("Bakery")))
  }

  @Test("cleansec finds a defect of a package that depends on the repository by URL")
  func cleansec() throws {
    let page = try Readme("Sources/Cleanse/Cleanse.docc/GettingStarted.md")
    let include = "    binder.include(module: PantryModule.self)\n"
    for file in page.files {
      let contents = file.contents.replacing(include, with: "").replacing(
        #".package(path: "../cleanse")"#,
        with: #".package(url: "file://\#(workplace.path)/cleanse", from: "0.1.0")"#)
      try workplace.write(contents.utf8, to: file.path)
    }
    let output = try Shell.run(
      "swift package --package-path Bakery cleansec 2>&1 || echo failed", in: workplace)
    let lines = try workplace.text(of: "Bakery/Sources/Bakery/main.swift")
      .components(separatedBy: "\n")
    let number = try #require(lines.firstIndex { $0.contains("Baker.init") }) + 1
    #expect(
      output.contains("/Bakery/Sources/Bakery/main.swift:\(number): error: missing binding for"))
    #expect(output.hasSuffix("failed\n"))
  }

  @Test("the example's commands work as printed")
  func example() throws {
    let script = try "cd cleanse\n" + Readme("Examples/README.md").script("ReadingList")
    let lines = try Shell.run(script, in: workplace).split(separator: "\n").suffix(6)
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
    try workplace.makeDirectory("cleanse/.build/logwatch")
    try workplace.link("cleanse/.build/logwatch/debug", to: Build.products.path)
    let run = try Shell.run("cd cleanse\n" + script.replacing(build, with: ""), in: workplace)
    #expect(run.hasPrefix(try page.output("LogWatch")))
    #expect(run.contains(/\n3 plugins, \d+ bindings: 0 errors, 0 warnings\n$/))
  }

  @Test("the extension point of Documentation/Tutorial.md works as printed")
  func guideExtensionPoint() throws {
    let page = try Readme("Documentation/Tutorial.md")
    for file in page.files {
      try workplace.write(file.contents.utf8, to: file.path)
    }
    // The tutorial assumes that the host is built.
    try workplace.makeDirectory("cleanse/.build")
    try workplace.link("cleanse/.build/debug", to: Build.products.path)
    let run = try Shell.run(page.script("Polite"), in: workplace)
    // The list follows the output of the build.
    let list = run.split(separator: "\n").drop { !$0.hasPrefix("IDENTIFIER") }
      .joined(separator: "\n")
    #expect(list.contains("org.example.polite"))
    #expect(list.contains(/org\.example\.greeting +1\.0\.0 +1 plugin +plugins\/libGreeting\.so/))
    let party = try Shell.run(page.script("Party"), in: workplace)
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
      try workplace.write(contents.utf8, to: file.path)
    }
    let environment = [
      "PKG_CONFIG_PATH": "\(Build.installation.path)/lib/pkgconfig",
      "HOST": Build.host.path(percentEncoded: false),
    ]
    try Shell.run(
      """
      swift build --package-path Polite
      mkdir plugins
      cp Polite/.build/debug/libPolite.so Polite/.build/debug/libGreeting.so plugins
      """, in: workplace, environment: environment)
    let list = try Shell.run("\"$HOST\" list plugins", in: workplace, environment: environment)
    #expect(list.contains(/org\.example\.greeting +1\.0\.0 +1 plugin +plugins\/libGreeting\.so/))
    let check = try Shell.run(
      """
      swift package --package-path Greeting --allow-writing-to-package-directory check-contract --record >&2
      sed -i 's/String$/String\\n  func bow()/' Greeting/Sources/Greeting/Greeter.swift
      swift package --package-path Greeting check-contract || echo "status $?"
      """, in: workplace, environment: environment)
    #expect(check.contains("bow()") && check.hasSuffix("status 1\n"), "\(check)")
  }

  /// Writes the sources of the plugin that `host new` makes into the package `Hello`.
  private func writeSources() throws {
    try Shell.run(
      #""$HOST" new plugin hello && mkdir Hello && mv hello/Sources Hello"#, in: workplace,
      environment: ["HOST": "\(Build.installation.path)/bin/host"])
  }

  @Test("a plugin that is built with SwiftPM depends on the installed package as printed")
  func installedPackage() throws {
    try writeSources()
    let manifest = try #require(
      try Readme("Documentation/Installing.md").files.first { $0.path == "Hello/Package.swift" })
    let contents = manifest.contents.replacing("/usr/local", with: Build.installation.path)
    try workplace.write(contents.utf8, to: manifest.path)
    try Shell.run(
      "swift build --package-path Hello && mkdir plugins && cp Hello/.build/debug/libHello.so plugins",
      in: workplace,
      environment: ["PKG_CONFIG_PATH": "\(Build.installation.path)/lib/pkgconfig"])
    let run = try Shell.run(
      "\"$HOST\" run plugins -- hello Ann", in: workplace,
      environment: ["HOST": Build.host.path(percentEncoded: false)])
    #expect(run == "Hello, Ann!\n")
  }

  @Test(
    "a plugin can depend on a tag of the repository by URL, and fits hosts of other sources with that interface"
  )
  func byURL() throws {
    // Another version, in which only a comment and private declarations are new.
    try Shell.run(
      """
      cd cleanse
      printf '\\n// A comment.\\nprivate struct Unused { let number = 3 }\\n' >> Sources/Cleanse/Binding/Component.swift
      git -c user.name=test -c user.email=test@example.org commit -q -a -m "A comment"
      git tag 0.1.1
      """, in: workplace)
    // The package that Installing.md shows, with the repository in place of the installed package.
    try writeSources()
    let manifest = try #require(
      try Readme("Documentation/Installing.md").files.first { $0.path == "Hello/Package.swift" })
    let contents = manifest.contents.replacing(
      #".package(path: "/usr/local/share/cleanse")"#,
      with: #".package(url: "file://\#(workplace.path)/cleanse", from: "0.1.0")"#)
    #expect(contents != manifest.contents)
    try workplace.write(contents.utf8, to: manifest.path)
    try Shell.run("swift build --package-path Hello", in: workplace)
    let list = try Shell.run(
      "\"$HOST\" list Hello/.build/debug", in: workplace,
      environment: ["HOST": Build.host.path(percentEncoded: false)])
    #expect(list.contains("org.example.hello"))
    let checkout = try Shell.run(
      "git -C Hello/.build/checkouts/cleanse describe --tags", in: workplace)
    #expect(checkout == "0.1.1\n")
    try Shell.run(
      "\"$HOST\" validate Hello/.build/debug", in: workplace,
      environment: ["HOST": Build.host.path(percentEncoded: false)])
  }

  @Test(
    "plugins of the recorded ABI run unchanged with a host whose types and protocols have grown")
  func grown() throws {
    let plugins = Build.products.appending(path: "recorded-plugins").path(percentEncoded: false)
    let host = Build.host.path(percentEncoded: false)
    let use = """
      "$HOST" validate "$PLUGINS"
      "$HOST" list "$PLUGINS"
      printf 'Write to ada@example.org.\n' | "$HOST" run "$PLUGINS" -- filter --use redact,number,wrap:40
      printf 'One two\nthree\n' | "$HOST" run "$PLUGINS" -- statistics
      """
    let before = try Shell.run(
      use, in: workplace, environment: ["HOST": host, "PLUGINS": plugins])
    try Shell.run(
      #"""
      cd cleanse/Sources
      sed -i 's/^public struct CommandStreams: Sendable {/&\n  private let added = (1, 2, 3)/' \
        CleansePlugin/CommandStreams.swift
      sed -i 's/^  public let asProvider: .*/&\n  private let added = (1, 2, 3)/' \
        Cleanse/Resolution/TaggedProvider.swift
      sed -i 's/^  var summary: String { get }/&\n  var topic: String { get }/' CleansePlugin/Command.swift
      printf 'extension Command {\n  public var topic: String { "" }\n}\n' >> CleansePlugin/Command.swift
      sed -i 's/^  static func configure(binder: Binder<Scope>)/&\n  static func note() -> String/' \
        Cleanse/Binding/Module.swift
      printf 'extension Module {\n  public static func note() -> String { "" }\n}\n' >> Cleanse/Binding/Module.swift
      # The contract grows, too.
      contract=TextFilterAPI/TextFilterAPI
      sed -i 's/^public struct LinePiece: .* {/&\n  private var added = [1, 2, 3]/' $contract/LinePiece.swift
      sed -i 's/^public protocol TextFilter.* {/&\n  var topic: String { get }/' $contract/TextFilter.swift
      printf 'extension TextFilter {\n  public var topic: String { "" }\n}\n' >> $contract/TextFilter.swift
      sed -i 's/"1.0.0"/"1.1.0"/' $contract/contract.json
      swift build --package-path host --scratch-path ../.build
      swift build --package-path TextFilterAPI --scratch-path ../.build --product TextFilterAPI
      cp -r "$PLUGINS" ../../plugins
      cp ../.build/debug/libTextFilterAPI.so ../../plugins
      """#, in: workplace, environment: ["PLUGINS": plugins])
    let grown = workplace.path(of: "cleanse/.build/debug/host")
    let version = try Shell.run("\"$HOST\" --version", in: workplace, environment: ["HOST": grown])
    #expect(version.contains("framework ABI not recorded\n"))
    let after = try Shell.run(
      use, in: workplace, environment: ["HOST": grown, "PLUGINS": workplace.path(of: "plugins")])
    // The contracts are listed with the paths of their libraries.
    func uses(_ output: String) -> [Substring] {
      output.split(separator: "\n").filter { !$0.hasSuffix(".so") }
    }
    #expect(uses(after) == uses(before))
    #expect(before.contains("[mail]") && after.contains("[mail]"))
    #expect(after.contains(/text-filter +1\.1\.0 +5 plugins/))
  }
}
