import CleanseSupport
import CleansePluginFiles
import CleanseGraph

/// Describes what plugins did to a watched program, as findings.
struct ProgramFailure {
  private let plugins: [WatchedPlugins.Plugin]
  private let report: CrashReport?
  /// Whether the program runs services, and not a command.
  private let isServing: Bool
  /// The plugin of the innermost call that is in a plugin.
  private let culprit: WatchedPlugins.Plugin?

  /// - Parameters:
  ///   - plugins: The plugins that the program has loaded.
  ///   - report: The crash report of the program.
  ///   - isServing: Whether the program runs services, and not a command.
  init(plugins: [WatchedPlugins.Plugin], report: CrashReport?, isServing: Bool = false) {
    self.plugins = plugins
    self.report = report
    self.isServing = isServing
    let known = Dictionary(keepingFirst: plugins.map { (FilePath($0.path), $0) })
    culprit = report?.frames.lazy.compactMap { known[FilePath($0.library)] }.first
  }

  /// The identifier of the plugin whose code was running; nil if none was.
  var identifier: String? { culprit?.identifier }

  /// Whether plugin code was running.
  var isOfPlugin: Bool { culprit != nil }

  /// A crash before the program had its status.
  func crash(_ signal: Int32) -> Diagnostic {
    finding(
      "plugin/crashed", .error,
      "crashes while the program runs: \(SignalName.of(signal))\(location)",
      notes: calls + changes, fix: crashFix,
      arguments: [.init("signal", SignalName.of(signal))])
  }

  private var crashFix: String {
    if culprit?.change == .overwritten {
      return
        "move a new version of a plugin over the old file, as `mv` does, instead of writing into it"
    }
    return isServing
      ? "attach a debugger to a worker, and cause the crash again: `host status` shows its process, "
        + "`lldb -p PROCESS`"
      : "reproduce it with the same command in a debugger: `lldb -- host run …`"
  }

  /// That the file of the plugin is no longer the one that was loaded.
  private var changes: [Diagnostic.Note] {
    guard let plugin = culprit, let change = plugin.change else { return [] }
    // A new time alone does not show whether the contents are others.
    let message =
      change == .overwritten
      ? "was written to or touched while the program ran, and with it the code that ran"
      : "was \(change.rawValue) while the program ran; it ran the file that was loaded"
    return [.init("\(plugin.file) \(message)")]
  }

  /// The program's own crash, as lines of text.
  func ownCrash(_ signal: Int32) -> [String] {
    let location = report?.location(in: []) ?? ""
    let reason =
      report?.sender.map { "the process \($0) has sent the signal" }
      ?? (plugins.isEmpty
        ? "this is a bug in the program"
        : report == nil
          ? "it left no crash report, as after a stack overflow on a thread that a plugin started"
          : "no plugin code was running: this is a bug in the program, or a plugin has "
            + "overwritten its memory")
    return ["the program crashes: \(SignalName.of(signal))\(location); \(reason)"]
      + calls.map { note in
        "  \(note.message)" + (note.location.map { " at \($0)" } ?? "")
      }
  }

  /// An exit of the process before the program had its status.
  func unfinished(_ cause: ProcessEnd) -> Diagnostic {
    let status =
      switch cause {
      case .exited(let status), .killed(signal: let status): status
      }
    return finding(
      "plugin/early-exit", .error,
      "ends the program with status \(status) "
        + (isServing ? "while services run" : "before the command returns"),
      notes: isOfPlugin ? calls : [],
      fix: (isServing ? "return from the function" : "return the status from the command")
        + "; only the host may end the process",
      arguments: [.init("status", "\(status)")])
  }

  /// A crash, or another signal, after the program had its status.
  func uncleanEnd(by signal: Int32, status: Int32) -> Diagnostic {
    uncleanEnd("crashes while the program ends: \(SignalName.of(signal))\(location)", status)
  }

  /// An exit with a status other than that of the program.
  func uncleanEnd(withStatus exited: Int32, status: Int32) -> Diagnostic {
    uncleanEnd("ends the process with status \(exited) while the program ends", status)
  }

  /// A program that had to be killed.
  func overdueEnd(status: Int32) -> Diagnostic {
    let location = isOfPlugin ? self.location : ""
    let rest = location.isEmpty ? "" : ": it is\(location)"
    return uncleanEnd("delays the end of the program beyond the time limit\(rest)", status)
  }

  private func uncleanEnd(_ predicate: String, _ status: Int32) -> Diagnostic {
    finding(
      "plugin/unclean-exit", .warning, predicate,
      notes: (isOfPlugin ? calls : []) + [.init("the status is that of the command: \(status)")],
      fix: "make destructors and `atexit` functions return, and end the threads that the plugin "
        + "started")
  }

  private func finding(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ predicate: String,
    notes: [Diagnostic.Note] = [], fix: String, arguments: [Diagnostic.Argument] = []
  ) -> Diagnostic {
    let plugin = culprit ?? (plugins.count == 1 ? plugins.first : nil)
    let frame = culprit.flatMap { report?.frame(in: [$0.path]) }
    return Diagnostic(
      code, severity, "\(plugin?.file ?? "a plugin") \(predicate)",
      at: frame?.entry?.location,
      provenance: plugin.map { Provenance(origin: $0.identifier) }, notes: notes, fix: fix,
      arguments: (plugin.map { [.file($0.file)] } ?? []) + arguments)
  }

  private var files: [String] { plugins.map(\.path) }
  private var location: String { report?.location(in: files) ?? "" }
  private var calls: [Diagnostic.Note] { report?.notes(in: files) ?? [] }
}
