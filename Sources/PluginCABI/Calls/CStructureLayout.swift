/// A structure of C: fields one behind the other, each at the next place that is aligned for it.
struct CStructureLayout: Hashable, Sendable {
  /// More would fill the stack when it is handed over by value.
  static let sizeLimit = 1 << 16

  let fields: [CLayout]
  /// Where each field begins.
  let offsets: [Int]
  let size: Int
  let alignment: Int

  /// - Throws: Where there is no field, a field is `void`, or the structure is larger than
  ///   ``sizeLimit``. The size is known of each structure that is there, so that one that holds many
  ///   that hold many is refused before anybody walks through it.
  init(_ fields: [CLayout]) throws(CallInterfaceError) {
    if fields.isEmpty { throw .emptyStructure }
    let places = try COffsets(of: fields)
    self.fields = fields
    offsets = places.offsets
    alignment = places.alignment
    size = places.size
  }
}
