import CCleansePlugin
import CleansePlugin

/// The bridge between a `cleanse_validator *` and a graph validator.
enum ValidatorBridge: CBridge {
  static let cName = "cleanse_validator"

  static func value(of pointer: CPointer) throws -> any CleanseBindingPlugin {
    try ForeignValidator(pointer)
  }
}

/// A validator that is implemented by a C function.
@safe private final class ForeignValidator: CleanseBindingPlugin, @unchecked Sendable {
  // Safety: read once, during initialization; the header documents that any thread may call its functions.
  private let table: cleanse_validator
  let name: String
  private let validate: TableFunction
  private let pointer: CPointer

  init(_ pointer: CPointer) throws {
    unsafe table = try ForeignTable.read(
      cleanse_validator.self, at: UnsafeRawPointer(pointer.address), "cleanse_validator")
    guard let name = unsafe CText.message(table.name), !name.isEmpty,
      let validate = unsafe table.validate
    else {
      throw CBridgeError("a cleanse_validator lacks a name or the function validate")
    }
    unsafe self.validate = try TableFunction(
      unsafeBitCast(validate, to: UnsafeRawPointer.self), result: .void,
      arguments: [.pointer, .pointer])
    self.name = name
    self.pointer = pointer
  }

  deinit { unsafe table.destroy?(table.state) }

  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    let graph = ForeignGraph(root.graph)
    let message = unsafe graph.use { pointer in
      unsafe validate.call(UInt(bitPattern: table.state), UInt(bitPattern: pointer)).message
    }
    for report in graph.reports { errorReporter.report(report, in: root.graph) }
    for misuse in graph.misuses {
      errorReporter.report(
        Diagnostic(
          .pluginMisusedTable, .error, "the validator \(name) \(misuse)",
          fix: ForeignRegistration.misuseFix, arguments: [.init("validator", name)]))
    }
    if let message {
      errorReporter.report(
        Diagnostic(
          .reportedError, .error, "the validator \(name) failed: \(message)",
          arguments: [.init("validator", name)]))
    }
  }
}

extension CleanseErrorReporter {
  fileprivate func report(_ report: ForeignGraph.Report, in graph: BindingGraph) {
    if let binding = report.binding {
      self.report(report.code, report.severity, report.message, on: graph[binding])
    } else {
      self.report(Diagnostic(report.code, report.severity, report.message))
    }
  }
}
