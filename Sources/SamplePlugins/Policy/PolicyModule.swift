// Shows: a plugin that validates the graph of all plugins, in addition to the built-in validators.
// It sees bindings, requests, scopes and source locations, but no objects.
// The check itself is in UnscopedClassValidator.swift.
public import Cleanse

/// Contributes the validator of classes that are shared without a scope.
public enum PolicyModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any CleanseBindingPlugin).self).intoCollection()
      .to(factory: UnscopedClassValidator.init)
  }
}
