import CleansePluginHost
import CleanseSupport

/// Checks of the system that the program runs on.
struct MachineChecks {
  let environment: [String: String]

  private static let fewestDescriptors: rlim_t = 256

  var all: [DoctorCheck] { [system, processes, sandbox, descriptors, temporaryFiles] }

  private var system: DoctorCheck {
    let architecture = ABIStamp.host.architecture
    let text = "\(Self.kernel), \(architecture), \(Self.library)"
    guard architecture == Version.testedArchitecture else {
      return .warning(
        .machine, "\(text): the tests of this program run only on \(Version.testedArchitecture)",
        fix: "report the errors of the self-test at the end, if there are any")
    }
    return .ok(.machine, text)
  }

  /// The name of the environment variable with the directory for temporary files.
  static let temporaryVariable = "TMPDIR"

  /// The directory for temporary files.
  static func temporaryDirectory(_ environment: [String: String]) -> String {
    environment[temporaryVariable].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  private static var kernel: String {
    var name = utsname()
    guard unsafe uname(&name) == 0 else { return "Linux" }
    let release = unsafe withUnsafeBytes(of: &name.release) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "Linux \(release)"
  }

  /// The C library, such as `glibc 2.36`.
  private static var library: String {
    var text = [CChar](repeating: 0, count: 64)
    guard unsafe confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > 0 else {
      return "another C library than glibc"
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private var processes: DoctorCheck {
    guard unsafe access("/proc/self/exe", R_OK) == 0 else {
      return .error(
        .machine, "/proc is not mounted, without which no plugin can be loaded",
        fix: "mount -t proc proc /proc")
    }
    return .ok(.machine, "/proc is mounted")
  }

  private var sandbox: DoctorCheck {
    let gaps = PluginProbe.sandboxGaps
    guard gaps.isEmpty else {
      return .warning(
        .machine, "plugins can't be confined completely: \(gaps.joined(separator: "; "))",
        fix: "use a kernel with Landlock and seccomp, or a container that allows them")
    }
    return .ok(.machine, "plugins are confined: \(PluginProbe.sandboxKernel)")
  }

  private var descriptors: DoctorCheck {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return .warning(
        .machine, "the limit of open files can't be read: \(SystemError.last)", fix: "ulimit -n")
    }
    guard limit.rlim_cur >= Self.fewestDescriptors else {
      return .warning(
        .machine, "only \(limit.rlim_cur) files may be open, too few for many plugins",
        fix: "ulimit -n \(Self.fewestDescriptors)")
    }
    return .ok(.machine, "\(limit.rlim_cur) files may be open")
  }

  private var temporaryFiles: DoctorCheck {
    let directory = Self.temporaryDirectory(environment)
    guard unsafe access(directory, W_OK | X_OK) == 0 else {
      return .error(
        .machine, "no temporary files can be created in \(directory): \(SystemError.last)",
        fix: "set \(Self.temporaryVariable) to a directory that you may write to")
    }
    return .ok(.machine, "temporary files can be created in \(directory)")
  }
}
