import CTextFilterAPI
import CleansePlugin
import TextFilterAPI

/// Makes `text_filter *` of C and `any TextFilter` one key, so that a table of C functions is a
/// filter like any other, and C can use all filters that there are.
enum TextFilterBridge: CBridge {
  static let cName = "text_filter"

  static func value(of pointer: CPointer) throws -> any TextFilter {
    try CTextFilter(pointer)
  }

  static func pointer(to value: any TextFilter) throws -> CPointer {
    if let filter = value as? CTextFilter { return filter.pointer }
    return try SwiftFilterTable(value).pointer
  }
}
