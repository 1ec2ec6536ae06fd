import CleanseGraph
internal import CleanseSupport

/// Services that can't be run without the rest of the component: they depend on its seed, or on something invalid.
struct UnlinkableServices: Error, CustomStringConvertible {
  var description: String {
    "services depend on the seed of the component, or on something invalid"
  }
}

extension Recording {
  /// Starts some services of a new instance of the root component, calls the function, and stops them. Nothing else is made but
  /// what they depend on; in particular, the root is not.
  ///
  /// - Parameters:
  ///   - isIncluded: Whether a service is started. One that is not does not delay the others.
  ///   - observer: Receives what happens to services, one event at a time. It must return soon.
  ///   - body: It runs outside of any actor.
  /// - Throws: The error of the function or of a factory; a ``ServiceError`` if a service failed; an error if the services can't
  ///   be run alone.
  nonisolated(nonsending) package func withServices(
    where isIncluded: (Binding) -> Bool,
    observing observer: @escaping @Sendable (ServiceEvent) -> Void,
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) async throws {
    let linker = Linker(self)
    let span = Trace.begin(.link, "services")
    let linked = try? linker.linkServices(where: isIncluded)
    span?.end()
    guard let services = linked, !linker.needsSeed else { throw UnlinkableServices() }
    let context = linker.rootContext()
    for prepare in linker.progress.layouts[ComponentIndex.root.number].preparations {
      try Task.checkCancellation()
      try await prepare(context)
    }
    let runner = try ServiceRunner(services, in: context, observing: observer)
    try await runner.run { body }
  }
}
