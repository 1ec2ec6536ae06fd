public import CleanseGraph

extension Diagnostic.Code {
  /// Every code that the framework or the plugin host uses: those that have a section in
  /// `Documentation/Diagnostics.md`, in no order that means something.
  public static let known: [Self] = ofFramework + ofMemory + ofPlugins + lesserOfPlugins

  /// Why a finding of the code can't be less than an error; nothing where it can.
  var reasonToStayAnError: String? {
    if Self.ofPlugins.contains(self) {
      "a plugin with such a finding is rejected, whatever the finding weighs"
    } else if Self.ofMemory.contains(self) {
      "who goes on with such a graph lets plugins misread each other's memory"
    } else {
      nil
    }
  }

  private static let ofFramework: [Self] = [
    .missingBinding, .duplicateBinding, .dependencyCycle, .cyclicValue, .scopeNesting,
    .shadowedBinding,
    .captiveDependency, .unusedBinding, .weakWithoutScope, .unhandledError, .unawaitedBinding,
    .overrideWithoutTarget, .overrideConflict, .duplicateEntry, .duplicateType, .componentCycle,
    .sharedValue, .configurationError, .unusedSuppression,
    .missingObject, .missingInjector, .reportedError, .unknownOption, .validatorNeedsInstance,
  ]

  /// What can be linked all the same, and then takes one thing for another.
  private static let ofMemory: [Self] = [.cNameConflict, .cTypeConflict]

  /// Those about plugins that are errors wherever they come up.
  private static let ofPlugins: [Self] = [
    "plugin/directory-missing", "plugin/not-a-directory", "plugin/directory-unreadable",
    "plugin/broken-link", "plugin/not-a-regular-file", "plugin/unreadable", "plugin/empty-file",
    "plugin/not-elf", "plugin/truncated", "plugin/malformed-elf", "plugin/wrong-class",
    "plugin/wrong-byte-order", "plugin/wrong-machine", "plugin/executable", "plugin/object-file",
    "plugin/core-file", "plugin/interposed-library", "plugin/too-large", "plugin/malformed-note",
    "plugin/malformed-manifest", "plugin/unusable-path", "plugin/no-entry-point",
    "plugin/abi-mismatch", "plugin/stamp-mismatch", "plugin/embedded-framework",
    "plugin/needed-library-missing", "plugin/undefined-framework-symbol",
    "plugin/embedded-contract", .pluginLockMismatch, .pluginLockedPluginMissing, .pluginNotLocked,
    .pluginUnsigned, .pluginInvalidSignature, .pluginUntrustedSignature,
    "plugin/duplicate-identifier",
    "plugin/unmet-requirement", "plugin/load-failed", "plugin/changed-file",
    "plugin/uninspected-library", "plugin/configuration-error",
    "plugin/malformed-declaration", "plugin/invalid-call", "plugin/probe-crashed",
    "plugin/probe-exited",
    "plugin/probe-timeout", "plugin/probe-forged", "plugin/probe-limit",
    "plugin/probe-unavailable", "plugin/nondeterministic", "plugin/leaked-processes",
    "plugin/crashed", "plugin/early-exit",
  ]

  /// Those that are warnings or notes, at least sometimes.
  private static let lesserOfPlugins: [Self] = [
    .pluginInsecurePermissions, "plugin/exercise-failed", "plugin/changed-process",
    "plugin/wrote-output",
    "plugin/no-bindings", "plugin/undeclared-contribution", "plugin/missing-contribution",
    "plugin/validator-not-run", "plugin/unclean-exit",
  ]
}
