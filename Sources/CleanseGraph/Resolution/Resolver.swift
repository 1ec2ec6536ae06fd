// This folder decides everything about a graph. The `Resolver` is a sequence of passes over the declarations, each in a
// file of its own: groups, answers, effects and defects, services, cycles and paths. They fill in a `Resolution`, which
// validators and the linker share.

/// Resolves declarations: decides which binding provides which request.
///
/// A pure function: it performs no I/O, uses no types of this process, and calls no closures.
///
/// - Complexity: Linear in the size of the declarations, in time and memory.
struct Resolver {
  let components: [BindingGraph.Component]
  var bindings: [Binding]
  /// The decorators, each after what it wraps.
  var decorators: [BindingIndex] = []
  var result = Resolution()
  /// For each group, the number of the only binding in effect, if it inherits none; negative for the others. Most groups have
  /// one, and following dependencies does not have to wait for their memory.
  var onlyBindings: [Int32] = []

  /// Resolves declarations.
  ///
  /// - Parameter declarations: The declarations, in which each request is changed to the reading in effect.
  /// - Precondition: The indices of the declarations are consistent.
  static func resolve(_ declarations: inout Declarations) -> Resolution {
    var resolver = Resolver(declarations)
    // Otherwise all bindings would be copied at the first request whose readings are swapped.
    declarations.bindings = []
    resolver.group()
    resolver.inherit()
    resolver.answer()
    resolver.propagateEffects()
    resolver.findDefects()
    resolver.findServices()
    resolver.findOnlyBindings()
    resolver.findCycles()
    resolver.orderServices()
    resolver.findSteps()
    declarations.bindings = resolver.bindings
    return resolver.result
  }

  var bindingIndices: Range<BindingIndex> { BindingIndex(0)..<BindingIndex(bindings.count) }
  var componentIndices: Range<ComponentIndex> {
    ComponentIndex(0)..<ComponentIndex(components.count)
  }

  private init(_ declarations: Declarations) {
    components = declarations.components
    bindings = declarations.bindings
    result.numbers = KeyNumbers(in: declarations.space)
  }
}
