import CleanseGraph

/// Collects the bindings of a component; what `configure` is given.
///
/// A binder only records. Nothing is made, and no factory is called, before the recorded graph is
/// complete and `build` is called. It is meant for the call that it was handed to; whatever is
/// bound through a binder that was kept for later is ignored by the component.
public struct Binder<S: ScopeBase> {
  package let recorder: Recorder

  /// A binder that writes into the recorder; only what records a component makes one.
  package init(recorder: Recorder) {
    self.recorder = recorder
  }

  /// Starts a binding of `Element`; a terminating `to(…)` completes it.
  public func bind<Element>(_ type: Element.Type = Element.self) -> BindingBuilder<Element, S> {
    BindingBuilder(draft: BindingDraft(recorder: recorder, element: Element.self))
  }

  /// Starts the binding of what sets the properties of an `Element`; `to(injector:)` completes it, and
  /// makes `PropertyInjector<Element>` something to ask for.
  public func bindPropertyInjectionOf<Element>(
    _ type: Element.Type
  ) -> PropertyInjectionBindingBuilder<Element> {
    PropertyInjectionBindingBuilder(
      draft: BindingDraft(recorder: recorder, element: PropertyInjector<Element>.self))
  }

  /// Starts the binding of a factory that makes an `Element` of a seed and of what the graph has.
  public func bindFactory<Element>(_ type: Element.Type) -> FactoryBindingBuilder<Element> {
    FactoryBindingBuilder(recorder: recorder)
  }

  /// Includes a module of the binder's own scope. Including it again does nothing, so modules may
  /// include each other.
  public func include<M: Module>(module: M.Type) where M.Scope == S {
    recorder.include(M.self) {
      M.configure(binder: Binder<M.Scope>(recorder: recorder))
    }
  }

  /// Includes a module all of whose bindings override what else is bound for their keys, as with
  /// `overriding(_:)`; contributions to collections are added as ever. The modules that it includes
  /// override as well.
  public func override<M: Module>(with module: M.Type, precedence: Int = 0) where M.Scope == S {
    recorder.overriding(precedence) { include(module: module) }
  }

  /// Makes `ComponentFactory<C>` something to ask for. Installing it again does nothing.
  public func install<C: Component>(
    dependency: C.Type,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) {
    recorder.install(C.self, at: RecordedLocation(file: file, path: path, line: line))
  }

  /// Records that the configuration can't be used as it is; it becomes an error of the graph.
  public func addError(
    _ message: String,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) {
    recorder.addError(message, at: RecordedLocation(file: file, path: path, line: line))
  }
}

extension Binder where S: Scope {
  /// Includes a module without a scope. Including it again does nothing.
  public func include<M: Module>(module: M.Type) where M.Scope == Unscoped {
    recorder.include(M.self) {
      M.configure(binder: Binder<Unscoped>(recorder: recorder))
    }
  }
}

/// A binder without a scope.
public typealias UnscopedBinder = Binder<Unscoped>
