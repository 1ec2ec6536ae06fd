import CCleansePlugin
import CleanseC
import CleansePlugin

/// The bridge between a `cleanse_health_check *` and a health check.
enum HealthCheckBridge: CBridge {
  static let cName = "cleanse_health_check"

  static func value(of pointer: CPointer) throws -> any HealthCheck {
    try ForeignHealthCheck(pointer)
  }
}

/// A health check that is implemented by a C function.
// Safety: immutable after initialization; the header documents that any thread may call its functions.
@safe private final class ForeignHealthCheck: HealthCheck, @unchecked Sendable {
  let name: String

  private let table: cleanse_health_check
  private let function: ForeignService.Function
  /// Keeps the table alive.
  private let pointer: CPointer

  init(_ pointer: CPointer) throws {
    unsafe table = try ForeignTable.read(
      cleanse_health_check.self, at: UnsafeRawPointer(pointer.address), "cleanse_health_check")
    guard let name = unsafe CText.message(table.name), !name.isEmpty,
      let function = try unsafe TableFunction.failing(table.check)
    else { throw CBridgeError("a cleanse_health_check lacks a name or the function check") }
    self.name = name
    self.function = function
    self.pointer = pointer
  }

  deinit { unsafe table.destroy?(table.state) }

  func check() async throws {
    try await ForeignService.call(function, address: unsafe UInt(bitPattern: table.state))
  }
}
