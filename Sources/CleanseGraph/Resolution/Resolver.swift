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
  /// - Parameter declarations: The reading of each request that is in effect is put first in them.
  /// - Precondition: The indices of the declarations refer to each other.
  static func resolve(_ declarations: inout Declarations) -> Resolution {
    var resolver = Resolver(declarations)
    // Otherwise all of them would be copied for the first request whose readings change places.
    declarations.bindings = []
    resolver.group()
    resolver.inherit()
    resolver.answer()
    resolver.propagateEffects()
    resolver.findDefects()
    resolver.findCycles()
    resolver.findSteps()
    declarations.bindings = resolver.bindings
    return resolver.result
  }

  private init(_ declarations: Declarations) {
    components = declarations.components
    bindings = declarations.bindings
    result.numbers = KeyNumbers(in: declarations.space)
  }
}
