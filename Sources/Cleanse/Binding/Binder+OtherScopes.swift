// Without these overloads, the compiler only reports which types are not equivalent. They are disfavored, so they are found
// only if the scope of the module does not fit.
extension Binder {
  /// A module of another scope can't be included.
  @available(
    *, unavailable,
    message: """
      the module has another scope than the binder: write 'configure(binder: Binder<S>)' in it, \
      where S is the scope of this binder, or 'UnscopedBinder' if it shares nothing; a module for subcomponents is \
      included with 'include(module: M.self, inSubcomponentsOf: M.Scope.self)'
      """
  )
  @_disfavoredOverload
  public func include<M: Module>(module: M.Type) {}

  /// A module of another scope can't override.
  @available(
    *, unavailable,
    message: """
      the module has another scope than the binder: write 'configure(binder: Binder<S>)' in it, \
      where S is the scope of this binder, or 'UnscopedBinder' if it shares nothing
      """
  )
  @_disfavoredOverload
  public func override<M: Module>(with module: M.Type, precedence: Int = 0) {}
}
