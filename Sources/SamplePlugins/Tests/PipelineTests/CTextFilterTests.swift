import CCleansePlugin
import CTextFilterAPI
import CleansePlugin
import Glibc
import Synchronization
import Testing
import TextFilterAPI
import TextTesting

@testable import Pipeline

@Suite("A filter that is a table of C functions")
struct CTextFilterTests {
  @Test("receives each line with its start and ending, and writes the result")
  func lines() throws {
    let filter = try FilterInC().filter()
    #expect(filter.name == "echo")
    #expect(filter.summary == "echoes")
    let transform = try filter.makeTransform(argument: nil)
    let result = try TextPipeline.run(transform, on: "a\n\r\nbc\r\nd")
    #expect(result == "(-)<a\n<\r\n<bc\r\n<d.")
  }

  @Test("receives a very long line in several pieces")
  func pieces() throws {
    let transform = try FilterInC().filter().makeTransform(argument: nil)
    let line = String(repeating: "x", count: LinePiece.longest + 1)
    let result = try TextPipeline.run(transform, on: line + "\n")
    #expect(result == "(-)<\(line.dropLast())x\n.")
  }

  @Test("may write nothing, and may omit the function `finish`")
  func suppress() throws {
    let table = FilterInC {
      $0.transform = { _, _, output, _ in output?.pointee.append?(output, nil, 0) }
      $0.finish = nil
    }
    let transform = try table.filter().makeTransform(argument: nil)
    #expect(try TextPipeline.run(transform, on: "a\nb") == "")
  }

  @Test("receives its argument, and reports an invalid one")
  func argument() throws {
    let table = FilterInC()
    let filter = try table.filter()
    let transform = try filter.makeTransform(argument: "ä")
    #expect(try TextPipeline.run(transform, on: "") == "(ä).")
    for (argument, message) in [
      ("bad", "takes anything else"), ("worse", "failed without a message"),
      ("a\0", "the argument has a null character"),
    ] {
      let error = #expect(throws: TextFilterArgumentError.self) {
        try filter.makeTransform(argument: argument)
      }
      #expect(error?.description == message)
    }
  }

  @Test("ends a pass with its error, in the middle or at the end", arguments: ["a!\nb", "a?"])
  func failure(text: String) throws {
    let table = FilterInC()
    let error = #expect(throws: CTextFilterError.self) {
      try TextPipeline.run(table.filter().makeTransform(argument: nil), on: text)
    }
    #expect(error?.description == (text.contains("!") ? "met a !" : "met a ?"))
    #expect(table.ended == 1)
  }

  @Test("each pass ends once, and the table is destroyed once, after the last pass")
  func lifetimes() throws {
    let table = FilterInC()
    var filter: (any TextFilter)? = try table.filter()
    var passes = try (0..<3).map { _ in try filter?.makeTransform(argument: nil) }
    passes.removeLast(2)
    #expect(table.ended == 2)
    filter = nil
    #expect(table.destroyed == 0)
    passes.removeAll()
    #expect(table.ended == 3)
    #expect(table.destroyed == 1)
  }

  @Test("keeps the owner of its pointer alive, and is passed back to C as that pointer")
  func pointer() throws {
    var table: FilterInC? = FilterInC()
    weak let known = table
    let filter = try table?.filter()
    table = nil
    #expect(try filter.map(TextFilterBridge.pointer)?.address == known?.address)
    #expect(known != nil)
  }

  @Test("a Swift filter is passed to C as an equivalent table")
  func inSwift() throws {
    var pointer: CPointer? = try TextFilterBridge.pointer(to: FilterInSwift())
    let filter = try #require(try pointer.map(TextFilterBridge.value))
    pointer = nil
    #expect(filter.name == "marks")
    #expect(filter.summary == "marks lines: ä")
    let transform = try filter.makeTransform(argument: nil)
    #expect(try TextPipeline.run(transform, on: "a\n\r\nb") == "^a$n^$r^b$.")
    let long = String(repeating: "x", count: LinePiece.longest + 1)
    let pieces = try TextPipeline.run(filter.makeTransform(argument: nil), on: long + "\n")
    #expect(pieces == "^\(long.dropLast())x$n.")
    let argument = #expect(throws: TextFilterArgumentError.self) {
      try filter.makeTransform(argument: "x")
    }
    #expect(argument?.description == "takes nothing, not 'x'")
    let failure = #expect(throws: CTextFilterError.self) {
      try TextPipeline.run(filter.makeTransform(argument: nil), on: "!\n")
    }
    #expect(failure?.description == "met a !")
    #expect(throws: CBridgeError.self) {
      try TextFilterBridge.pointer(to: FilterInSwift(name: "a\0"))
    }
  }

  @Test("a table that lacks a member is rejected")
  func refused() throws {
    for (change, message): (@Sendable (inout text_filter) -> Void, String) in [
      ({ $0.size = 8 }, "a text_filter has 8 bytes, and 72 are needed"),
      ({ $0.begin = nil }, "a text_filter lacks `begin` or `transform`"),
      ({ $0.transform = nil }, "a text_filter lacks `begin` or `transform`"),
      ({ $0.name = nil }, "a text_filter has no name in UTF-8"),
      ({ $0.summary = nil }, "a text_filter has no summary in UTF-8"),
    ] {
      let error = #expect(throws: CBridgeError.self) { try FilterInC(change).filter() }
      #expect(error?.description == message)
    }
  }
}

