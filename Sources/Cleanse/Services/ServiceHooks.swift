/// How instances of a type start, run and stop.
package struct ServiceHooks<Element: Sendable>: Sendable {
  package let start: @Sendable (Element) async throws -> Void
  package let run: @Sendable (Element) async throws -> Void
  package let stop: @Sendable (Element) async throws -> Void

  package init(
    start: @escaping @Sendable (Element) async throws -> Void,
    run: @escaping @Sendable (Element) async throws -> Void,
    stop: @escaping @Sendable (Element) async throws -> Void
  ) {
    (self.start, self.run, self.stop) = (start, run, stop)
  }
}

/// The hooks of a type that is not known statically.
package protocol AnyServiceHooks: Sendable {
  /// Returns a function that makes the instance, or finds it if it has been made.
  ///
  /// - Parameters:
  ///   - provider: The linked provider of the instance.
  ///   - guest: The values of the guest language in which the binding is declared.
  func instance(
    from provider: AnyObject, _ guest: (any GuestValues)?
  ) -> @Sendable (Context) throws -> ServiceInstance
}

/// An instance with the functions that start, run and stop it.
package struct ServiceInstance: Sendable {
  let start: @Sendable () async throws -> Void
  let run: @Sendable () async throws -> Void
  let stop: @Sendable () async throws -> Void

  package init(
    start: @escaping @Sendable () async throws -> Void,
    run: @escaping @Sendable () async throws -> Void,
    stop: @escaping @Sendable () async throws -> Void
  ) {
    (self.start, self.run, self.stop) = (start, run, stop)
  }
}

extension ServiceHooks: AnyServiceHooks {
  package func instance(
    from provider: AnyObject, _ guest: (any GuestValues)?
  ) -> @Sendable (Context) throws -> ServiceInstance {
    let link = EffectLink<Element>(provider)
    return { context in
      let element = try link.get(context)
      return ServiceInstance(
        start: { try await start(element) }, run: { try await run(element) },
        stop: { try await stop(element) })
    }
  }
}
