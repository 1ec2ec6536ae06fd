/// A building block of an object graph: a set of bindings that belong together.
///
/// ```swift
/// enum StorageModule: Module {
///   static func configure(binder: Binder<Singleton>) {
///     binder.bind(Storage.self).sharedInScope().to(factory: DiskStorage.init)
///   }
/// }
/// ```
public protocol Module: SendableMetatype {
  /// The scope of the components that can include the module. ``Unscoped`` fits into every
  /// component.
  associatedtype Scope: ScopeBase = Unscoped

  /// Declares the module's bindings.
  ///
  /// It is called once for each component that includes the module, however often it is included,
  /// and must not depend on anything but its type.
  static func configure(binder: Binder<Scope>)
}
