// Shows: a plugin that checks the graph of all the others, beside the built-in validators.
// It sees bindings, requests, scopes and source lines, but no live object.
// The check itself is in UnscopedClassValidator.swift.
public import Cleanse

/// Contributes the check for classes that are shared without a scope.
public enum PolicyModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind((any CleanseBindingPlugin).self).intoCollection()
      .to(factory: UnscopedClassValidator.init)
  }
}
