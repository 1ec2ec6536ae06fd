public import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

extension PluginTool {
  /// Loads the plugins of the application with the settings of the tool: those of the environment and of the policy file,
  /// with its directories, its trust and the options of plugins. The commands of the tool therefore check what the
  /// application uses.
  ///
  /// A directory that is not there is an error, unless it is one of the `directories` of the tool that no setting replaces.
  /// With `strict`, a warning is an error of the `PluginComposition`. A baseline has no effect.
  ///
  /// If the policy file has permissions, this process may do only what they list from now on: see `Permissions.apply`.
  ///
  /// Each plugin is loaded in another process first, so the process must not have a second thread yet.
  ///
  /// - Returns: The plugins, for a `PluginComposition` or a `ComponentFactory` of the component.
  /// - Throws: A ``PluginToolError`` for settings or directories that can't be used.
  public func load() throws(PluginToolError) -> PluginSet {
    if let reason = Self.otherThreads(calling: "load") {
      throw PluginToolError(description: reason)
    }
    do throws(any Error) {
      var context = plainContext(try PluginProbe.start(for: component))
      context.hasOptions = false
      let arguments = ParsedArguments()
      context.policy = try Policy(arguments, for: "load", in: context)
      try confine(for: "load", in: context)
      context.isConfined = context.policy.permissions.value != nil
      context.enforcesPermissions = context.isConfined
      var path = PluginPath(operands: [], policy: context.policy)
      if path.origin == .standard {
        // An application without plugins need not have their directory.
        path.directories.removeAll { SystemPath.resolved($0) == nil }
      }
      // The application shows the findings, with the commands that its users have.
      return try path.host(context.policy, for: "load").load(
        through: context.probe(arguments)
      ).rewording(names.text)
    } catch let error as PluginHostError {
      throw failure([
        error.diagnostic.message,
        "set `directories` in \(policyFile), or \(PluginPath.variable)",
      ])
    } catch {
      throw failure(Self.lines(of: error))
    }
  }

  private func failure(_ lines: [String]) -> PluginToolError {
    PluginToolError(description: names.text(lines.joined(separator: "\n  ")))
  }
}

/// The error of settings or directories that can't be used.
public struct PluginToolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and how to correct it in further lines.
  public let description: String
}
