import CleanseGraph

/// A step of a binding that has been started but not completed.
public protocol BindingStep {
  /// The type of the value that the binding provides.
  associatedtype Input

  /// The binding as configured so far.
  var draft: BindingDraft<Input> { get }

  /// Returns the step with another configuration of its binding.
  func replacing(draft: BindingDraft<Input>) -> Self
}

extension BindingStep {
  /// Replaces all other bindings of the key in the component.
  ///
  /// An override that replaces no binding, neither in its component nor in an ancestor, is an error of the
  /// graph, so that it is removed together with the binding it was written for. The dependencies of a
  /// replaced binding need not be bound.
  ///
  /// - Parameter precedence: Of several overrides of one key, the one with the highest precedence is in effect;
  ///   two with equal precedence are an error of the graph.
  public func overriding(_ precedence: Int = 0) -> Self {
    replacing(draft: draft.changing { $0.options.override = precedence })
  }

  /// Declares that each process may have a value of its own, where the plugins of a program run in several processes.
  ///
  /// ```swift
  /// binder.bind(Log.self).sharedInScope().perProcess().to(factory: Log.init)
  /// ```
  ///
  /// Plugins that use one shared instance of the application have to run in one process. A logger, a pool of connections
  /// or a cache often need not be the same one for all: a copy in each process does. Then the binding does not keep plugins
  /// together, but what it depends on still does. A service of which each process has one runs in each of them.
  ///
  /// In one process, nothing changes: there is one shared instance. Bindings of plugins always belong to the process of their
  /// plugin.
  public func perProcess() -> Self {
    replacing(draft: draft.changing { $0.options.isPerProcess = true })
  }

  /// Suppresses the findings about this binding that have the given code. Errors can't be suppressed.
  ///
  /// A suppression that matches no finding is itself a warning, so that it is removed when it is no longer
  /// needed.
  ///
  /// - Parameters:
  ///   - code: The code of the findings, such as `.unusedBinding`.
  ///   - reason: Why the findings do not matter here, for the readers of the code.
  public func suppressing(_ code: Diagnostic.Code, because reason: String) -> Self {
    replacing(
      draft: draft.changing {
        $0.options.suppressed.append(Binding.Suppression(code, because: reason))
      })
  }
}
