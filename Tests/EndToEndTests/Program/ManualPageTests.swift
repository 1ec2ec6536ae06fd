import CleanseTestSupport
import Foundation
import Testing

@Suite("host help --man", .blocking)
struct ManualPageTests {
  private static let mandoc = ["/usr/bin/mandoc", "/bin/mandoc"].first(
    where: FileManager.default.isExecutableFile)

  private static let commands: [String] = {
    let run = try? host("completions", "--complete", "--", "")
    return run?.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) } ?? []
  }()

  private func page(_ command: String?, epoch: String? = nil) throws -> String {
    let run = try host(
      arguments: ["help", "--man"] + [command].compactMap(\.self),
      environment: epoch.map { ["SOURCE_DATE_EPOCH": $0] } ?? [:])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.transcript)")
    return run.output
  }

  /// The output of mandoc for a page. It takes the section of a page from the name of the file.
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
    }
  }

  /// The day of the newest release.
  private static func release() throws -> Date {
    let log = try String(contentsOf: Build.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let day = try #require(log.firstMatch(of: /(?m)^## [0-9.]+ - ([0-9-]+)$/)).output.1
    return try Date("\(day)T00:00:00Z", strategy: .iso8601)
  }

  // The variable did not reach the program, whose pages had the day on which they were written.
  @Test(
    "the date of a page is that of the release, or of SOURCE_DATE_EPOCH",
    arguments: [nil, "0", "951782399", "951782400", "253402300799"])
  func date(epoch: String?) throws {
    let time =
      try epoch.flatMap(Double.init).map(Date.init(timeIntervalSince1970:)) ?? Self.release()
    var style = Date.FormatStyle(
      locale: Locale(identifier: "en_US"), calendar: Calendar(identifier: .gregorian))
    style.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let day = time.formatted(style.month(.wide).day().year())
    for command in [nil, "validate"] {
      #expect(try page(command, epoch: epoch).hasPrefix(".Dd \(day)\n"))
    }
  }

  @Test(
    "a time that is no number of seconds is reported",
    arguments: ["today", "-1", "1.5", "253402300800", "9999999999999999999999"])
  func badDate(epoch: String) throws {
    let run = try host("help", "--man", environment: ["SOURCE_DATE_EPOCH": epoch])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.contains("SOURCE_DATE_EPOCH is not a number of seconds since 1970: `\(epoch)`"))
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
    func source(_ environment: [String: String]) throws -> String {
      let outcome = try ChildProcess(
        program: Repository.root + "/scripts/lib/manual-page",
        arguments: ["Documentation/\(document)", page, section, "a summary", "cleanse-host"],
        environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
      ).run()
      #expect(outcome.errors.isEmpty)
      return String(decoding: outcome.output, as: UTF8.self)
    }
    let day = try Self.release().formatted(.iso8601.year().month().day())
    #expect(try source([:]).hasPrefix(".TH \(page) \(section) \(day) Cleanse\n"))
    let source = try source(["SOURCE_DATE_EPOCH": "951782400"])
    #expect(try formatted(source, section: section, "-T", "lint", "-W", "warning") == "")
    let text = try formatted(source, "-T", "utf8", "-O", "width=80")
      .replacing(/.\u{8}/, with: "")
    #expect(text.contains("\(page) - a summary") && text.contains("2000-02-29"))
    #expect(text.contains("cleanse-host config") || text.contains("cleanse-host sdk"))
    #expect(!text.contains(/(?:^|[ (])host (?:config|sdk|show|validate)/))
    #expect(!text.contains(".md#") && !text.contains("| --- |"))
  }

  @Test("the page of an unknown command is a mistake")
  func unknown() throws {
    #expect(try host("help", "--man", "validat").status == 2)
  }
}
