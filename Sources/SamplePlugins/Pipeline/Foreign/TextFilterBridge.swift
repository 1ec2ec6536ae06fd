import CTextFilterAPI
import CleansePlugin
import TextFilterAPI

/// The bridge between `text_filter *` in C and `any TextFilter`: a table of C functions is a filter
/// like any other, and C can use all filters.
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
