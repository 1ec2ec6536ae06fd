import PluginFiles
internal import PluginMetadata
import CleanseGraph

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
      let told = bindings.prefix(3).map {
        Note("only the \(run) run binds \($0.key)", at: $0.location, provenance: $0.provenance)
      }
      guard bindings.count > told.count else { return told }
      return told + [Note("and \(bindings.count - told.count) more")]
    }
    return of(
      plugin, "plugin/nondeterministic", .error, "registers other things when it configures again",
      notes: difference.isOrder
        ? [Note("the bindings are the same; their order or what is said of them is not")]
        : notes(difference.onlyFirst, "first") + notes(difference.onlySecond, "second"),
      fix: "let `configure` depend on nothing but its binder; a host calls it more than once")
  }

  static func refusesLater(_ plugin: PluginDescription, _ reasons: [Diagnostic]) -> Diagnostic {
    of(
      plugin, "plugin/nondeterministic", .error, "refuses to be used when it configures again",
      notes: reasons.prefix(3).map { Note($0.message, at: $0.location) },
      fix: "let `configure` depend on nothing but its binder; a host calls it more than once")
  }

  static func registersNothing(_ plugin: PluginDescription) -> Diagnostic {
    of(
      plugin, "plugin/no-bindings", .warning, "registers nothing",
      fix: "bind something in the module that plugin.json names, or take the plugin away")
  }

  static func undeclaredContribution(
    _ plugin: PluginDescription, _ name: String, _ binding: Binding
  ) -> Diagnostic {
    of(
      plugin, "plugin/undeclared-contribution", .warning,
      "contributes to \(name), which its manifest does not say",
      notes: [
        Note("contributed here", at: binding.location, provenance: binding.provenance)
      ],
      fix: "add \"\(name)\" to `contributes` in its plugin.json",
      arguments: [.init("contribution", name)])
  }

  static func missingContribution(_ plugin: PluginDescription, _ name: String) -> Diagnostic {
    of(
      plugin, "plugin/missing-contribution", .warning,
      "contributes nothing to \(name), although its manifest says so",
      fix: "bind a \(name) `.intoCollection()`, or take \"\(name)\" out of `contributes` in its "
        + "plugin.json", arguments: [.init("contribution", name)])
  }

  static func noDescriptors(_ plugin: PluginDescription) -> Diagnostic {
    of(
      plugin, "plugin/probe-limit", .error,
      "leaves hardly any descriptors to the process that it is loaded into",
      fix: "close what `configure` and the constructors open",
      arguments: [.init("resource", "descriptors")])
  }

  static func leftProcesses(_ plugin: PluginDescription, _ count: Int) -> Diagnostic {
    of(
      plugin, "plugin/leaked-processes", .error,
      "starts \(count == 1 ? "a process" : "\(count) processes") while it is loaded, and leaves "
        + "\(count == 1 ? "it" : "them") running",
      fix: "start processes when a command runs, and wait for their end; the host has killed "
        + (count == 1 ? "this one" : "these"))
  }

  static func printed(_ plugin: PluginDescription, _ outcome: ProbeOutcome) -> Diagnostic {
    of(
      plugin, "plugin/wrote-output", .note,
      "prints \(outcome.outputCount) byte\(outcome.outputCount == 1 ? "" : "s") while it is loaded "
        + "and configured",
      notes: outputNotes(outcome),
      fix: "print when a command runs, to the streams that it is given")
  }

  /// The first lines of what was printed.
  static func outputNotes(_ outcome: ProbeOutcome) -> [Note] {
    let lines = String(decoding: outcome.output.prefix(2000), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    let told = lines.prefix(5).map { line in
      Note("it printed: \(line.prefix(200))\(line.count > 200 ? "…" : "")")
    }
    let isCut = lines.count > told.count || outcome.outputCount > 2000
    return told + (isCut && !told.isEmpty ? [Note("and more")] : [])
  }
}
