import Cleanse

/// The errors of a component that must be rejected.
func findings<C: RootComponent>(of component: C.Type) -> [Diagnostic] {
  do {
    _ = try ComponentFactory.of(component)
    return []
  } catch {
    return error.diagnostics.filter { $0.severity == .error }
  }
}

/// All findings on a component, valid or not.
func allFindings<C: RootComponent>(
  of component: C.Type, severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
  serviceLoader: CleanseServiceLoader = CleanseServiceLoader(),
  overriding: (Binder<C.Scope>) -> Void = { _ in }
) -> [Diagnostic] {
  do {
    return try ComponentFactory.of(
      component, severities: severities, serviceLoader: serviceLoader, overriding: overriding
    ).findings
  } catch {
    return error.diagnostics
  }
}
