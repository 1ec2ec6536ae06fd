public import CleanseGraph

extension Diagnostic.Code {
  /// All codes of the framework and the plugin host, which have a section in `Documentation/Diagnostics.md`.
  /// The order has no meaning.
  public static let known: [Self] = frameworkCodes + memoryCodes + pluginErrors + pluginWarnings

  /// Why a finding with the code has to be an error; nil if it can have another level.
  var reasonToRemainAnError: String? {
    if Self.pluginErrors.contains(self) {
      "a plugin with such a finding is rejected, whatever its level"
    } else if Self.memoryCodes.contains(self) {
      "in such a graph, plugins would misread each other's memory"
    } else {
      nil
    }
  }

  private static let frameworkCodes: [Self] = [
    .missingBinding, .duplicateBinding, .dependencyCycle, .cyclicValue, .scopeNesting,
    .shadowedBinding,
    .captiveDependency, .unusedBinding, .weakWithoutScope, .unhandledError, .unawaitedBinding,
    .overrideWithoutTarget, .overrideConflict, .duplicateEntry, .duplicateType, .componentCycle,
    .missingSubcomponent, .serviceCycle, .serviceWithoutScope, .earlyService,
    .sharedValue, .configurationError, .unusedSuppression,
    .missingObject, .missingInjector, .reportedError, .unknownOption, .validatorNeedsInstance,
    .noRootComponent, .genericComponent, .configureCrashed, .configureTimeout,
  ]

  /// The codes of graphs that can be linked, but then confuse types in memory.
  private static let memoryCodes: [Self] = [.cNameConflict, .cTypeConflict]

  /// The codes of findings about plugins that are always errors.
  private static let pluginErrors: [Self] = [
    "plugin/directory-missing", "plugin/not-a-directory", "plugin/directory-unreadable",
    "plugin/broken-link", "plugin/not-a-regular-file", "plugin/unreadable", "plugin/empty-file",
    "plugin/not-elf", "plugin/truncated", "plugin/malformed-elf", "plugin/wrong-class",
    "plugin/wrong-byte-order", "plugin/wrong-machine", "plugin/executable", "plugin/object-file",
    "plugin/core-file", "plugin/interposed-library", "plugin/too-large", "plugin/malformed-note",
    "plugin/malformed-manifest", "plugin/unusable-path", "plugin/no-entry-point",
    "plugin/abi-mismatch", "plugin/stamp-mismatch", "plugin/embedded-framework",
    "plugin/embedded-swift-runtime",
    "plugin/needed-library-missing", "plugin/undefined-framework-symbol",
    "plugin/embedded-contract", "plugin/missing-contract", "plugin/contract-mismatch",
    "plugin/duplicate-contract",
    "plugin/lock-mismatch", "plugin/locked-plugin-missing",
    "plugin/not-locked", "plugin/unsigned", "plugin/invalid-signature",
    "plugin/untrusted-signature",
    "plugin/duplicate-identifier",
    "plugin/unknown-option", "plugin/invalid-option", "plugin/missing-option",
    "plugin/exposed-secret", "plugin/option-request",
    "plugin/unmet-requirement", "plugin/load-failed", "plugin/changed-file",
    "plugin/uninspected-library", "plugin/configuration-error",
    "plugin/malformed-declaration", "plugin/invalid-call", "plugin/probe-crashed",
    "plugin/probe-exited",
    "plugin/probe-timeout", "plugin/probe-forged", "plugin/probe-limit",
    "plugin/probe-unavailable", "plugin/nondeterministic", "plugin/leaked-processes",
    "plugin/crashed", "plugin/early-exit",
  ]

  /// The codes of findings about plugins that can be warnings or notes.
  private static let pluginWarnings: [Self] = [
    "plugin/insecure-permissions", "plugin/other-compiler", "plugin/exercise-failed",
    "plugin/changed-process",
    "plugin/wrote-output",
    "plugin/no-bindings", "plugin/undeclared-contribution", "plugin/missing-contribution",
    "plugin/validator-not-run", "plugin/unclean-exit", "plugin/unknown-plugin",
    "plugin/left-out", "plugin/duplicate-contribution", "plugin/none-found",
  ]
}
