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
    .hiddenBinding,
    .narrowerLifetime, .unusedBinding, .weakWithoutScope, .unhandledError, .unawaitedBinding,
    .overrideWithoutTarget, .overrideConflict, .duplicateEntry, .copiedType, .componentRing,
    .sharedValue, .configurationError, .needlessSilencing,
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
    "plugin/core-file", "plugin/stand-in", "plugin/too-large", "plugin/malformed-note",
    "plugin/malformed-manifest", "plugin/unusable-path", "plugin/no-entry-point",
    "plugin/abi-mismatch", "plugin/stamp-mismatch", "plugin/embedded-framework",
    "plugin/needed-library-missing", "plugin/undefined-framework-symbol",
    "plugin/embedded-contract", .pluginLockedDrift, .pluginLockedMissing, .pluginNotLocked,
    .pluginUnsigned, .pluginBadSignature, .pluginForeignSignature, "plugin/duplicate-identifier",
    "plugin/requirement-unmet", "plugin/load-failed", "plugin/changed-file",
    "plugin/uninspected-library", "plugin/refused",
    "plugin/malformed-signature", "plugin/misused-table", "plugin/probe-crashed",
    "plugin/probe-exited",
    "plugin/probe-timeout", "plugin/probe-forged", "plugin/probe-limit",
    "plugin/probe-unavailable", "plugin/unsteady", "plugin/left-processes",
    "plugin/crashed", "plugin/ended-program",
  ]

  /// Those that are warnings or notes, at least sometimes.
  private static let lesserOfPlugins: [Self] = [
    .pluginInsecure, "plugin/exercise-failed", "plugin/changed-process", "plugin/printed",
    "plugin/registers-nothing", "plugin/undeclared-contribution", "plugin/missing-contribution",
    "plugin/validator-not-run", "plugin/unclean-end",
  ]
}
