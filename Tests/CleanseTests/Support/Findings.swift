import Cleanse

/// The errors of a component that has to be refused.
func findings<C: RootComponent>(of component: C.Type) -> [Diagnostic] {
  do {
    _ = try ComponentFactory.of(component)
    return []
  } catch let error as ValidationError {
    return error.diagnostics.filter { $0.severity == .error }
  } catch {
    return [Diagnostic("test/unexpected", .error, "\(error)")]
  }
}
