import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

/// Checks of the policy file and of what it names, and of the plugins in its directories. No code of plugins runs.
struct SettingsChecks {
  let context: CommandContext
  let arguments: ParsedArguments

  var all: [DoctorCheck] {
    let policy: Policy
    do {
      policy = try Policy(arguments, for: DoctorCommand.name, in: context)
    } catch {
      return [
        Self.failure(.settings, error, fix: "correct it; nothing that it names was checked")
      ]
    }
    let file = policy.file.map { "the settings are in \($0)" }
    return [.ok(.settings, file ?? "there is no `host.json`; the defaults apply")]
      + [trust(policy), baseline(policy), limits(policy)].compactMap(\.self) + plugins(policy)
  }

  /// The lock and the keys; nil if neither is used.
  private func trust(_ policy: Policy) -> DoctorCheck? {
    do {
      let trust = try policy.trust(for: DoctorCommand.name)
      let parts = [
        trust.lock.map { "the lock \(policy.lockFile.value) has \($0.entries.count) plugins" },
        trust.trustedKeys.map { "plugins need a signature by one of \($0.count) keys" },
      ].compactMap(\.self)
      return parts.isEmpty ? nil : .ok(.settings, parts.joined(separator: "; "))
    } catch {
      return Self.failure(.settings, error, fix: "see `host config`")
    }
  }

  private func baseline(_ policy: Policy) -> DoctorCheck? {
    guard let file = policy.baseline.value else { return nil }
    do {
      _ = try BaselineRequest(file, isUpdate: false, for: DoctorCommand.name)
      return .ok(.settings, "the known findings are in \(file)")
    } catch {
      let create = "`host validate --baseline \(file) --update-baseline`"
      return .error(.settings, Self.failure(.settings, error, fix: create).message, fix: create)
    }
  }

  /// Whether the limits of islands can be enforced; nil if there are none.
  private func limits(_ policy: Policy) -> DoctorCheck? {
    let islands = policy.islands.filter { !$0.value.value.limits.isEmpty }.keys.sorted()
    guard let first = islands.first else { return nil }
    let subject =
      "the limits of \(islands.count == 1 ? "the island \(first)" : "\(islands.count) islands")"
    switch LimitEnforcement.present {
    case .possible(let group):
      return .ok(
        .settings,
        "\(subject) can be enforced in the control group \(group), if it has no other programs")
    case .impossibleHere(let reason):
      return .warning(
        .settings, "\(subject) can't be enforced in this control group: \(reason)",
        fix: "start `host serve` in one of its own, under systemd with `Delegate=cpu memory pids`")
    case .impossible(let reason):
      return .error(
        .settings, "\(subject) can't be enforced on this machine: \(reason)",
        fix: "boot with control groups of version 2, or remove `limits`")
    }
  }

  private func plugins(_ policy: Policy) -> [DoctorCheck] {
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let missing = path.directories.filter { !QueryOperands.isDirectory($0) }
    var checks = missing.map { directory -> DoctorCheck in
      let create = "mkdir \(PluginSDK.quoted(directory))"
      if unsafe access(directory, F_OK) == 0 {
        return .error(.plugins, "\(directory) is not a directory", fix: "name a directory")
      }
      return path.origin == .standard
        ? .warning(.plugins, "there is no plugin directory \(directory)", fix: create)
        : .error(.plugins, "there is no plugin directory \(directory)", fix: create)
    }
    let directories = path.directories.filter { !missing.contains($0) }
    guard !directories.isEmpty else { return checks }
    do {
      var present = path
      present.directories = directories
      let host = try present.host(policy, for: DoctorCommand.name)
      let inspections = try present.reading(host.inspect(), for: DoctorCommand.name)
      let plugins = inspections.filter { $0.description != nil || $0.isRejected }
      let rejected = plugins.filter(\.isRejected)
      let names = directories.joined(separator: ", ")
      let list = (["host list"] + arguments.allOperands.map(PluginSDK.quoted))
        .joined(separator: " ")
      checks.append(
        rejected.isEmpty
          ? .ok(.plugins, "\(FindingReport.counted(plugins.count, "plugin")) in \(names)")
          : .error(
            .plugins,
            "\(rejected.count) of \(FindingReport.counted(plugins.count, "plugin")) in \(names) can't be used",
            fix: "see `\(list)`"))
      checks += Self.overlooked(in: directories)
    } catch {
      checks.append(Self.failure(.plugins, error, fix: "see `host list`"))
    }
    return checks
  }

  /// A line for each library that is not inspected. It may be there for a plugin that needs it, so it is no warning.
  private static func overlooked(in directories: [String]) -> [DoctorCheck] {
    OverlookedLibrary.all(in: directories).map {
      .ok(.plugins, "\($0.path) is not inspected: \($0.reason)")
    }
  }

  /// The check for an error that would stop a command; its first hint is the fix.
  private static func failure(
    _ area: DoctorCheck.Area, _ error: any Error, fix: String
  ) -> DoctorCheck {
    let lines = PluginTool.lines(of: error)
    return .error(area, lines.first ?? "", fix: lines.dropFirst().first ?? fix)
  }
}
