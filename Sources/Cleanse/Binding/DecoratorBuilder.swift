import CleanseGraph

/// A decorator that was started with `decorate(_:)`.
///
/// Tag it, order or share it, or complete it with `to(…)`.
@frozen
public struct DecoratorBuilder<Element, S: ScopeBase>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// The binding as configured so far.
  public let draft: BindingDraft<Element>

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Element>) -> Self { Self(draft: draft) }

  /// Decorates the element with this tag.
  public func tagged<T: Tag>(with tag: T.Type) -> Self where T.Element == Element {
    Self(draft: draft.tagged(tag))
  }

  /// Sets the order of the decorator among those of its component.
  ///
  /// Decorators with equal order, which is zero by default, are applied in the order of declaration.
  ///
  /// - Parameter order: The lower, the earlier it is applied, so the further inside it is.
  public func ordered(_ order: Int) -> Self {
    replacing(draft: draft.changing { $0.options.order = order })
  }
}

extension DecoratorBuilder where S: Scope {
  /// Shares one decorated element within each instance of the component, even if the element itself is not shared.
  public func sharedInScope() -> Self { Self(draft: draft.shared) }
}
