internal import CleanseSupport

extension Diagnostic.Code {
  /// A requested key has no binding.
  public static let missingBinding: Self = "cleanse/missing-binding"
  /// One key has several bindings.
  public static let duplicateBinding: Self = "cleanse/duplicate-binding"
  /// Immediate dependencies form a cycle.
  public static let dependencyCycle: Self = "cleanse/dependency-cycle"
  /// A component has the same scope as an ancestor.
  public static let scopeNesting: Self = "cleanse/scope-nesting"
  /// A binding of a subcomponent shadows a binding of an ancestor.
  public static let shadowedBinding: Self = "cleanse/shadowed-binding"
  /// A shared binding keeps an unshared instance, while other bindings get their own instances.
  public static let captiveDependency: Self = "cleanse/captive-dependency"
  /// A subcomponent binds an object as a value, which all of its instances share.
  public static let sharedValue: Self = "cleanse/shared-value"
  /// A binding is never used.
  public static let unusedBinding: Self = "cleanse/unused-binding"
  /// A shared value of a structure or an enumeration depends on itself through a deferred request.
  public static let cyclicValue: Self = "cleanse/cyclic-value"
  /// A weak request of a value that is not shared, and thus never finds an instance.
  public static let weakWithoutScope: Self = "cleanse/weak-without-scope"
  /// A factory throws, and a requester can't propagate the error.
  public static let unhandledError: Self = "cleanse/unhandled-error"
  /// The value of an asynchronous factory is not awaited.
  public static let unawaitedBinding: Self = "cleanse/unawaited-binding"
  /// An override has no binding to replace.
  public static let overrideWithoutTarget: Self = "cleanse/override-without-target"
  /// Several overrides of one key have the same precedence.
  public static let overrideConflict: Self = "cleanse/override-conflict"
  /// The function of an assisted factory has no parameter for the seed.
  public static let unusedSeed: Self = "cleanse/unused-seed"
  /// A decorator does not request what it wraps.
  public static let decoratorWithoutRequest: Self = "cleanse/decorator-without-request"
  /// Several contributions to a dictionary have one key.
  public static let duplicateEntry: Self = "cleanse/duplicate-entry"
  /// Several different types have the same name.
  public static let duplicateType: Self = "cleanse/duplicate-type"
  /// A component is installed inside of itself.
  public static let componentCycle: Self = "cleanse/component-cycle"
  /// Services wait for each other to start.
  public static let serviceCycle: Self = "cleanse/service-cycle"
  /// A service is not shared.
  public static let serviceWithoutScope: Self = "cleanse/service-without-scope"
  /// A value that `build` awaits depends on a service, which starts later.
  public static let earlyService: Self = "cleanse/early-service"
  /// A module is included in the subcomponents of a scope that none has.
  public static let missingSubcomponent: Self = "cleanse/missing-subcomponent"
  /// A module called `addError`.
  public static let configurationError: Self = "cleanse/configuration-error"
  /// A suppression has no effect, or has no reason.
  public static let unusedSuppression: Self = "cleanse/unused-suppression"
  /// An object was requested from a ``LegacyObjectGraph`` that has no binding for it.
  public static let missingObject: Self = "cleanse/missing-object"
  /// An object was passed to a ``LegacyObjectGraph`` that has no injector for it.
  public static let missingInjector: Self = "cleanse/missing-injector"
  /// An external validator reported an error without a code.
  public static let reportedError: Self = "cleanse/reported-error"
  /// An external validator was registered with an option that it does not support.
  public static let unknownOption: Self = "cleanse/unknown-option"
  /// A module was searched for root components, and has none.
  public static let noRootComponent: Self = "cleanse/no-root-component"
  /// A generic root component was not checked.
  public static let genericComponent: Self = "cleanse/generic-component"
  /// The process ended while a component was recorded.
  public static let configureCrashed: Self = "cleanse/configure-crashed"
  /// A component was not recorded within the time limit.
  public static let configureTimeout: Self = "cleanse/configure-timeout"
  /// A contributed validator depends on a value that is available only after the component is built.
  public static let validatorNeedsInstance: Self = "cleanse/validator-needs-instance"
  /// A factory threw an error when it was called to make a contributed validator.
  package static let validatorNotCreated: Self = "cleanse/validator-not-created"
}

extension Diagnostic.Code {
  /// The codes of the framework: all that begin with `cleanse/`.
  package static let framework: [Self] = [
    .missingBinding, .duplicateBinding, .dependencyCycle, .scopeNesting, .shadowedBinding,
    .captiveDependency, .sharedValue, .unusedBinding, .cyclicValue, .weakWithoutScope,
    .unhandledError, .unawaitedBinding, .overrideWithoutTarget, .overrideConflict, .duplicateEntry,
    .duplicateType, .componentCycle, .serviceCycle, .serviceWithoutScope, .earlyService,
    .missingSubcomponent, .configurationError, .unusedSuppression, .missingObject,
    .missingInjector, .unusedSeed, .decoratorWithoutRequest, .reportedError, .unknownOption,
    .noRootComponent,
    .genericComponent,
    .configureCrashed, .configureTimeout, .validatorNeedsInstance,
    .validatorNotCreated, .cNameConflict, .cTypeConflict,
  ]

  /// What to write in place of a code that a suppression names by mistake: nil if the code can be one of a finding about a
  /// binding, which all codes of other owners can.
  var correction: String? {
    let owner = rawValue.prefix { $0 != "/" }
    // Not a path: a code of a finding.
    let named = Self.framework.first { $0.rawValue.hasSuffix("/" + rawValue) }?.rawValue
    guard named != nil || ["cleanse", "plugin"].contains(owner), !Self.framework.contains(self)
    else { return nil }
    let nearest =
      named
      ?? NearestNames.first(
        rawValue, among: Self.framework.map(\.rawValue), takesBeginnings: false)
    return nearest.map { "write \"\($0)\"" } ?? "remove it, or write the code of a finding"
  }
}
