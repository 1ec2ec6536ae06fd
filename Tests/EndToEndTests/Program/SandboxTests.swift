import CleanseTestSupport
import Foundation
import Testing

@Suite(
  "Plugins in the sandbox", .blocking,
  .enabled(if: confinesPlugins, "the system has neither Landlock nor seccomp"))
struct SandboxTests {
  /// What a plugin attempts, whether it has succeeded, and the beginning of the report; nil if it is not reported.
  struct Attempt: CustomTestStringConvertible, Sendable {
    let name: String
    /// An expression in C that is true if it has succeeded.
    let success: String
    let report: String?

    var testDescription: String { name }
  }

  static let attempts = [
    Attempt(
      name: "create a file", success: #"open(PLACE "/made", O_CREAT | O_WRONLY, 0600) >= 0"#,
      report: "write to "),
    Attempt(
      name: "overwrite a file", success: #"open(PLACE "/file", O_WRONLY | O_TRUNC) >= 0"#,
      report: "write to "),
    Attempt(name: "truncate", success: #"truncate(PLACE "/file", 0) == 0"#, report: ""),
    Attempt(name: "remove", success: #"unlink(PLACE "/file") == 0"#, report: "remove or rename "),
    Attempt(
      name: "rename", success: #"rename(PLACE "/file", PLACE "/other") == 0"#,
      report: "remove or rename "),
    Attempt(name: "chmod", success: #"chmod(PLACE "/file", 0777) == 0"#, report: ""),
    Attempt(name: "link", success: #"link(PLACE "/file", PLACE "/other") == 0"#, report: ""),
    Attempt(name: "read", success: #"open(PLACE "/file", O_RDONLY) >= 0"#, report: nil),
    Attempt(
      name: "TCP", success: "socket(AF_INET, SOCK_STREAM, 0) >= 0", report: "open an IPv4"),
    Attempt(
      name: "UDP", success: "socket(AF_INET, SOCK_DGRAM, 0) >= 0", report: "open an IPv4"),
    Attempt(
      name: "a UNIX socket", success: "socket(AF_UNIX, SOCK_DGRAM, 0) >= 0", report: "open a "),
    Attempt(
      name: "execute", success: #"system("exit 3") == 3 << 8"#, report: "execute `/bin/sh`"),
    Attempt(name: "signal", success: "kill(getppid(), SIGCONT) == 0", report: "send signal 18"),
    Attempt(
      name: "trace", success: "ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0",
      report: "make the system call `ptrace`"),
    Attempt(
      name: "namespaces", success: "unshare(CLONE_NEWUSER) == 0",
      report: "make the system call `unshare`"),
    Attempt(
      name: "keys", success: "syscall(SYS_add_key, \"user\", \"x\", \"y\", 1, -3) >= 0",
      report: "make the system call `add_key`"),
  ]

  private func plugin(_ attempt: Attempt, _ place: String, inConstructor: Bool) -> CPlugin {
    var plugin = CPlugin(
      body: inConstructor ? "return CLEANSE_OK;" : "attempt(); return CLEANSE_OK;")
    plugin.declarations = """
      #include <sched.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/ptrace.h>
      #include <sys/socket.h>
      #include <sys/stat.h>
      #include <sys/syscall.h>
      #define PLACE "\(place)"
      \(inConstructor ? "__attribute__((constructor))" : "") static void attempt(void) {
        if (\(attempt.success)) abort();
      }
      """
    plugin.options = ["-D_GNU_SOURCE", "-Wno-macro-redefined"]
    return plugin
  }

  @Test("can't affect or read anything else, which is reported", arguments: attempts)
  func refused(attempt: Attempt) throws {
    for inConstructor in [true, false] {
      let directory = try TemporaryDirectory()
      let place = try TemporaryDirectory()
      try place.write("secret", to: "file")
      try plugin(attempt, place.path, inConstructor: inConstructor)
        .build("plugins/c.so", in: directory)
      let run = try host("validate", "--no-cache", in: directory)
      #expect(run.status == (attempt.report == nil ? 0 : 1), "\(run.errors)")
      if let report = attempt.report {
        #expect(run.errors.contains("plugins/c.so tried to \(report)"), "\(run.errors)")
        #expect(run.errors.contains("while it was being checked [plugin/denied]"))
      }
      // Otherwise the attempt would fail anyway.
      let open = try host("validate", "--no-cache", "--sandbox", "off", in: directory)
      #expect(open.status == 1, "\(attempt.name): \(open.errors)")
    }
  }

  /// The directory of the kernel's library, which has a name alone, was that of the host.
  @Test("can't read the working directory")
  func workingDirectory() throws {
    let directory = try TemporaryDirectory()
    try directory.write("secret", to: "file")
    let path = directory.path(of: "file")
    var plugin = CPlugin(body: "if (open(\"\(path)\", O_RDONLY) >= 0) abort(); return CLEANSE_OK;")
    plugin.declarations = "#include <stdlib.h>"
    try plugin.build("plugins/c.so", in: directory)
    let run = try host("validate", "--no-cache", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try host("validate", "--no-cache", "--sandbox", "off", in: directory).status == 1)
  }

  // The home directory was compared with the path of a plugin's directory as text. A path with a `.`, a `..` or a link to it, also
  // the search path of a plugin, opened all of it.
  @Test("read only themselves in a home directory, whatever their path")
  func home() throws {
    let directory = try TemporaryDirectory()
    try directory.write("secret", to: "home/.config/token")
    try directory.link("link", to: "home")
    try CPlugin.compile("int nine;\n", to: "home/libnine.so", in: directory)
    let token = directory.path(of: "home/.config/token")
    var plugin = CPlugin(body: "if (open(\"\(token)\", O_RDONLY) >= 0) abort(); return CLEANSE_OK;")
    plugin.declarations = "#include <stdlib.h>"
    try plugin.build("home/x.so", in: directory)
    let search = directory.path(of: "home/.")
    plugin.options = ["-Lhome", "-Wl,--no-as-needed,-rpath,\(search)", "-lnine"]
    try plugin.build("plugins/y.so", in: directory)
    for path in ["home/x.so", "home/./x.so", "plugins/../home/x.so", "link/x.so", "plugins/y.so"] {
      for home in ["home", "link"] {
        let run = try host(
          "probe", "--no-cache", path, in: directory,
          environment: ["HOME": directory.path(of: home)])
        #expect(run.status == 0, "\(path), \(home): \(run.errors)")
      }
    }
    #expect(
      try host("probe", "--no-cache", "--sandbox", "off", "home/x.so", in: directory).status == 1)
  }

  @Test("can do what libraries do when they are loaded")
  func allowed() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(
      body: """
        char path[4096], *folder = getenv("TMPDIR");
        pthread_t thread;
        int status;
        if (!folder || snprintf(path, sizeof path, "%s/file", folder) < 0) abort();
        if (open(path, O_CREAT | O_RDWR, 0600) < 0 || unlink(path) != 0) abort();
        if (open("/etc/passwd", O_RDONLY) < 0 || open("/proc/self/maps", O_RDONLY) < 0) abort();
        if (open("/usr/share/zoneinfo/UTC", O_RDONLY) < 0 && errno != ENOENT) abort();
        if (!getpwuid(0) || getentropy(path, 16) != 0 || open("/dev/urandom", O_RDONLY) < 0) abort();
        if (pthread_create(&thread, 0, run, 0) != 0 || pthread_join(thread, 0) != 0) abort();
        if (mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
          == MAP_FAILED) abort();
        pid_t child = fork();
        if (child == 0) _exit(7);
        if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7) abort();
        return CLEANSE_OK;
        """)
    plugin.declarations = """
      #include <errno.h>
      #include <pthread.h>
      #include <pwd.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/mman.h>
      #include <sys/wait.h>
      static void *run(void *state) { return state; }
      """
    plugin.options = ["-D_GNU_SOURCE", "-Wno-macro-redefined"]
    try plugin.build("plugins/c.so", in: directory)
    let run = try host("validate", "--no-cache", "--sandbox", "require", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.errors.contains("[plugin/denied]"), "\(run.errors)")
  }

  @Test("find none of the files that other plugins have left, and none are left after all")
  func leftFiles() throws {
    let directory = try TemporaryDirectory()
    let temporary = try directory.makeDirectory("temporary")
    for number in 1...8 {
      var plugin = CPlugin(
        body: """
          char own[4096];
          DIR *folder = opendir(getenv("TMPDIR"));
          if (!folder || snprintf(own, sizeof own, "left-%d", getpid()) < 0) abort();
          for (struct dirent *entry; (entry = readdir(folder));)
            if (entry->d_name[0] != '.' && strcmp(entry->d_name, own) != 0) abort();
          if (openat(dirfd(folder), own, O_CREAT | O_WRONLY, 0600) < 0) abort();
          return CLEANSE_OK;
          """)
      plugin.identifier = "org.example.c\(number)"
      plugin.declarations = """
        #include <dirent.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        """
      plugin.options = ["-D_GNU_SOURCE", "-Wno-macro-redefined"]
      try plugin.build("plugins/c\(number).so", in: directory)
    }
    let run = try host(
      "validate", "--no-cache", "--sandbox", "require", in: directory,
      environment: ["TMPDIR": temporary])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  // The host was refused to restore the name, or to write what it could not read, and the plugin was blamed.
  @Test("are not blamed for what the host tries in their process")
  func ownAttempts() throws {
    let changes = [
      (#"prctl(PR_SET_NAME, "other")"#, "plugin/changed-process"),
      (#"pthread_setname_np(pthread_self(), "other")"#, "plugin/changed-process"),
      (#"for (int count = 0; count < 300; count++) open("/dev/null", 0)"#, "plugin/probe-limit"),
    ]
    for (change, code) in changes {
      let directory = try TemporaryDirectory()
      var plugin = CPlugin(body: "\(change); return CLEANSE_OK;")
      plugin.declarations = "#include <pthread.h>\n#include <sys/prctl.h>"
      plugin.options = ["-D_GNU_SOURCE", "-Wno-macro-redefined"]
      try plugin.build("plugins/c.so", in: directory)
      let found = try ["require", "off"].map { mode in
        try host("validate", "--no-cache", "--sandbox", mode, in: directory).errors
      }
      #expect(found[0] == found[1] && found[0].contains("[\(code)]"), "\(change): \(found)")
    }
  }

  @Test("the samples are refused nothing")
  func samples() throws {
    let run = try host("validate", "--no-cache", "--sandbox", "require", Build.plugins.path)
    #expect(run.status == 0 && !run.errors.contains("[plugin/denied]"), "\(run.errors)")
  }
}
