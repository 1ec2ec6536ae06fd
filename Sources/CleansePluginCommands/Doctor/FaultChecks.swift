public import CleansePluginHost

/// Creates files with known faults one after the other, and reports how each was inspected and probed.
///
/// The files are not a part of the library, because only the program `host` has them. The parameters are the directory for
/// the files, which are removed afterwards, and the probe for those that pass inspection. One fault uses up its deadline.
public typealias FaultTest =
  @Sendable (_ directory: String, _ probe: PluginProbe) throws -> [FaultOutcome]

/// How a file with a known fault was reported.
public struct FaultOutcome: Hashable, Sendable {
  /// The name of the fault in Documentation/Faults.md.
  public let fault: String
  /// The expected code; nil for a valid plugin.
  public let expected: Diagnostic.Code?
  /// The codes of the reported errors.
  public let found: [Diagnostic.Code]

  /// Creates an outcome.
  public init(fault: String, expected: Diagnostic.Code?, found: [Diagnostic.Code]) {
    self.fault = fault
    self.expected = expected
    self.found = found
  }

  /// Whether exactly the expected error was reported.
  var isExpected: Bool { Set(found) == Set([expected].compactMap { $0 }) }
}

/// Checks that the host detects faulty files on this machine.
struct FaultChecks {
  let outcomes: () throws -> [FaultOutcome]

  /// - Parameter test: Creates the files.
  init(_ test: @escaping FaultTest, in context: CommandContext) {
    outcomes = {
      var probe = context.probe
      probe.settings.deadline = Self.deadline
      return try test(MachineChecks.temporaryDirectory(context.environment), probe)
    }
  }

  init(outcomes: [FaultOutcome]) {
    self.outcomes = { outcomes }
  }

  /// One line if all faults are detected, else one for each that is not.
  var all: [DoctorCheck] {
    do {
      let outcomes = try outcomes()
      let failures = outcomes.filter { !$0.isExpected }
      guard failures.isEmpty else { return failures.map(\.failure) }
      return [.ok(.faults, "\(outcomes.count) files: all detected as expected")]
    } catch {
      return [
        .error(
          .faults, "the faulty files can't be created: \(error)",
          fix: "set \(MachineChecks.temporaryVariable) to a directory that you may write to")
      ]
    }
  }

  /// One of the faults always takes this long; the others need less even on a busy machine.
  private static let deadline = Duration.seconds(2)
}

extension FaultOutcome {
  fileprivate var failure: DoctorCheck {
    let reported = found.map(\.rawValue).joined(separator: ", ")
    return .error(
      .faults,
      "the file \(fault) was reported as \(reported.isEmpty ? "valid" : reported), not as "
        + (expected?.rawValue ?? "valid"),
      fix: "report this as a bug, and inspect only plugins that you trust on this machine")
  }
}
