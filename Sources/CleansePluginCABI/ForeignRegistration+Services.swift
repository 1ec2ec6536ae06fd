import CCleansePlugin
import CleanseC
import CleanseGraph
import CleansePlugin

extension ForeignRegistration {
  /// Reads the service of a binding.
  func service(
    _ pointer: UnsafePointer<cleanse_service>, _ signature: CSignature,
    at location: RecordedLocation
  ) throws(Refusal) -> ForeignService {
    guard case .pointer = signature.result.type else {
      throw misuse("`\(signature)` is bound as a service, but returns no pointer", at: location)
    }
    do {
      let table = try unsafe ForeignTable.read(
        cleanse_service.self, at: UnsafeRawPointer(pointer), "cleanse_service")
      guard let ending = ServiceSettings.Ending(table.ending) else {
        throw CBridgeError("a cleanse_service has the unknown ending \(table.ending)")
      }
      return unsafe ForeignService(
        ServiceSettings(
          startDeadline: deadline(table.start_deadline),
          stopDeadline: deadline(table.stop_deadline),
          ending: ending),
        start: try TableFunction.failing(table.start), run: try TableFunction.failing(table.run),
        stop: try TableFunction.failing(table.stop))
    } catch {
      throw misuse("`\(signature)` can't be a service: \(error)", at: location)
    }
  }

  private func deadline(_ milliseconds: UInt32) -> Duration {
    milliseconds == 0 ? ServiceSettings().startDeadline : .milliseconds(Int(milliseconds))
  }
}

extension ServiceSettings.Ending {
  /// - Parameter number: The `ending` of a `cleanse_service`.
  fileprivate init?(_ number: UInt32) {
    switch Int(number) {
    case CLEANSE_STOP_ALL: self = .stopAll
    case CLEANSE_RESTART: self = .restart
    case CLEANSE_IGNORE: self = .ignore
    default: return nil
    }
  }
}
