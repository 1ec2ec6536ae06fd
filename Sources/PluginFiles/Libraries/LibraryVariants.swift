import Glibc

/// The directories within a directory in which the dynamic linker looks for variants of a library for some
/// processors, before it looks in the directory itself.
///
/// Which of them it looks in depends on the processor, the version of glibc and `GLIBC_TUNABLES`, so all of them
/// count. (ld.so(8), *Hardware capabilities*; glibc before 2.37 also has the older kind.)
enum LibraryVariants {
  /// The directories that exist, and those that may come to exist in a `glibc-hwcaps` that does.
  static func directories(in directory: String) -> [String] {
    let capabilities = "\(directory)/glibc-hwcaps"
    var found: [String] = []
    if exists(capabilities) {
      // Where others may not list a directory, the dynamic linker still opens what it knows the name of.
      let listed = (try? PluginDirectory.entryNames(of: capabilities)) ?? []
      let names = listed.map { String(decoding: $0, as: UTF8.self) }.filter {
        $0 != "." && $0 != ".."
      }
      found = Set(names + known).sorted().map { "\(capabilities)/\($0)" }
    }
    return found + older(in: directory, depth: 0)
  }

  /// What glibc itself names for the machines that have such variants.
  private static let known = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]

  /// The parts of the older kind of path, of which there may be several, as in `tls/haswell/x86_64`.
  private static let olderParts = [
    "tls", "haswell", "xeon_phi", "avx512_1", "sse2", "x86_64", "i686", "aarch64", "atomics",
  ]
  /// The most parts that glibc puts together.
  private static let depthLimit = 4

  private static func older(in directory: String, depth: Int) -> [String] {
    guard depth < depthLimit else { return [] }
    return olderParts.map { "\(directory)/\($0)" }.filter(exists)
      .flatMap { older(in: $0, depth: depth + 1) + [$0] }
  }

  /// Whether there is an entry of any kind, also a link to what does not exist yet.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }
}
