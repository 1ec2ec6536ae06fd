@testable import CleanseGraph
import CleansePluginFiles
@testable import CleansePluginProbing
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

@Suite("The end of a watched program")
struct ProgramEndTests {
  private static let words = WatchedPlugins.Plugin(
    file: "plugins/libWords.so", path: "/opt/plugins/libWords.so", identifier: "org.example.words")
  private static let report = WatchedPlugins.Plugin(
    file: "plugins/libReport.so", path: "/opt/plugins/libReport.so",
    identifier: "org.example.report")

  private static let calls = """
    11 1 8
    /lib/libc.so.6\t\t1640\t1640
    /opt/plugins/libWords.so\t\t2012\t2012
    /usr/bin/host\t\t99\t98
    names
    /lib/libc.so.6\tstrlen\t12\t1640
    /opt/plugins/libWords.so\tread_dictionary\t12\t2012

    """

  private func end(
    _ cause: ProcessEnd, status: Int32? = nil, report: String? = nil,
    plugins: [WatchedPlugins.Plugin]? = [words, report], isOverdue: Bool = false,
    received: Set<Int32> = []
  ) -> ProgramEnd {
    ProgramEnd(
      .init(cause: cause, isOverdue: isOverdue, received: received), status: status,
      plugins: plugins, report: report.flatMap { CrashReport($0.utf8) })
  }

  private func text(_ end: ProgramEnd) -> String {
    (end.findings.map(\.description) + end.lines).joined(separator: "\n")
  }

  @Test("has its status, if its plugins let it end")
  func quiet() {
    for status: Int32 in [0, 7, 255] {
      let end = end(.exited(status), status: status)
      #expect(end.cause == .status(status) && end.findings.isEmpty && end.lines.isEmpty)
    }
    // The program itself ended before a plugin was loaded.
    let early = end(.exited(3), plugins: nil)
    #expect(early.cause == .status(3) && early.findings.isEmpty)
  }

  @Test("keeps its status, whatever its plugins do afterwards")
  func unclean() {
    for (name, end) in [
      ("exited", end(.exited(9), status: 0)),
      ("exited-alone", end(.exited(9), status: 0, plugins: [Self.words])),
      ("crashed", end(.killed(signal: SIGSEGV), status: 0, report: Self.calls)),
      ("crashed-unreported", end(.killed(signal: SIGSEGV), status: 0)),
      ("overdue", end(.killed(signal: SIGKILL), status: 0, isOverdue: true)),
      (
        "overdue-in-plugin",
        end(.killed(signal: SIGABRT), status: 0, report: Self.calls, isOverdue: true)
      ),
    ] {
      #expect(end.cause == .status(0))
      #expect(end.findings.map(\.severity) == [.warning])
      expectGolden(text(end), "unclean-end-\(name)")
    }
  }

  // The first of two plugins whose names look the same was blamed.
  @Test("is the crash of the plugin whose path has the same bytes")
  func samePathInOtherBytes() {
    let paths = ["/opt/plugins/lib\u{E9}.so", "/opt/plugins/libe\u{301}.so"]
    let plugins = paths.enumerated().map { number, path in
      WatchedPlugins.Plugin(file: path, path: path, identifier: "org.example.p\(number)")
    }
    for (number, path) in paths.enumerated() {
      let report = "11 1 8\n\(path)\tmain\t12\t40\nend\n"
      let end = end(.killed(signal: SIGSEGV), report: report, plugins: plugins)
      #expect(end.findings.map(\.provenance?.origin) == ["org.example.p\(number)"])
    }
  }

  @Test("is the crash of a plugin, or of the program itself")
  func crashed() {
    let own = "11 1 8\n/usr/bin/host\tmain\t12\t40\nend\n"
    for (name, end) in [
      ("in-plugin", end(.killed(signal: SIGSEGV), report: Self.calls)),
      ("hanging", end(.killed(signal: SIGKILL), report: Self.calls)),
      ("unreported", end(.killed(signal: SIGSEGV))),
      ("in-host", end(.killed(signal: SIGSEGV), report: own)),
      ("in-host-early", end(.killed(signal: SIGSEGV), report: own, plugins: nil)),
      // It was said to be a bug in the program.
      (
        "sent",
        end(.killed(signal: SIGSEGV), report: "11 0 4711\n/usr/bin/host\tmain\t12\t40\nend\n")
      ),
    ] {
      #expect(end.cause == .signal(SIGSEGV))
      expectGolden(text(end), "program-crashed-\(name)")
    }
  }

