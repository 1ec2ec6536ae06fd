import CleanseSupport
import CleansePluginFiles
import CleansePluginLoading
internal import CleansePluginMetadata
import CleanseGraph

extension ProbeOutcome {
  /// The finding, with a note if it prevents the use of a plugin and is cached: its cause may be gone by now.
  func marked(_ finding: Diagnostic) -> Diagnostic {
    guard isCached, finding.severity == .error else { return finding }
    var marked = finding
    marked.notes.append(
      Diagnostic.Note(
        "the result is cached from an earlier run; `--rescan` probes the plugin again"))
    return marked
  }
}

/// Describes how a probe process failed, as a finding.
struct ProbeFailure {
  private let outcome: ProbeOutcome
  /// The plugin or plugins that failed, as the subject of a sentence.
  private let subject: String
  private let isPlural: Bool
  private let files: [String]
  private let origin: String?
  /// The activity that failed, if that was not loading and configuring.
  private let activity: String?
  /// The signature of the called function; nil for a factory in Swift, and for another activity.
  private let signature: String?
  /// The validator that failed, if one did.
  private let validator: RunningValidator?

  /// - Parameters:
  ///   - activity: The activity that failed, as a clause; nil for loading and configuring.
  ///   - signature: That of the C function which was called, if that was the activity.
  init(
    of plugin: PluginInspection, _ outcome: ProbeOutcome, while activity: String? = nil,
    calling signature: String? = nil
  ) {
    self.outcome = outcome
    self.activity = activity
    self.signature = signature
    validator = nil
    subject = plugin.file.path
    isPlural = false
    files = [plugin.file.resolvedPath]
    origin = plugin.description?.manifest.identifier
  }

  /// The joint failure of plugins that each pass alone, or of the validator that was running.
  init(of plugins: [PluginInspection], _ outcome: ProbeOutcome) {
    self.outcome = outcome
    validator = outcome.validator.flatMap { Self.credible($0, of: plugins, outcome) }
    signature = nil
    activity = validator.map { _ in "the graph of all plugins is validated" }
    subject =
      validator.map { "the validator \($0.name)" } ?? "the plugins, each of which passes alone,"
    isPlural = validator == nil
    files = plugins.map(\.file.resolvedPath)
    origin = validator?.origin
  }

  /// The validator, if it can be the one that was running: any code in the process can have announced it.
  private static func credible(
    _ validator: RunningValidator, of plugins: [PluginInspection], _ outcome: ProbeOutcome
  ) -> RunningValidator? {
    guard
      let plugin = plugins.first(where: { $0.description?.manifest.identifier == validator.origin })
    else { return nil }
    guard case .crashed(_, let report?) = outcome.ending else { return validator }
    let files = Set(plugins.map { FilePath($0.file.resolvedPath) })
    let frame = report.frames.first { $0.isIn(files) }
    return frame?.isIn([FilePath(plugin.file.resolvedPath)]) == false ? nil : validator
  }

  /// The finding. For an outcome with a result, it reports that the result can't be read.
  var diagnostic: Diagnostic {
    let (code, predicate, notes) = parts
    return Diagnostic(
      code, .error, "\(subject) \(predicate)", at: location,
      provenance: origin.map { Provenance(origin: $0) },
      notes: notes + Diagnostic.outputNotes(outcome), fix: fix, arguments: arguments)
  }

  /// The line of the plugin's source that crashed, if there is debug information.
  private var location: SourceLocation? {
    guard case .crashed(_, let report) = outcome.ending else { return nil }
    return report?.frame(in: files)?.entry?.location
  }

  /// The validator or the file, unless several plugins failed, then the resource or signal of the failure.
  private var arguments: [Diagnostic.Argument] {
    let file =
      validator.map { [Diagnostic.Argument("validator", $0.name)] }
      ?? (isPlural ? [] : [.file(subject)])
    if case .excessive = outcome.ending { return file + [.init("resource", "result")] }
    guard case .crashed(let signal, let report) = outcome.ending else { return file }
    switch signal {
    case SIGXCPU: return file + [.init("resource", "computing time")]
    case SIGXFSZ: return file + [.init("resource", "space for files")]
    default: break
    }
    let frame = report?.frame(in: files)
    let symbol = frame.flatMap { $0.symbol.isEmpty ? nil : $0.symbol }
    return file + [.init("signal", SignalName.of(signal))]
      + (symbol.map { [.init("symbol", $0)] } ?? [])
  }

