import CCleansePlugin
import CleansePlugin

/// The functions that a plugin is given. Each only finds the binder and reads what C has handed over.
package enum HostTable {
  // Safety: written here once, and never again or freed: a plugin that keeps the pointer and calls with
  // it when its time is over is to be refused, and not to call through memory that is something else.
  package nonisolated(unsafe) static let pointer: UnsafeRawPointer = {
    let place = UnsafeMutablePointer<cleanse_host>.allocate(capacity: 1)
    unsafe place.initialize(to: table)
    return UnsafeRawPointer(place)
  }()

  private static var table: cleanse_host {
    unsafe cleanse_host(
      size: MemoryLayout<cleanse_host>.size, abi_version: UInt32(CLEANSE_ABI_VERSION),
      report_error: { binder, message in
        guard let binder = unsafe LiveBinders.binder(for: binder) else { return }
        binder.addError(
          unsafe CText.message(message) ?? "it reported an error without a message")
      },
      bind: { binder, binding in
        unsafe HostTable.register(with: binder) {
          registration throws(ForeignRegistration.Refusal) in
          try unsafe registration.bind(binding)
        }
      },
      declare: { binder, key, file, line in
        unsafe HostTable.register(with: binder) {
          registration throws(ForeignRegistration.Refusal) in
          let location = unsafe registration.location(file, line)
          try unsafe registration.declare(registration.text(key, at: location), at: location)
        }
      },
      declare_structure: { binder, declaration, file, line in
        unsafe HostTable.register(with: binder) {
          registration throws(ForeignRegistration.Refusal) in
          let location = unsafe registration.location(file, line)
          try unsafe registration.declareStructure(
            registration.text(declaration, at: location), at: location)
        }
      },
      declare_handle: { binder, name, destroy, file, line in
        unsafe HostTable.register(with: binder) {
          registration throws(ForeignRegistration.Refusal) in
          let location = unsafe registration.location(file, line)
          try unsafe registration.declareHandle(
            registration.text(name, at: location), destroy, at: location)
        }
      })
  }

  /// Does what a plugin asks for, or records why it can't be done.
  private static func register(
    with binder: OpaquePointer?,
    _ body: (ForeignRegistration) throws(ForeignRegistration.Refusal) -> Void
  ) -> Int32 {
    guard let binder = unsafe LiveBinders.binder(for: binder) else {
      return Int32(CLEANSE_FAILED)
    }
    guard !binder.isGivenUp else {
      binder.addError("it is counted")
      return Int32(CLEANSE_FAILED)
    }
    do throws(ForeignRegistration.Refusal) {
      try body(ForeignRegistration(binder: binder))
      return Int32(CLEANSE_OK)
    } catch {
      binder.addError(
        error.message, code: error.code, at: error.location,
        notes: error.excerpt.map { [Diagnostic.Note($0)] } ?? [], fix: error.fix)
      return Int32(CLEANSE_FAILED)
    }
  }
}
