/// A group of related bindings, which components and other modules include.
///
/// ```swift
/// enum StorageModule: Module {
///   static func configure(binder: Binder<Singleton>) {
///     binder.bind(Storage.self).sharedInScope().to(factory: DiskStorage.init)
///   }
/// }
/// ```
public protocol Module: SendableMetatype {
  /// The scope of the components that can include the module. Every component can include a module that is
  /// ``Unscoped``.
  associatedtype Scope: ScopeBase = Unscoped

  /// Declares the module's bindings.
  ///
  /// It is called once each time that a component is recorded, however often the component includes the module,
  /// and must depend on nothing but its type.
  static func configure(binder: Binder<Scope>)
}
