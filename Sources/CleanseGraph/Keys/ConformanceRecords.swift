internal import CleanseSupport

/// The conformances of types to a protocol, in all images that are loaded.
///
/// The compiler describes each conformance in a record, for casts at run time. The layout is part of Swift's stable
/// ABI: `TargetProtocolConformanceDescriptor` in include/swift/ABI/Metadata.h in the Swift repository.
package enum ConformanceRecords {
  /// Returns the descriptors of the classes, structures and enumerations that conform to the protocol, in the order
  /// of the images and of the records in each.
  package static func types(conformingTo requested: ContextDescriptor) -> [ContextDescriptor] {
    unsafe LoadedImages.conformances().flatMap { section in
      stride(from: 0, to: section.count, by: 4).compactMap { offset in
        guard let start = section.baseAddress,
          let conformance = unsafe RelativePointer(at: start + offset).target,
          let declared = unsafe RelativePointer(at: conformance).target,
          unsafe ContextDescriptor(address: declared) == requested
        else { return nil }
        return unsafe type(of: conformance)
      }
    }
  }

  /// The type of a conformance; nil for a class that only the Objective-C runtime knows.
  private static func type(of conformance: UnsafeRawPointer) -> ContextDescriptor? {
    let reference = unsafe conformance + 4
    let distance = unsafe Int(reference.load(as: Int32.self))
    let kind = unsafe conformance.load(fromByteOffset: 12, as: UInt32.self) >> 3 & 7
    switch kind {
    case 0: return unsafe ContextDescriptor(address: reference + distance)
    case 1:
      let indirect = unsafe (reference + distance).load(as: UnsafeRawPointer?.self)
      return unsafe indirect.map { unsafe ContextDescriptor(address: $0) }
    default: return nil
    }
  }
}
