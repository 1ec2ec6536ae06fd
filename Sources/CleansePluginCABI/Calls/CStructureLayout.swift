/// The layout of a C structure: consecutive fields, each at the next aligned offset.
struct CStructureLayout: Hashable, Sendable {
  /// The maximum size in bytes. A larger structure could overflow the stack when it is passed by value.
  static let sizeLimit = 1 << 16

  let fields: [CLayout]
  /// The offset of each field in bytes.
  let offsets: [Int]
  let size: Int
  let alignment: Int

  /// - Throws: If there is no field, a field is `void`, or the structure is larger than ``sizeLimit``. The
  ///   size of each nested structure is stored, so an exponentially nested structure is rejected without a
  ///   walk through its fields.
  init(_ fields: [CLayout]) throws(CallInterfaceError) {
    if fields.isEmpty { throw .emptyStructure }
    let layout = try COffsets(of: fields)
    self.fields = fields
    offsets = layout.offsets
    alignment = layout.alignment
    size = layout.size
  }
}
