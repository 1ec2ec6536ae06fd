/// The offsets of consecutive values, as C lays out the fields of a structure.
struct COffsets {
  private(set) var offsets: [Int] = []
  private(set) var alignment = 1
  private var end = 0

  /// The size of all values in bytes, rounded up to the alignment.
  var size: Int { end.roundedUp(to: alignment) }

  /// - Throws: For `void`, and if the size exceeds ``CStructureLayout/sizeLimit``.
  init(of layouts: [CLayout]) throws(CallInterfaceError) {
    for layout in layouts { try append(layout) }
  }

  private mutating func append(_ layout: CLayout) throws(CallInterfaceError) {
    if case .void = layout { throw .voidValue }
    let offset = end.roundedUp(to: layout.alignment)
    offsets.append(offset)
    end = offset + layout.size
    alignment = max(alignment, layout.alignment)
    if size > CStructureLayout.sizeLimit { throw .tooLarge }
  }
}

extension Int {
  /// Returns the number rounded up to a multiple of a positive number.
  func roundedUp(to unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
