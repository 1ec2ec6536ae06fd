/// Decides what provides what.
///
/// A pure function: it has no I/O, knows no types of this process, and calls no closures. It takes time
/// and memory in proportion to the declarations.
struct Resolver {
  let components: [BindingGraph.Component]
  var bindings: [Binding]
  var result = Resolution()

  /// Decides everything about the declarations.
  ///
  /// - Returns: The bindings with the reading of each request that is in effect, and the decisions.
  /// - Precondition: The indices of the declarations refer to each other.
  static func resolve(_ declarations: Declarations) -> (bindings: [Binding], Resolution) {
    var resolver = Resolver(declarations)
    resolver.group()
    resolver.inherit()
    resolver.answer()
    resolver.propagateEffects()
    resolver.findDefects()
    resolver.findCycles()
    resolver.findSteps()
    return (resolver.bindings, resolver.result)
  }

  private init(_ declarations: Declarations) {
    components = declarations.components
    bindings = declarations.bindings
    result.numbers = KeyNumbers(in: declarations.space)
  }
}
