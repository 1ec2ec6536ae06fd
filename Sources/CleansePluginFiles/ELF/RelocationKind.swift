/// The action of the dynamic linker for a relocation of a shared library.
enum RelocationKind: Equatable {
  case nothing
  /// Writes the sum of the load address and the addend.
  case relative
  /// Calls a function, and writes its result.
  case resolver
  /// Writes `size` bytes that are computed from a symbol's address or size.
  case symbol(size: UInt64)
  /// Writes the thread-local storage module of a symbol.
  case threadLocalModule
  /// Writes `size` bytes that are computed from a symbol's offset in the thread-local storage.
  case threadLocalOffset(size: UInt64)

  /// The number of bytes written.
  var size: UInt64 {
    switch self {
    case .nothing: 0
    case .relative, .resolver, .threadLocalModule: 8
    case .symbol(let size), .threadLocalOffset(let size): size
    }
  }

  /// - Parameter type: `R_X86_64_…` or `R_AARCH64_…`. `COPY` is only for executables.
  /// - Returns: Nil for a type that the dynamic linker rejects in a shared library.
  init?(_ type: UInt32) {
    #if arch(x86_64)
      switch type {
      case 0: self = .nothing
      case 8: self = .relative
      case 37: self = .resolver
      case 1, 6, 7, 33: self = .symbol(size: 8)
      case 2, 10, 32: self = .symbol(size: 4)
      case 16: self = .threadLocalModule
      case 17, 18: self = .threadLocalOffset(size: 8)
      case 36: self = .threadLocalOffset(size: 16)
      default: return nil
      }
    #elseif arch(arm64)
      switch type {
      case 0, 256: self = .nothing
      case 1027: self = .relative
      case 1032: self = .resolver
      case 257, 1025, 1026: self = .symbol(size: 8)
      case 1028: self = .threadLocalModule
      case 1029, 1030: self = .threadLocalOffset(size: 8)
      case 1031: self = .threadLocalOffset(size: 16)
      default: return nil
      }
    #else
      #error("add the machine's relocations")
    #endif
  }
}
