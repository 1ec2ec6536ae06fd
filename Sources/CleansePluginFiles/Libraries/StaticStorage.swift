/// The space in the block of static thread-local storage, which the dynamic linker allocates when the process starts.
///
/// Only the storage of libraries that are loaded then has its exact size. What is loaded later, and can't be accessed
/// through a function (`DF_STATIC_TLS`), must fit into a reserve. (glibc's `elf/dl-tls.c`, `_dl_tls_static_surplus_init`.)
enum StaticStorage {
  /// The name of the setting in the environment variable `GLIBC_TUNABLES`.
  static let setting = "glibc.rtld.optional_static_tls"
  /// The number of namespaces that the reserve is for.
  private static let namespaces = "glibc.rtld.nns"

  /// The part of the reserve for the namespaces, with their default number.
  private static let fixed: UInt64 = 1152
  private static let defaultReserve: UInt64 = 512
  /// The block is aligned, so it may have a few bytes more.
  private static let rounding: UInt64 = 64

  /// The largest size that may fit; the maximum if that is not known, as with another number of namespaces.
  ///
  /// - Parameter tunables: The value of `GLIBC_TUNABLES` when the process was started.
  static func limit(reserving tunables: [UInt8]?) -> UInt64 {
    let settings = (tunables ?? []).split(separator: UInt8(ascii: ":"))
    guard !settings.contains(where: { $0.starts(with: "\(namespaces)=".utf8) }) else { return .max }
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
    let own = contents.needs.effects.staticStorage
    let sizes = [own] + walk.staticStorage.map(\.size)
    let total = sizes.reduce(UInt64(0)) { sum, size in
      let (result, isOverflow) = sum.addingReportingOverflow(size)
      return isOverflow ? .max : result
    }
    guard total > process.staticStorageLimit else { return nil }
    let largest = walk.staticStorage.max { $0.size < $1.size }
    return .staticStorage(
      size: total, limit: process.staticStorageLimit,
      library: largest.flatMap { $0.size > own ? $0.library : nil })
  }
}