/// A filter that writes `^` before a line and `$` with the ending after it, and fails at `!`.
private struct FilterInSwift: TextFilter, TextTransform {
  var name = "marks"
  let summary = "marks lines: ä"

  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform {
    if let argument { throw TextFilterArgumentError("takes nothing, not '\(argument)'") }
    return self
  }

  func transform(_ text: Span<UInt8>, _ piece: LinePiece, into output: inout TextOutput) throws {
    if piece.isFirst { output.append("^") }
    if text.count > 0, text[0] == UInt8(ascii: "!") {
      throw CTextFilterError(description: "met a !")
    }
    output.append(text)
    switch piece.ending {
    case .lineFeed: output.append("$n")
    case .carriageReturnLineFeed: output.append("$r")
    case .missing: output.append("$")
    case nil: break
    }
  }

  func finish(into output: inout TextOutput) throws {
    output.append(".")
  }
}

/// The table of a C plugin. Its filter writes `(ARGUMENT)`, each piece, with `<` before a line, and
/// `.` at the end; it fails at `!`, and at the end after `?`.
private final class FilterInC: Sendable {
  private struct Counts {
    var ended = 0
    var destroyed = 0
  }

  private struct Pass {
    var argument: String?
    var isBad = false
    let filter: FilterInC
  }

  // Safety: written by `init`, then only read.
  nonisolated(unsafe) private let table = UnsafeMutablePointer<text_filter>.allocate(capacity: 1)
  private let counts = Mutex(Counts())

  init(_ change: (inout text_filter) -> Void = { _ in }) {
    var members = text_filter()
    members.size = MemoryLayout<text_filter>.size
    // Strings that are never freed, as C literals.
    members.name = UnsafePointer(strdup("echo"))
    members.summary = UnsafePointer(strdup("echoes"))
    members.begin = { state, argument, error in
      FilterInC.begin(state, argument.map { String(cString: $0) }, error)
    }
    members.transform = { pass, piece, output, error in
      FilterInC.transform(pass, piece, output, error)
    }
    members.finish = { pass, output, error in FilterInC.finish(pass, output, error) }
    members.end = { pass in FilterInC.end(pass) }
    members.destroy = { state in
      guard let state else { return }
      Unmanaged<FilterInC>.fromOpaque(state).takeUnretainedValue().counts
        .withLock { $0.destroyed += 1 }
    }
    change(&members)
    table.initialize(to: members)
    table.pointee.state = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    table.deallocate()
  }

  var ended: Int { counts.withLock { $0.ended } }
  var destroyed: Int { counts.withLock { $0.destroyed } }
  var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(table) }

  /// The filter that a plugin would contribute; it keeps this object alive.
  func filter() throws -> any TextFilter {
    try TextFilterBridge.value(of: CPointer(address, keeping: self))
  }
}

extension FilterInC {
  private static func begin(
    _ state: UnsafeMutableRawPointer?, _ argument: String?,
    _ error: UnsafeMutablePointer<cleanse_error>?
  ) -> UnsafeMutableRawPointer? {
    guard let state else { return nil }
    switch argument {
    case "bad":
      error?.pointee.fail?(error, "takes anything else")
      error?.pointee.fail?(error, "and this counts no more")
    case "worse": error?.pointee.fail?(error, nil)
    default:
      let pass = UnsafeMutablePointer<Pass>.allocate(capacity: 1)
      let filter = Unmanaged<FilterInC>.fromOpaque(state).takeUnretainedValue()
      pass.initialize(to: Pass(argument: argument ?? "-", filter: filter))
      return UnsafeMutableRawPointer(pass)
    }
    return nil
  }

  private static func transform(
    _ state: UnsafeMutableRawPointer?, _ piece: UnsafePointer<text_piece>?,
    _ output: UnsafeMutablePointer<text_output>?, _ error: UnsafeMutablePointer<cleanse_error>?
  ) {
    guard let pass = state?.assumingMemoryBound(to: Pass.self), let piece = piece?.pointee else {
      return
    }
    writeArgument(pass, output)
    let text = UnsafeBufferPointer(start: piece.text, count: piece.count)
    if text.contains(UInt8(ascii: "!")) { error?.pointee.fail?(error, "met a !") }
    if text.contains(UInt8(ascii: "?")) { pass.pointee.isBad = true }
    if piece.is_first != 0 { text_append(output, "<") }
    output?.pointee.append?(output, piece.text, piece.count)
    text_append(output, piece.ending)
  }

  private static func finish(
    _ state: UnsafeMutableRawPointer?, _ output: UnsafeMutablePointer<text_output>?,
    _ error: UnsafeMutablePointer<cleanse_error>?
  ) {
    guard let pass = state?.assumingMemoryBound(to: Pass.self) else { return }
    writeArgument(pass, output)
    if pass.pointee.isBad { error?.pointee.fail?(error, "met a ?") }
    text_append(output, ".")
  }

  private static func writeArgument(
    _ pass: UnsafeMutablePointer<Pass>, _ output: UnsafeMutablePointer<text_output>?
  ) {
    guard let argument = pass.pointee.argument else { return }
    text_append(output, "(\(argument))")
    pass.pointee.argument = nil
  }

  private static func end(_ state: UnsafeMutableRawPointer?) {
    guard let pass = state?.assumingMemoryBound(to: Pass.self) else { return }
    pass.pointee.filter.counts.withLock { $0.ended += 1 }
    pass.deinitialize(count: 1)
    pass.deallocate()
  }
}
