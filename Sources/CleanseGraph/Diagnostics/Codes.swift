extension Diagnostic.Code {
  /// Something is asked for that nothing binds.
  public static let missingBinding: Self = "cleanse/missing-binding"
  /// One key has several bindings.
  public static let duplicateBinding: Self = "cleanse/duplicate-binding"
  /// Bindings depend on each other immediately, in a cycle.
  public static let dependencyCycle: Self = "cleanse/dependency-cycle"
  /// A component has the scope of one around it.
  public static let scopeNesting: Self = "cleanse/scope-nesting"
  /// A binding of an inner component stands in front of one further out.
  public static let shadowedBinding: Self = "cleanse/shadowed-binding"
  /// A shared binding keeps an instance that is not shared, and others get instances of their own.
  public static let captiveDependency: Self = "cleanse/captive-dependency"
  /// A subcomponent binds an object as a value, which all of its instances share.
  public static let sharedValue: Self = "cleanse/shared-value"
  /// Nothing asks for what is bound.
  public static let unusedBinding: Self = "cleanse/unused-binding"
  /// A shared value of a structure or an enumeration depends on itself through a deferred request.
  public static let cyclicValue: Self = "cleanse/cyclic-value"
  /// Something is asked for weakly that is not shared, so that there never is an instance.
  public static let weakWithoutScope: Self = "cleanse/weak-without-scope"
  /// A factory throws where nobody can pass the error on.
  public static let unhandledError: Self = "cleanse/unhandled-error"
  /// What an asynchronous factory makes is asked for by somebody who does not wait.
  public static let unawaitedBinding: Self = "cleanse/unawaited-binding"
  /// An override replaces nothing.
  public static let overrideWithoutTarget: Self = "cleanse/override-without-target"
  /// Several overrides of one key have the same place.
  public static let overrideConflict: Self = "cleanse/override-conflict"
  /// Several contributions to a dictionary have one key.
  public static let duplicateEntry: Self = "cleanse/duplicate-entry"
  /// Several different types have one name.
  public static let duplicateType: Self = "cleanse/duplicate-type"
  /// A component is installed inside of itself.
  public static let componentCycle: Self = "cleanse/component-cycle"
  /// A module called `addError`.
  public static let configurationError: Self = "cleanse/configuration-error"
  /// A binding suppresses what is not found there, or says no reason.
  public static let unusedSuppression: Self = "cleanse/unused-suppression"
  /// A ``LegacyObjectGraph`` was asked for an object that it does not have.
  public static let missingObject: Self = "cleanse/missing-object"
  /// A ``LegacyObjectGraph`` was given an object that nothing injects into.
  public static let missingInjector: Self = "cleanse/missing-injector"
  /// A validator from outside reported an error that has no code of its own.
  public static let reportedError: Self = "cleanse/reported-error"
  /// A validator from outside was registered with an option that it does not have.
  public static let unknownOption: Self = "cleanse/unknown-option"
  /// A contributed validator depends on what is only there when the component has been built.
  public static let validatorNeedsInstance: Self = "cleanse/validator-needs-instance"
}