  private var parts: (Diagnostic.Code, predicate: String, [Diagnostic.Note]) {
    switch outcome.ending {
    case .result where outcome.leftProcesses > 0:
      let count = outcome.leftProcesses
      return (
        "plugin/leaked-processes",
        "\(verb("starts", "start")) \(count == 1 ? "a process" : "\(count) processes") while "
          + "\(loading), and \(isPlural ? "leave" : "leaves") \(count == 1 ? "it" : "them") running",
        confirmation
      )
    case .result:
      return ("plugin/probe-forged", "\(verb("returns", "return")) an unreadable result", [])
    case .crashed(let signal, let report):
      let isLimit = signal == SIGXCPU || signal == SIGXFSZ
      guard !isLimit else {
        let what = signal == SIGXCPU ? "CPU time" : "file size"
        return (
          .pluginProbeLimit,
          "\(verb("exceeds", "exceed")) the \(what) limit while \(loading)", []
        )
      }
      return (
        "plugin/probe-crashed",
        "\(verb("crashes", "crash")) while \(loading): \(SignalName.of(signal))\(report?.location(in: files) ?? "")",
        (report?.notes(in: files) ?? []) + (outcome.isCertain ? [] : confirmation)
      )
    case .exited(let status):
      return (
        "plugin/probe-exited",
        "\(verb("ends", "end")) the process with status \(status) while \(loading)", []
      )
    case .overdue(let milliseconds):
      return (
        "plugin/probe-timeout",
        activity == nil
          ? "\(isPlural ? "are together" : "is") not loaded and configured within "
            + Self.seconds(milliseconds)
          : "takes more than \(Self.seconds(milliseconds)) while \(loading)",
        [
          Diagnostic.Note(
            "tried twice, the second time without other probes and with twice the time")
        ]
      )
    case .forged:
      return (
        "plugin/probe-forged",
        "\(verb("writes", "write")) to a descriptor that is not \(isPlural ? "their" : "its") own",
        []
      )
    case .excessive(let limit):
      return (
        .pluginProbeLimit,
        "\(verb("exceeds", "exceed")) the limit of \(limit >> 20) MiB for \(isPlural ? "their" : "its") result while "
          + loading, []
      )
    case .lost:
      return (
        "plugin/probe-exited",
        "\(verb("ends or blocks", "end or block")) the process that watches "
          + "\(isPlural ? "them" : "it") while \(loading)",
        confirmation
      )
    case .unavailable(let reason):
      return ("plugin/probe-unavailable", "can't be probed: \(reason)", [])
    }
  }

  /// The note on a failure that was confirmed by a retry, as something else may cause it at first.
  private var confirmation: [Diagnostic.Note] {
    let subject = isPlural ? "they" : "it"
    return [
      Diagnostic.Note("\(subject) failed the same way when retried without other probes running")
    ]
  }

  private func verb(_ singular: String, _ plural: String) -> String {
    isPlural ? "together \(plural)" : singular
  }

  private var loading: String {
    activity ?? "\(isPlural ? "they are" : "it is") loaded and configured"
  }

  private static func seconds(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }

  private var fix: String {
    switch outcome.ending {
    case .unavailable:
      return "allow the host to start processes and to open files: `ulimit -u`, `ulimit -n`"
    case .excessive where isPlural:
      return
        "remove plugins one by one until the rest pass; together they declare too much, or one of them writes a false result"
    case _ where isPlural:
      return "remove plugins one by one until the rest pass; two of them interfere with each other"
    case _ where validator != nil:
      return "correct the validator"
        + (origin.map { "; `host validate --without \($0)` leaves its plugin out" } ?? "")
    default:
      let file = files.first ?? ""
      guard activity != nil else {
        return
          "reproduce it with `host probe --in-process \(ShellWord.of(file))`, then fix the "
          + "plugin"
      }
      return CallFailureCause(outcome).fix(of: signature) + "\n"
        + "reproduce it with `host probe --in-process --exercise \(ShellWord.of(file))`"
    }
  }
}
