import CCleansePlugin
import CleansePlugin

/// The bridge between a `cleanse_command *` and a command.
enum CommandBridge: CBridge {
  static let cName = "cleanse_command"

  static func value(of pointer: CPointer) throws -> any Command {
    try ForeignCommand(pointer)
  }
}

/// A command that is implemented by C functions.
@safe private final class ForeignCommand: Command, @unchecked Sendable {
  let name: String
  let summary: String

  // Safety: read once, during initialization; the header documents that any thread may call its functions.
  private let table: cleanse_command
  private let run: TableFunction
  /// Keeps the table alive.
  private let pointer: CPointer

  init(_ pointer: CPointer) throws {
    unsafe table = try ForeignTable.read(
      cleanse_command.self, at: UnsafeRawPointer(pointer.address), "cleanse_command")
    guard let name = unsafe CText.message(table.name),
      let summary = unsafe CText.message(table.summary), let run = unsafe table.run
    else { throw CBridgeError("a cleanse_command lacks a name, a summary or the function run") }
    unsafe self.run = try TableFunction(
      unsafeBitCast(run, to: UnsafeRawPointer.self), result: .int32,
      arguments: [.pointer, .uint64, .pointer, .pointer, .pointer])
    self.name = name
    self.summary = summary
    self.pointer = pointer
  }

  deinit { unsafe table.destroy?(table.state) }

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    if let argument = arguments.first(where: { $0.utf8.contains(0) }) {
      throw CommandUsageError("an argument contains a null character: \(argument)")
    }
    var streams = ForeignStreams(streams)
    var status: Int32 = 0
    var thrown: String?
    let failure = withExtendedLifetime(self) {
      unsafe ForeignArguments.use(arguments) { arguments, count in
        unsafe CFailure.reported { error in
          unsafe withUnsafeMutableBytes(of: &streams) { streams in
            let called = unsafe run.call(
              UInt(bitPattern: table.state), UInt(count), UInt(bitPattern: arguments),
              UInt(bitPattern: streams.baseAddress), UInt(bitPattern: error))
            status = Int32(truncatingIfNeeded: called.result)
            thrown = called.message
          }
        }
      }
    }
    if let failure = streams.failure { throw failure }
    if let thrown { throw CBridgeError(thrown) }
    guard let failure else { return status }
    // The header: a wrong command line.
    if status == 2 { throw CommandUsageError(failure.text) }
    throw CBridgeError(failure.text)
  }
}

/// The arguments of a command in their C representation.
private enum ForeignArguments {
  /// Calls the body with the arguments and their number; they are valid until it returns.
  static func use<Result>(
    _ arguments: [String], _ body: (UnsafeMutableRawPointer?, Int) -> Result
  ) -> Result {
    let bytes: [UInt8] = arguments.flatMap { Array($0.utf8) + [0] }
    return unsafe bytes.withUnsafeBytes { bytes in
      var texts: [UnsafeRawPointer?] = unsafe []
      var offset = 0
      for argument in arguments {
        unsafe texts.append(bytes.baseAddress.map { unsafe $0 + offset })
        offset += argument.utf8.count + 1
      }
      unsafe texts.append(nil)
      return unsafe texts.withUnsafeMutableBytes {
        unsafe body($0.baseAddress, arguments.count)
      }
    }
  }
}
