// This folder is the API for modules. A `Binder` starts a binding. Each step returns a builder, a value that holds a
// `BindingDraft`: what has been configured so far. The last step, in `BindToable` and its like, derives the requests from
// the parameters of the factory (`Parameters`), and passes the finished binding to the recorder, which is in Recording.
// No builder has state that a caller can change.

import CleanseGraph

/// Records the bindings of a component or a module.
///
/// The framework passes a binder to `configure(binder:)`. A binder only records: no factory is called before
/// the graph is complete and `build` is called. Use a binder only during the `configure(binder:)` call that
/// receives it, and on the thread of that call. The component ignores what is bound through it afterwards.
public struct Binder<S: ScopeBase> {
  package let recorder: Recorder

  /// Creates a binder that writes into the recorder. Only code that records a component creates one.
  package init(recorder: Recorder) {
    self.recorder = recorder
  }

  /// Starts a binding of `Element`, which `to(…)` completes.
  ///
  /// A binding that is started and not completed has no effect.
  public func bind<Element>(_ type: Element.Type = Element.self) -> BindingBuilder<Element, S> {
    BindingBuilder(draft: BindingDraft(recorder: recorder))
  }

  /// Starts a decorator of `Element`, which wraps what another binding provides, without naming that binding.
  ///
  /// ```swift
  /// binder.decorate((any Network).self).to { (network: any Network, log: Log) in
  ///   LoggingNetwork(network, log)
  /// }
  /// ```
  ///
  /// The function requests the element itself, in any form, and gets what it decorates: the binding of the component or of
  /// the nearest ancestor, its override, or the decorator that is applied before. All other requests of the component and its
  /// descendants get the result. It is shared if what it wraps in its own component is shared.
  public func decorate<Element>(_ type: Element.Type = Element.self) -> DecoratorBuilder<Element, S>
  {
    DecoratorBuilder(
      draft: BindingDraft(recorder: recorder).changing { $0.options.isDecorator = true })
  }

  /// Starts a binding of a property injector for `Element`, which `to(injector:)` completes.
  ///
  /// The binding makes `PropertyInjector<Element>` available to dependents.
  public func bindPropertyInjectionOf<Element>(
    _ type: Element.Type
  ) -> PropertyInjectionBindingBuilder<Element> {
    PropertyInjectionBindingBuilder(draft: BindingDraft(recorder: recorder))
  }

  /// Starts a binding of a factory that makes an `Element` from a seed and from dependencies of the graph.
  public func bindFactory<Element>(_ type: Element.Type) -> FactoryBindingBuilder<Element> {
    FactoryBindingBuilder(recorder: recorder)
  }

  /// Includes the bindings of a module that has the scope of the binder.
  ///
  /// Including a module again has no effect, so modules may include each other.
  public func include<M: Module>(module: M.Type) where M.Scope == S {
    recorder.include(M.self) {
      M.configure(binder: Binder<M.Scope>(recorder: recorder))
    }
  }

  /// Includes a module in the subcomponents of the module's scope, below the component of this binder.
  ///
  /// It is how a plugin contributes to a subcomponent of an application: the bindings of the module are bindings of the
  /// subcomponent, and can depend on its seed and its shared instances.
  ///
  /// ```swift
  /// binder.include(module: RequestModule.self, inSubcomponentsOf: RequestScope.self)
  /// ```
  ///
  /// The subcomponents are those that the application itself installs, below the component of this binder. It is an error if
  /// there is none of this scope. Including a module again has no effect.
  public func include<M: Module>(
    module: M.Type, inSubcomponentsOf scope: M.Scope.Type,
    file: StaticString = #fileID, line: Int = #line
  ) where M.Scope: Scope {
    recorder.include(
      M.self, inSubcomponentsOf: M.Scope.self,
      at: RecordedLocation(file: file, line: line)
    ) { M.configure(binder: Binder<M.Scope>(recorder: $0)) }
  }

  /// Includes a module whose bindings override the other bindings of their keys, as with `overriding(_:)`.
  ///
  /// This applies to the modules that it includes, too. Contributions to collections are added as usual.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - precedence: Of several overrides of one key, the one with the highest precedence is in effect; two
  ///     with equal precedence are an error of the graph.
  public func override<M: Module>(with module: M.Type, precedence: Int = 0) where M.Scope == S {
    recorder.overriding(precedence) { include(module: module) }
  }

  /// Installs a subcomponent, which makes `ComponentFactory<C>` available to dependents.
  ///
  /// Installing it again has no effect.
  public func install<C: Component>(
    dependency: C.Type,
    file: StaticString = #fileID, line: Int = #line
  ) {
    recorder.install(C.self, at: RecordedLocation(file: file, line: line))
  }

  /// Reports that the configuration can't be used; the message becomes an error of the graph.
  public func addError(
    _ message: String,
    file: StaticString = #fileID, line: Int = #line
  ) {
    recorder.addError(message, at: RecordedLocation(file: file, line: line))
  }
}

extension Binder where S: Scope {
  /// Includes the bindings of a module without a scope.
  ///
  /// Including a module again has no effect.
  public func include<M: Module>(module: M.Type) where M.Scope == Unscoped {
    recorder.include(M.self) {
      M.configure(binder: Binder<Unscoped>(recorder: recorder))
    }
  }

  /// Includes a module without a scope whose bindings override the other bindings of their keys.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - precedence: As for a module that has the scope of the binder.
  public func override<M: Module>(
    with module: M.Type, precedence: Int = 0
  ) where M.Scope == Unscoped {
    recorder.overriding(precedence) { include(module: module) }
  }
}

/// A binder without a scope.
public typealias UnscopedBinder = Binder<Unscoped>
