import CCleansePlugin
import CTextFilterAPI
import Cleanse
import CleansePlugin
import TextFilterAPI

/// A filter that is implemented by a table of C functions.
struct CTextFilter: TextFilter {
  let name: String
  let summary: String
  private let table: CFilterTable

  /// The pointer to the table, which represents this filter in C.
  var pointer: CPointer { table.pointer }

  /// Creates a filter from the table of a C plugin.
  ///
  /// - Throws: A `CBridgeError` if a required member is missing.
  init(_ pointer: CPointer) throws {
    table = try CFilterTable(pointer)
    name = try unsafe Self.text(table.members.name, "name")
    summary = try unsafe Self.text(table.members.summary, "summary")
  }

  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform {
    guard argument?.utf8.contains(0) != true else {
      throw TextFilterArgumentError("the argument has a null character")
    }
    let (pass, failure) = unsafe table.begin(argument)
    if let failure { throw TextFilterArgumentError(failure.text) }
    return unsafe CTextTransform(CFilterPass(pass, of: table))
  }

  private static func text(_ text: UnsafePointer<CChar>?, _ member: String) throws -> String {
    guard let text = unsafe text, let string = unsafe String(validatingCString: text),
      !string.isEmpty
    else {
      throw CBridgeError("a text_filter has no \(member) in UTF-8")
    }
    return string
  }
}

/// The function table of a filter, destroyed with the last reference.
@safe final class CFilterTable: @unchecked Sendable {
  // Safety: immutable after initialization, and the contract says that any thread may begin
  // a pass.
  let pointer: CPointer
  let members: text_filter

  init(_ pointer: CPointer) throws {
    let size = unsafe pointer.address.load(as: Int.self)
    guard unsafe size >= MemoryLayout<text_filter>.size else {
      throw CBridgeError(
        unsafe "a text_filter has \(size) bytes, and \(MemoryLayout<text_filter>.size) are needed")
    }
    let members = unsafe pointer.address.load(as: text_filter.self)
    guard unsafe members.begin != nil, unsafe members.transform != nil else {
      throw CBridgeError("a text_filter lacks `begin` or `transform`")
    }
    self.pointer = pointer
    unsafe self.members = unsafe members
  }

  deinit {
    unsafe members.destroy?(members.state)
  }

  /// Begins a pass; returns its state, and the failure if there is one.
  func begin(_ argument: String?) -> (pass: UnsafeMutableRawPointer?, failure: CFailure?) {
    var pass: UnsafeMutableRawPointer?
    let failure = unsafe CFailure.reported { error in
      if let argument {
        unsafe pass = unsafe argument.withCString {
          unsafe members.begin?(members.state, $0, error)
        }
      } else {
        unsafe pass = unsafe members.begin?(members.state, nil, error)
      }
    }
    return unsafe (pass, failure)
  }
}
