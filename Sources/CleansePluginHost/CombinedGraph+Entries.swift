import CleanseGraphAnalysis
import CleansePluginLoading
import CleansePluginProbing
import CleansePluginTrust
import CleanseGraph
import CleanseSupport

extension CombinedGraph {
  /// The entries of plugins, and of files that should be plugins.
  package var entries: [PluginEntry] {
    plugins.compactMap(PluginEntry.init)
  }

  /// Whether there are plugins that are not disabled, and none of them can be used.
  package var isNothingUsable: Bool {
    let enabled = entries.filter { $0.status != .disabled }
    return !enabled.isEmpty && enabled.allSatisfy { $0.status != .ok }
  }

  /// The message about plugins with errors, for output that shows only the graph; nil if there are none.
  package var leftOut: String? {
    let names = entries.filter { $0.status == .rejected || $0.status == .leftOut }.map(\.name)
    guard !names.isEmpty else { return nil }
    let subject = names.count == 1 ? "1 plugin is" : "\(names.count) plugins are"
    let listed = names.count > 3 ? names.prefix(3) + ["…"] : names[...]
    return "\(subject) not in the graph, as `host validate` rejects "
      + (names.count == 1 ? "it: " : "them: ") + listed.joined(separator: ", ")
  }

  /// The message about plugins that can't be used together.
  package var refusal: String {
    let failing = findings.filter { judgement.fails($0) }
    if !failing.isEmpty, failing.allSatisfy({ $0.severity < .error }) {
      let subject =
        failing.count == 1
        ? "1 warning counts as an error" : "\(failing.count) warnings count as errors"
      return "\(subject), as the settings are strict"
    }
    let count = entries.count { $0.status == .rejected }
    guard count > 0, diagnostics.allSatisfy({ $0.severity < .error }) else {
      return "the plugins don't fit together"
    }
    return Self.refusal(of: count)
  }

  /// The message about plugins that are rejected.
  package static func refusal(of count: Int) -> String {
    "\(count == 1 ? "1 plugin is" : "\(count) plugins are") rejected"
  }

  /// The findings that are reported before the program runs: those that prevent it, the plugins that are left out, and that the
  /// plugins were checked without all of the sandbox.
  package var announced: [Diagnostic] {
    findings.filter {
      judgement.fails($0) || [.pluginLeftOut, .pluginSandboxIncomplete].contains($0.code)
    }
  }

  /// The warnings about plugins that the configuration names and that are not there, of which a program that runs for long
  /// has to say that it ignores them.
  package var misnamed: [Diagnostic] {
    findings.filter { $0.code == .pluginNotFound && !judgement.fails($0) }
  }
}
