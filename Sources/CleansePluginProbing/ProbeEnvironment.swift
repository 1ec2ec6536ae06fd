import CleanseCrypto
import CleanseSupport

/// The environment variables of this process that processes which load plugins get.
///
/// Any other variable can be a secret of the application, or of another plugin. These decide what is loaded, or which locale,
/// time zone, directories and user a plugin finds.
enum ProbeEnvironment {
  /// The variables, in the order of the environment, each as `NAME=value` with a null byte at its end.
  ///
  /// `PluginProbe.start` determines them, while no other thread can change the environment.
  static let passed = ProcessVariables.entries.filter(isPassed)

  /// The digest of the variables, as their values would be too long for the keys of the cache.
  static let digest =
    "\(ContentDigest(of: passed.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)))"

  private static let names = [
    "GLIBC_TUNABLES", "HOME", "LANG", "LANGUAGE", "LOCPATH", "LOGNAME", "PATH", "TMPDIR", "TZ",
    "TZDIR", "USER",
  ]

  /// The dynamic linker, locales, the allocator and the runtimes of Swift and of sanitizers read these.
  private static let prefixes = [
    "LD_", "LC_", "MALLOC_", "SWIFT_", "ASAN_OPTIONS=", "LSAN_OPTIONS=", "TSAN_OPTIONS=",
    "UBSAN_OPTIONS=",
  ]

  /// - Parameter variable: The name and the value, as `NAME=value`.
  static func isPassed(_ variable: [UInt8]) -> Bool {
    names.contains { variable.starts(with: Array("\($0)=".utf8)) }
      || prefixes.contains { variable.starts(with: $0.utf8) }
  }
}
