#if canImport(Darwin)
  import Darwin
#endif

/// The executable and the shared libraries that are loaded into this process.
package enum LoadedImages {
  /// The sections of all images with the relative addresses of conformance records, four bytes each.
  package static func conformances() -> [UnsafeRawBufferPointer] {
    let sections = unsafe Sections()
    #if canImport(Darwin)
      for image in 0..<_dyld_image_count() {
        guard let header = unsafe _dyld_get_image_header(image) else { continue }
        var size: UInt = 0
        // Safety: all images of a 64-bit process have that header.
        let start = unsafe header.withMemoryRebound(to: mach_header_64.self, capacity: 1) {
          unsafe getsectiondata($0, "__TEXT", "__swift5_proto", &size)
        }
        unsafe sections.add(start, Int(size))
      }
    #else
      unsafe enumerateMetadataSections(
        addConformances, Unmanaged.passUnretained(sections).toOpaque())
    #endif
    return unsafe withExtendedLifetime(sections) { unsafe sections.list }
  }
}

/// The sections that have been found.
@unsafe private final class Sections {
  private(set) var list: [UnsafeRawBufferPointer] = unsafe []

  func add(_ start: UnsafeRawPointer?, _ size: Int) {
    unsafe list.append(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size))
  }
}

#if !canImport(Darwin)
  /// Adds the section of an image.
  ///
  /// Safety: the layout is that of `MetadataSections` in the runtime's ImageInspectionCommon.h: four words, then the
  /// start and the length of each section, of which that of conformances is the second.
  private func addConformances(
    ofImage image: UnsafeRawPointer, to sections: UnsafeRawPointer
  ) -> Bool {
    unsafe Unmanaged<Sections>.fromOpaque(sections).takeUnretainedValue().add(
      image.load(fromByteOffset: 48, as: UnsafeRawPointer?.self),
      image.load(fromByteOffset: 56, as: Int.self))
    return true
  }

  /// Calls the function with the sections of each image, until it returns false.
  ///
  /// Safety: a function in C of the Swift runtime, which has no header. For two addresses as arguments, the calling
  /// conventions of Swift and C are the same.
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func enumerateMetadataSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    _ context: UnsafeRawPointer)
#endif
