import CleanseTestSupport
import Foundation
import Testing

@Suite("host help --man")
struct ManualPageTests {
  private static let mandoc = ["/usr/bin/mandoc", "/bin/mandoc"].first(
    where: FileManager.default.isExecutableFile)

  private static let commands: [String] = {
    let run = try? host("completions", "--complete", "--", "")
    return run?.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) } ?? []
  }()

  private func page(_ command: String?) throws -> String {
    let run = try host(
      arguments: ["help", "--man"] + [command].compactMap(\.self),
      environment: ["SOURCE_DATE_EPOCH": "1795478400"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.transcript)")
    return run.output
  }

  /// The output of mandoc for a page.
  /// What mandoc prints. It takes the section of a page from the name of the file.
  private func formatted(
    _ page: String, section: String = "1", _ arguments: String...
  ) throws -> String {
    let mandoc = try #require(Self.mandoc)
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let outcome = try ChildProcess(
      program: mandoc,
      arguments: arguments + [try directory.write(page.utf8, to: "page.\(section)")],
      environment: ["LC_ALL": "C.UTF-8"]
    ).run()
    return String(decoding: outcome.output + outcome.errors, as: UTF8.self)
  }

  @Test(
    "pages are well-formed, and have all options of the help",
    .enabled(if: mandoc != nil, "mandoc is not installed"))
  func pages() throws {
    #expect(Self.commands.count > 20)
    for command in [nil] + Self.commands.map(Optional.some) {
      let page = try page(command)
      let warnings = try formatted(page, "-T", "lint", "-W", "warning")
      #expect(warnings.isEmpty, "\(command ?? "host"): \(warnings)")
      let text = try formatted(page, "-T", "utf8", "-O", "width=200")
        .replacing(/.\u{8}/, with: "")
      let help = try host(arguments: [command, "--help"].compactMap(\.self)).output
      for line in help.split(separator: "\n") where line.contains(/^ +(-., )?--/) {
        let option = try #require(line.firstMatch(of: /--(\[no-\])?[a-z-]+/)).output.0
        #expect(text.contains(option), "\(command ?? "host"): \(option)")
      }
      #expect(text.contains("November 24, 2026"))
    }
  }

  @Test(
    "a page has the examples as they are typed",
    .enabled(if: mandoc != nil, "mandoc is not installed"))
  func examples() throws {
    let text = try formatted(page("completions"), "-T", "utf8", "-O", "width=200")
      .replacing(/.\u{8}/, with: "")
    #expect(text.contains("host completions --complete -- validate --format ''"))
    #expect(text.contains("words after `--`"))
  }

  @Test(
    "the pages of reference documents are well-formed, and name the program as it is installed",
    .enabled(if: mandoc != nil, "mandoc is not installed"),
    arguments: [("Policy.md", "host.json", "5"), ("PluginABI.md", "cleanse-plugin", "7")])
  func documents(document: String, page: String, section: String) throws {
    let outcome = try ChildProcess(
      program: Repository.root + "/scripts/lib/manual-page",
      arguments: ["Documentation/\(document)", page, section, "a summary", "cleanse-host"],
      environment: ["PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": "1795478400"]
    ).run()
    let source = String(decoding: outcome.output, as: UTF8.self)
    #expect(outcome.errors.isEmpty)
    #expect(try formatted(source, section: section, "-T", "lint", "-W", "warning") == "")
    let text = try formatted(source, "-T", "utf8", "-O", "width=80")
      .replacing(/.\u{8}/, with: "")
    #expect(text.contains("\(page) - a summary") && text.contains("2026-11-24"))
    #expect(text.contains("cleanse-host config") || text.contains("cleanse-host sdk"))
    #expect(!text.contains(/(?:^|[ (])host (?:config|sdk|show|validate)/))
    #expect(!text.contains(".md#") && !text.contains("| --- |"))
  }

  @Test("the page of an unknown command is a mistake")
  func unknown() throws {
    #expect(try host("help", "--man", "validat").status == 2)
  }
}
