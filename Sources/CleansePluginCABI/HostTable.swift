import CCleansePlugin
import CleansePlugin
import Glibc

/// The function table that a plugin receives. Each function finds the binder, reads the arguments and
/// forwards them.
package enum HostTable {
  // Safety: initialized once, then never modified or freed: a call through a pointer that a plugin has kept
  // for too long is rejected, instead of reading reused memory. All plugins of a process get the same table, so a
  // plugin must not be able to change it for the next one: writing to it ends the process there.
  package nonisolated(unsafe) static let pointer: UnsafeRawPointer = {
    let size = MemoryLayout<cleanse_host>.size
    let page = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let page = unsafe page, unsafe page != MAP_FAILED else {
      return unsafe UnsafeRawPointer(initialized(.allocate(capacity: 1)))
    }
    let memory = unsafe initialized(page.assumingMemoryBound(to: cleanse_host.self))
    unsafe mprotect(page, size, PROT_READ)
    return UnsafeRawPointer(memory)
  }()

  private static func initialized(
    _ memory: UnsafeMutablePointer<cleanse_host>
  ) -> UnsafeMutablePointer<cleanse_host> {
    unsafe memory.initialize(to: table)
    return unsafe memory
  }

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

  /// Performs a registration, or records why it is rejected.
  private static func register(
    with binder: OpaquePointer?,
    _ body: (ForeignRegistration) throws(ForeignRegistration.Refusal) -> Void
  ) -> Int32 {
    guard let binder = unsafe LiveBinders.binder(for: binder) else {
      return Int32(CLEANSE_FAILED)
    }
    // The remaining registrations need not be checked.
    guard !binder.recorder.isExhausted else {
      binder.addError("it is counted")
      return Int32(CLEANSE_FAILED)
    }
    do throws(ForeignRegistration.Refusal) {
      try body(ForeignRegistration(binder: binder))
      return Int32(CLEANSE_OK)
    } catch {
      binder.add(error)
      return Int32(CLEANSE_FAILED)
    }
  }
}
