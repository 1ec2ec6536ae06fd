import CCleansePlugin
import CTextFilterAPI
import Cleanse
import CleansePlugin
import TextFilterAPI

/// A filter that is a table of C functions.
struct CTextFilter: TextFilter {
  let name: String
  let summary: String
  private let table: CFilterTable

  /// What C was, or is to be, handed as this filter.
  var pointer: CPointer { table.pointer }

  /// Takes what a plugin made.
  ///
  /// - Throws: A `CBridgeError` when the table lacks something.
  init(_ pointer: CPointer) throws {
    table = try CFilterTable(pointer)
    name = try Self.text(table.members.name, "name")
    summary = try Self.text(table.members.summary, "summary")
  }

  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform {
    guard argument?.utf8.contains(0) != true else {
      throw TextFilterArgumentError("the argument has a null character")
    }
    let (pass, failure) = table.begin(argument)
    if let failure { throw TextFilterArgumentError(failure.text) }
    return CTextTransform(CFilterPass(pass, of: table))
  }

  private static func text(_ text: UnsafePointer<CChar>?, _ member: String) throws -> String {
    guard let text, let string = String(validatingCString: text), !string.isEmpty else {
      throw CBridgeError("a text_filter has no \(member) in UTF-8")
    }
    return string
  }
}

/// The functions of a filter, until nobody uses them any more.
final class CFilterTable: @unchecked Sendable {
  // Safety: nothing changes after it has been made, and the contract says that any thread may begin
  // a pass.
  let pointer: CPointer
  let members: text_filter

  init(_ pointer: CPointer) throws {
    let size = pointer.address.load(as: Int.self)
    guard size >= MemoryLayout<text_filter>.size else {
      throw CBridgeError(
        "a text_filter has \(size) bytes, and \(MemoryLayout<text_filter>.size) are needed")
    }
    let members = pointer.address.load(as: text_filter.self)
    guard members.begin != nil, members.transform != nil else {
      throw CBridgeError("a text_filter lacks `begin` or `transform`")
    }
    self.pointer = pointer
    self.members = members
  }

  deinit {
    members.destroy?(members.state)
  }

  /// Begins a pass, and returns what stands for it and why there is none.
  func begin(_ argument: String?) -> (pass: UnsafeMutableRawPointer?, failure: CFailure?) {
    var pass: UnsafeMutableRawPointer?
    let failure = CFailure.reported { error in
      if let argument {
        pass = argument.withCString { members.begin?(members.state, $0, error) }
      } else {
        pass = members.begin?(members.state, nil, error)
      }
    }
    return (pass, failure)
  }
}
