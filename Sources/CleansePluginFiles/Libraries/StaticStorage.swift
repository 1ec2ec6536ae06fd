/// The space in the block of static thread-local storage, which the dynamic linker allocates when the process starts.
///
/// Only the storage of libraries that are loaded then has its exact size. What is loaded later, and can't be accessed
/// through a function (`DF_STATIC_TLS`), must fit into a reserve. (glibc's `elf/dl-tls.c`, `_dl_tls_static_surplus_init`.)
enum StaticStorage {
  /// The name of the setting in the environment variable `GLIBC_TUNABLES`.
  static let setting = "glibc.rtld.optional_static_tls"

  /// The part of the reserve that the setting does not change.
  private static let fixed: UInt64 = 1152
  private static let defaultReserve: UInt64 = 512
  /// The block is aligned, so it may have a few bytes more.
  private static let rounding: UInt64 = 64

  /// The largest size that may fit.
  ///
  /// - Parameter tunables: The value of `GLIBC_TUNABLES` when the process was started.
  static func limit(reserving tunables: [UInt8]?) -> UInt64 {
    let settings = (tunables ?? []).split(separator: UInt8(ascii: ":"))
    let name = Array("\(setting)=".utf8)
    let value = settings.last { $0.starts(with: name) }
      .map { String(decoding: $0.dropFirst(name.count), as: UTF8.self) }
    // A value in hexadecimal is valid, too; the dynamic linker then has the last word.
    let reserve = value.map { UInt64(UInt32($0) ?? .max) } ?? defaultReserve
    return fixed + rounding + reserve
  }

  /// The defect of a plugin that needs more, alone or with its libraries.
  static func excess(
    _ contents: PluginContents, _ walk: LibraryWalk, _ process: HostProcess
  ) -> FileDefect? {
    let sizes = [contents.needs.effects.staticStorage] + walk.effects.map(\.effects.staticStorage)
    let total = sizes.reduce(UInt64(0)) { sum, size in
      let (result, isOverflow) = sum.addingReportingOverflow(size)
      return isOverflow ? .max : result
    }
    guard total > process.staticStorageLimit else { return nil }
    let library = walk.effects.max { $0.effects.staticStorage < $1.effects.staticStorage }
    return .staticStorage(
      size: total, limit: process.staticStorageLimit,
      library: library.flatMap { $0.effects.staticStorage > sizes[0] ? $0.library : nil })
  }
}
