import CleansePluginFiles
import CleansePluginLoading
internal import CleansePluginMetadata
import CleanseGraph
import CleanseSupport

extension Diagnostic {
  private static func of(
    _ plugin: PluginDescription, _ code: Code, _ severity: Severity, _ predicate: String,
    notes: [Note] = [], fix: String? = nil, arguments: [Argument] = []
  ) -> Diagnostic {
    Diagnostic(
      code, severity, "\(plugin.file) \(predicate)",
      provenance: Provenance(origin: plugin.manifest.identifier), notes: notes, fix: fix,
      arguments: [.file(plugin.file)] + arguments)
  }

  static func unsteady(_ plugin: PluginDescription, _ difference: GraphDifference) -> Diagnostic {
    func notes(_ bindings: [Binding], _ run: String) -> [Note] {
      let shown = bindings.prefix(3).map {
        Note("only the \(run) run binds \($0.key)", at: $0.location, provenance: $0.provenance)
      }
      guard bindings.count > shown.count else { return shown }
      return shown + [Note("and \(bindings.count - shown.count) more")]
    }
    return of(
      plugin, "plugin/nondeterministic", .error,
      "registers different bindings when configured again",
      notes: difference.isOrder
        ? [Note("the bindings are the same, but their order or another part of the graph differs")]
        : notes(difference.onlyFirst, "first") + notes(difference.onlySecond, "second"),
      fix: "make `configure` depend only on its binder; a host calls it more than once")
  }

  static func refusesLater(_ plugin: PluginDescription, _ reasons: [Diagnostic]) -> Diagnostic {
    of(
      plugin, "plugin/nondeterministic", .error, "fails when configured again",
      notes: reasons.prefix(3).map { Note($0.message, at: $0.location) },
      fix: "make `configure` depend only on its binder; a host calls it more than once")
  }

  /// The finding about a process with several plugins. It has no provenance, as each of the plugins can be the cause.
  static func differsTogether(_ difference: CombinationCheck.Difference) -> Diagnostic {
    let shown = difference.added.prefix(3).map {
      Note("only there: \("\($0.key)".quoted)", at: $0.location, provenance: $0.provenance)
    }
    let others = difference.added.count - shown.count
    return Diagnostic(
      "plugin/probe-forged", .error,
      "the process that loads all plugins returns other bindings of "
        + (difference.origin.map { "\($0) than its own process" }
          ?? "the application than it has without plugins"),
      notes: shown + (others > 0 ? [Note("and \(others) more")] : [])
        + (difference.missing > 0 ? [Note("missing there: \(difference.missing)")] : []),
      fix: """
        remove plugins one by one until the rest pass; one of them writes false results, or declares other bindings in \
        each process
        """,
      arguments: difference.origin.map { [.init("plugin", $0)] } ?? [])
  }

  static func registersNothing(_ plugin: PluginDescription) -> Diagnostic {
    of(
      plugin, "plugin/no-bindings", .warning, "registers no bindings",
      fix: plugin.isC
        ? "add a binding after CLEANSE_PLUGIN, or remove the plugin"
        : "add a binding to the module that plugin.json names, or remove the plugin")
  }

  static func undeclaredContribution(
    _ plugin: PluginDescription, _ name: String, _ binding: Binding
  ) -> Diagnostic {
    of(
      plugin, "plugin/undeclared-contribution", .warning,
      "contributes to \(name), which its manifest does not declare",
      notes: [
        Note("contributed here", at: binding.location, provenance: binding.provenance)
      ],
      fix: plugin.isC
        ? "pass CLEANSE_CONTRIBUTES([\"\(name)\"]) to CLEANSE_PLUGIN_WITH"
        : "add \"\(name)\" to `contributes` in its plugin.json",
      arguments: [.init("contribution", name)])
  }

  static func missingContribution(_ plugin: PluginDescription, _ name: String) -> Diagnostic {
    of(
      plugin, "plugin/missing-contribution", .warning,
      "contributes nothing to \(name), although its manifest declares it",
      fix: plugin.isC
        ? "contribute a \(name) with CLEANSE_CONTRIBUTE, or remove it from \(declaration(of: plugin))"
        : "bind a \(name) `.intoCollection()`, or remove \"\(name)\" from \(declaration(of: plugin))",
      arguments: [.init("contribution", name)])
  }

  static func undeclaredCommand(_ plugin: PluginDescription, _ name: String) -> Diagnostic {
    of(
      plugin, "plugin/undeclared-contribution", .warning,
      "contributes the command `\(name)`, which its manifest does not name",
      fix: "name \(name) with the other commands in \(declaration(of: plugin))",
      arguments: [.init("contribution", name)])
  }

  static func missingCommand(_ plugin: PluginDescription, _ name: String) -> Diagnostic {
    of(
      plugin, "plugin/missing-contribution", .warning,
      "has no command `\(name)`, although its manifest names it",
      fix: "contribute the command, or remove \(name) from \(declaration(of: plugin))",
      arguments: [.init("contribution", name)])
  }

  /// Where a manifest declares contributions.
  private static func declaration(of plugin: PluginDescription) -> String {
    plugin.isC ? "CLEANSE_CONTRIBUTES" : "`contributes` in its plugin.json"
  }

  static func noDescriptors(_ plugin: PluginDescription) -> Diagnostic {
    of(
      plugin, .pluginProbeLimit, .error,
      "leaves too few free descriptors in the process that it is loaded into",
      fix: "close the descriptors that `configure` and the constructors open",
      arguments: [.init("resource", "descriptors")])
  }

  static func leftProcesses(_ plugin: PluginDescription, _ count: Int) -> Diagnostic {
    of(
      plugin, "plugin/leaked-processes", .error,
      "starts \(count == 1 ? "a process" : "\(count) processes") while it is loaded and leaves "
        + "\(count == 1 ? "it" : "them") running",
      fix: "start processes when a command runs and wait for them to end; the host has killed "
        + (count == 1 ? "this one" : "these"))
  }

  static func printed(_ plugin: PluginDescription, _ outcome: ProbeOutcome) -> Diagnostic {
    of(
      plugin, "plugin/wrote-output", .note,
      "prints \(outcome.outputCount) byte\(outcome.outputCount == 1 ? "" : "s") while it is loaded "
        + "and configured",
      notes: outputNotes(outcome),
      fix: "print when a command runs, to the streams passed to it")
  }

  /// Notes with the first lines that the plugin printed.
  static func outputNotes(_ outcome: ProbeOutcome) -> [Note] {
    let lines = String(decoding: outcome.output.prefix(2000), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    let shown = lines.prefix(5).map { line in
      Note("it printed: \(line.prefix(200))\(line.count > 200 ? "…" : "")")
    }
    let isCut = lines.count > shown.count || outcome.outputCount > 2000
    return shown + (isCut && !shown.isEmpty ? [Note("and more")] : [])
  }
}
