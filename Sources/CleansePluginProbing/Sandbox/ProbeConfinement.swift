import CleanseConfinement
import CleansePluginFiles
import CleansePluginLoading
import CleansePluginMetadata
import CleanseSupport

/// What a process that loads plugins to check them may do: read the system's files and those of its plugins, and write in a
/// directory of its own.
enum ProbeConfinement {
  /// What all of these processes may do.
  static var common: Confinement { Confinement(readable: system + ofProgram) }

  /// What a process may do besides that.
  ///
  /// - Parameters:
  ///   - plugins: The plugins of the process.
  ///   - access: What they are granted.
  ///   - directory: Its own directory; nil if there is none.
  static func confinement(
    of plugins: [PluginInspection], with access: SystemAccess, in directory: FilePath?
  ) -> Confinement {
    let files = plugins.flatMap { plugin in
      [plugin.file.path, plugin.file.resolvedPath] + plugin.libraries.map(\.path)
    }
    var confinement = Confinement(
      readable: readable(with: files.map { FilePath($0) }), writable: devices)
    if let directory { confinement.writable.append(directory) }
    confinement.allow(access)
    // Otherwise a host of root could not load the plugins of a user with a private home directory.
    confinement.ignoresReadPermissions = true
    return confinement
  }

  /// The directories of files, and of the links to them. Where other files of users are below a directory, too, only the file
  /// itself.
  static func readable(with files: [FilePath]) -> [FilePath] {
    var filesOfDirectories: [FilePath: Set<FilePath>] = [:]
    for file in files {
      let resolved = SystemPath.resolved(file)
      // A plugin chooses the spelling of some paths. What is compared is what is opened: the path without links and `..`.
      let directories = [
        resolved?.removingLastComponent,
        resolved == file ? nil : SystemPath.resolved(file.removingLastComponent),
      ]
      for directory in directories.compactMap(\.self) {
        filesOfDirectories[directory, default: []].insert(resolved ?? file)
      }
    }
    return filesOfDirectories.flatMap { isOfUsers($0) ? Array($1) : [$0] }.sorted()
  }

  /// Whether the files of users are below a directory, or it is the home directory of one.
  ///
  /// - Parameter directory: Its path without links. It can be mounted at another path, too.
  private static func isOfUsers(_ directory: FilePath) -> Bool {
    guard directory.removingLastComponent != homes,
      let identity = FileIdentity(at: directory)
    else { return true }
    return ofUsers.contains(identity)
  }

  /// The directory of the home directories of all users.
  private static let homes = SystemPath.resolved("/home" as FilePath)

  private static let ofUsers: Set<FileIdentity> = {
    let shared: [FilePath] = [
      "/", "/home", "/media", "/mnt", "/opt", "/root", "/run", "/srv", "/tmp", "/var", "/var/tmp",
    ]
    let named = unsafe getenv("HOME").map { unsafe FilePath(String(cString: $0)) } ?? "/root"
    let home = SystemPath.resolved(named) ?? named
    return Set((shared + [home] + home.ancestors).compactMap { FileIdentity(at: $0) })
  }()

  /// The directories of the program and of the libraries that it has loaded, or would search for others.
  static let ofProgram: [FilePath] = {
    let files = LoadedLibraries.paths + [SystemPath.target(ofLink: "/proc/self/exe")]
    let searched = unsafe getenv("LD_LIBRARY_PATH").map { unsafe String(cString: $0) } ?? ""
    // The library of the kernel (vdso(7)) has a name alone, which would be a file of the working directory.
    return readable(with: files.map { FilePath($0) }.filter(\.hasDirectory))
      + FilePath.list(searched, separators: ":;").filter(\.isAbsolute)
  }()

  /// Programs, libraries, data and settings of the system, and what the kernel shows of the processor, the memory and the
  /// process.
  static let system: [FilePath] =
    [
      "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/var/cache/fontconfig",
      "/proc/self", "/proc/cpuinfo", "/proc/filesystems", "/proc/loadavg", "/proc/meminfo",
      "/proc/stat", "/proc/sys", "/proc/uptime", "/proc/version", "/sys/devices/system",
      "/sys/fs/cgroup", "/sys/kernel/mm", "/dev/random", "/dev/urandom",
    ] + settings

  static let devices: [FilePath] = ["/dev/full", "/dev/null", "/dev/zero"]

  /// The settings that libraries read. A user may read all others that the permissions allow; root owns those with secrets.
  private static var settings: [FilePath] {
    guard geteuid() == 0 else { return ["/etc"] }
    return [
      "alternatives", "bindresvport.blacklist", "ca-certificates", "ca-certificates.conf",
      "crypto-policies", "debian_version", "default/locale", "environment", "ethertypes", "fonts",
      "fstab", "gai.conf", "glvnd", "gnutls", "group", "gtk-2.0", "gtk-3.0", "host.conf",
      "hostname", "hosts", "inputrc", "java", "krb5.conf", "ld.so.cache", "ld.so.conf",
      "ld.so.conf.d", "ld.so.preload", "libaudit.conf", "libibverbs.d", "libnl-3", "locale.alias",
      "locale.conf", "locale.gen", "localtime", "login.defs", "lsb-release", "machine-id",
      "magic", "mailcap", "mime.types", "mtab", "networks", "nsswitch.conf", "odbcinst.ini",
      "openal", "OpenCL", "openmpi", "os-release", "pam.conf", "pam.d", "passwd", "pkcs11",
      "profile", "protocols", "pulse", "python3", "python3.11", "resolv.conf", "rpc", "services",
      "shells", "ssl/certs", "ssl/openssl.cnf", "sysctl.conf", "sysctl.d", "terminfo", "timezone",
      "vdpau_wrapper.cfg", "vulkan", "xattr.conf", "xdg",
    ].map { FilePath("/etc").appending($0) }
  }
}