  // The report had the functions and lines of the new file, and a fix that could not help.
  @Test("names a plugin whose file was overwritten or replaced while the program ran")
  func changedFile() {
    for change in [WatchedPlugins.Plugin.Change.overwritten, .replaced] {
      var words = Self.words
      words.change = change
      let end = end(.killed(signal: SIGBUS), report: Self.calls, plugins: [words])
      expectGolden(text(end), "program-crashed-\(change.rawValue)")
    }
  }

  @Test("compares the file with the one that was loaded")
  func comparison() throws {
    let scratch = try TemporaryDirectory()
    let path = try scratch.write("old", to: "words.so")
    let plugin = WatchedPlugins.Plugin(
      file: "words.so", path: path, identifier: "org.example.words", stamp: FileStamp(path: path))
    #expect(plugin.compared.change == nil)
    try scratch.write("longer", to: "words.so")
    #expect(plugin.compared.change == .overwritten)
    try scratch.write("new", to: "other.so")
    try #require(rename(scratch.path(of: "other.so"), path) == 0)
    #expect(plugin.compared.change == .replaced)
    scratch.remove("words.so")
    #expect(plugin.compared.change == .removed)
  }

  @Test("after the time of --timeout is a failure, unless the command has returned a status")
  func overTime() {
    func end(_ status: Int32?, _ milliseconds: Int, by signal: Int32 = SIGTERM) -> ProgramEnd {
      ProgramEnd(
        .init(
          cause: .killed(signal: signal), isOverdue: false, received: [], exceeded: milliseconds),
        status: status, plugins: [Self.words], report: nil)
    }
    #expect(end(nil, 2000).cause == .unfinished)
    expectGolden(text(end(nil, 2000)) + "\n" + text(end(nil, 1500)), "program-over-time")
    // The host's own signals were reported as crashes of a plugin.
    for signal in [SIGTERM, SIGKILL] {
      let end = end(5, 2000, by: signal)
      #expect(end.cause == .status(5) && text(end).isEmpty)
    }
    #expect(end(5, 2000, by: SIGSEGV).findings.map(\.severity) == [.warning])
  }

  // The watcher trapped on overflow.
  @Test("comes at a time that can be computed, whatever a plugin has written on the page")
  func times() {
    let forged = WatchedPlugins(plugins: [], milliseconds: .max, timeout: .min).limited
    #expect(forged.milliseconds == 86_400_000 && forged.timeout == 0)
    let usual = WatchedPlugins(plugins: [], milliseconds: 5000).limited
    #expect(usual.milliseconds == 5000 && usual.timeout == nil)
  }

  @Test("by a signal from outside is not reported")
  func sent() {
    for signal in [SIGINT, SIGTERM, SIGSEGV] {
      for status in [nil, 0] as [Int32?] {
        let end = end(
          .killed(signal: signal), status: status, report: Self.calls, received: [signal])
        #expect(end.cause == .signal(signal) && text(end).isEmpty)
      }
    }
    let killed = end(.killed(signal: SIGKILL))
    #expect(killed.cause == .signal(SIGKILL) && text(killed).isEmpty)
  }

  @Test("before it had a status is a failure, also with status 0")
  func unfinished() {
    let end = end(.exited(0))
    #expect(end.cause == .unfinished)
    expectGolden(text(end), "program-ended")
  }

  // Of several plugins, the report named none.
  @Test("by a call of exit is the failure of the plugin that called it")
  func exited() {
    let exit = "0 0 0" + Self.calls.dropFirst("11 1 8".count)
    let end = end(.exited(7), report: exit)
    #expect(end.cause == .unfinished)
    expectGolden(text(end), "program-exited")
    // The report does not say by which signal a program ended that was killed afterwards.
    #expect(self.end(.killed(signal: SIGKILL), report: exit).cause == .signal(SIGKILL))
  }
}
