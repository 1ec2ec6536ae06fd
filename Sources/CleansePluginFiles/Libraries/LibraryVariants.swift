import CleanseSupport
import Glibc

/// The subdirectories in which the dynamic linker searches for processor-specific variants of a library, before
/// it searches the directory itself.
///
/// The processor, the version of glibc and `GLIBC_TUNABLES` decide which of them it searches, so all are
/// included. (ld.so(8), *Hardware capabilities*; glibc before 2.37 also has the older kind.)
enum LibraryVariants {
  /// The existing subdirectories, and those that could be created in an existing `glibc-hwcaps`.
  static func directories(in directory: FilePath) -> [FilePath] {
    let capabilities = directory.appending("glibc-hwcaps")
    var found: [FilePath] = []
    if exists(capabilities) {
      // The dynamic linker opens known names even in a directory that can't be listed.
      let names = (try? Directory.entries(in: capabilities)) ?? []
      found = Set(names + known).sorted().map { capabilities.appending($0) }
    }
    return found + older(in: directory, depth: 0)
  }

  /// The names that glibc searches for.
  private static let known: [FilePath] = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]

  /// The components of the older kind of path, which may be nested, as in `tls/haswell/x86_64`.
  private static let olderParts: [FilePath] = [
    "tls", "haswell", "xeon_phi", "avx512_1", "sse2", "x86_64", "i686", "aarch64", "atomics",
  ]
  /// The maximum number of nested components.
  private static let depthLimit = 4

  private static func older(in directory: FilePath, depth: Int) -> [FilePath] {
    guard depth < depthLimit else { return [] }
    return olderParts.map { directory.appending($0) }.filter(exists)
      .flatMap { older(in: $0, depth: depth + 1) + [$0] }
  }

  /// Whether there is an entry of any kind, including a broken link.
  static func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe lstat(path.cString, &status) == 0
  }
}
