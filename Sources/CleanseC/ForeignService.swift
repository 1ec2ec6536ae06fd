import Cleanse
internal import CleanseSupport

/// How an instance of a C plugin starts, runs and stops.
///
/// An object, as few bindings have one.
package final class ForeignService: Sendable {
  /// A function that may block. It receives the address of the instance, and returns a message if it has failed.
  package typealias Function = @Sendable (_ address: UInt) -> String?

  let settings: ServiceSettings
  private let start, run, stop: Function?

  /// - Parameter run: Works until the instance is stopped; nil to wait for that.
  package init(
    _ settings: ServiceSettings, start: Function?, run: Function?, stop: Function?
  ) {
    self.settings = settings
    (self.start, self.run, self.stop) = (start, run, stop)
  }

  /// - Parameter pointer: The instance.
  func instance(_ pointer: CPointer) -> ServiceInstance {
    let (start, run, stop) = (start, run, stop)
    return ServiceInstance(
      start: { if let start { try await Self.call(start, pointer) } },
      run: {
        if let run { try await Self.call(run, pointer) } else { try await waitForCancellation() }
      },
      stop: { if let stop { try await Self.call(stop, pointer) } })
  }

  /// Calls a function on a thread of its own, as it would block those that tasks share.
  private static func call(_ function: @escaping Function, _ pointer: CPointer) async throws {
    try await call(function, address: unsafe UInt(bitPattern: pointer.address))
    // The instance lives at least until the function has returned.
    withExtendedLifetime(pointer) {}
  }

  /// - Parameter address: The parameter of the function; the caller keeps what is there.
  package static func call(_ function: @escaping Function, address: UInt) async throws {
    let message: String? = try await withCheckedThrowingContinuation { continuation in
      let thread = SystemThread.start {
        continuation.resume(returning: TasklessThreads.run { function(address) })
      }
      if let thread {
        thread.detach()
      } else {
        continuation.resume(throwing: CBridgeError("the system can't create a thread"))
      }
    }
    if let message { throw CBridgeError(message) }
  }
}

/// Makes the service of a C-declared binding.
struct ForeignServiceHooks: AnyServiceHooks {
  private let service: ForeignService
  /// The type of the instance: a pointer.
  private let type: CType

  init(_ service: ForeignService, result type: CType) {
    (self.service, self.type) = (service, type)
  }

  func instance(
    from provider: AnyObject, _ guest: (any GuestValues)?
  ) -> @Sendable (Context) throws -> ServiceInstance {
    func open<Coding: ForeignCoding>(
      _ coding: Coding
    ) -> @Sendable (Context) throws -> ServiceInstance {
      let link = EffectLink<Coding.Value>(provider)
      return { context in
        let value = try link.get(context)
        // The arena keeps the instance.
        let arena = ForeignArena()
        let slot = unsafe arena.allocate(coding.size, alignment: coding.alignment)
        try unsafe coding.store(value, to: slot) { arena }
        guard let address = unsafe slot.load(as: UnsafeMutableRawPointer?.self) else {
          throw CBridgeError("the service is a null pointer")
        }
        return unsafe service.instance(CPointer(address, keeping: arena))
      }
    }
    let values = guest as? ForeignDictionary ?? .empty
    return open(values.coding(of: type))
  }
}
