import CleanseTestSupport
import Foundation
import Testing

@Suite(
  "The permissions of host run", .blocking,
  .enabled(if: confinesPlugins, "the system has neither Landlock nor seccomp"))
struct RunPermissionsTests {
  /// What a command attempts, whether it succeeds, the permission with which it does, and the report without it.
  struct Attempt: CustomTestStringConvertible, Sendable {
    let name: String
    /// An expression in C that is true if it has succeeded.
    let success: String
    /// Members of `permissions`; `PLACE` is a directory. Nil if nothing allows it.
    let permission: String?
    /// Nil if it is not reported.
    let report: String?

    var testDescription: String { name }
  }

  static let attempts = [
    Attempt(
      name: "read", success: #"open(PLACE "/file", O_RDONLY) >= 0"#,
      permission: #""read": ["PLACE"]"#, report: nil),
    Attempt(
      name: "write", success: #"open(PLACE "/file", O_WRONLY | O_TRUNC) >= 0"#,
      permission: #""write": ["PLACE"]"#, report: "write to `PLACE/file`"),
    Attempt(
      name: "create", success: #"open(PLACE "/made", O_CREAT | O_WRONLY, 0600) >= 0"#,
      permission: #""write": ["PLACE"]"#, report: "write to `PLACE/made`"),
    Attempt(
      name: "remove", success: #"unlink(PLACE "/file") == 0"#,
      permission: #""write": ["PLACE"]"#, report: "remove or rename `PLACE/file`"),
    Attempt(
      name: "change the mode", success: #"chmod(PLACE "/file", 0777) == 0"#, permission: nil,
      report: "make the system call `chmod`"),
    Attempt(
      name: "listen", success: "listens()", permission: #""ports": {"bind": [0]}"#,
      report: "open an IPv4 socket"),
    Attempt(
      name: "connect", success: "connects()", permission: #""ports": {"connect": [9]}"#,
      report: "open an IPv4 socket"),
    Attempt(
      name: "send a datagram", success: "socket(AF_INET, SOCK_DGRAM, 0) >= 0",
      permission: #""resolve": true"#, report: "open an IPv4 socket for datagrams"),
    Attempt(
      name: "use a Unix socket", success: "socket(AF_UNIX, SOCK_STREAM, 0) >= 0", permission: nil,
      report: "open a Unix socket"),
    Attempt(
      name: "execute", success: "executes()", permission: #""exec": ["/bin/true"]"#,
      report: "execute `/bin/true`"),
    Attempt(
      name: "signal", success: "kill(getppid(), SIGCONT) == 0", permission: nil, report: nil),
    Attempt(
      name: "trace", success: "ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0", permission: nil,
      report: "make the system call `ptrace`"),
    Attempt(
      name: "read the memory of another process", success: "reads_memory()", permission: nil,
      report: "make the system call `process_vm_readv`"),
  ]

  private static let declarations = """
    #include <arpa/inet.h>
    #include <fcntl.h>
    #include <pthread.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/ptrace.h>
    #include <sys/resource.h>
    #include <sys/socket.h>
    #include <sys/stat.h>
    #include <sys/uio.h>
    #include <sys/wait.h>
    #include <syslog.h>
    #include <unistd.h>
    #include <cleanse_plugin.h>
    #define UNUSED __attribute__((unused))
    static UNUSED int listens(void) {
      struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
      int descriptor = socket(AF_INET, SOCK_STREAM, 0);
      return descriptor >= 0 && bind(descriptor, (void *)&address, sizeof address) == 0
        && listen(descriptor, 1) == 0;
    }
    /* Nothing listens on the port, which is another error than that of a refusal. */
    static UNUSED int connects(void) {
      struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
      int descriptor = socket(AF_INET, SOCK_STREAM, 0);
      return descriptor >= 0 && (connect(descriptor, (void *)&address, sizeof address) == 0
        || errno == ECONNREFUSED);
    }
    static UNUSED int executes(void) {
      int status = -1;
      pid_t child = fork();
      if (child == 0) {
        execl("/bin/true", "true", (char *)0);
        _exit(9);
      }
      return waitpid(child, &status, 0) == child && status == 0;
    }
    static UNUSED int reads_memory(void) {
      char byte;
      struct iovec own = {&byte, 1}, other = {(void *)&errno, 1};
      return process_vm_readv(getppid(), &own, 1, &other, 1, 0) == 1;
    }
    /* On a thread, which is confined as well. */
    static void *act(void *success) {
      *(int *)success = ATTEMPT;
      return 0;
    }
    """

  /// A directory with a plugin whose command exits with 0 if the attempt succeeds, and with 7 otherwise.
  func site(
    _ success: String, place: String, configuring: String = ""
  ) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "plugins"), withIntermediateDirectories: true)
    try CPlugin.compile(
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #define PLACE "\(place)"
      #define ATTEMPT (\(success.replacing("\n", with: " ")))
      \(Self.declarations)
      static int32_t run(
        void *state UNUSED, size_t count UNUSED, const char *const *arguments UNUSED,
        cleanse_streams *streams UNUSED, cleanse_error *error UNUSED) {
        int success = 0;
        pthread_t thread;
        if (pthread_create(&thread, 0, act, &success) != 0 || pthread_join(thread, 0) != 0) abort();
        return success ? 0 : 7;
      }
      static cleanse_command *make_command(void) {
        static cleanse_command command = {sizeof command, 0, 0, "act", "acts", run};
        return &command;
      }
      CLEANSE_PLUGIN_WITH("org.example.acting", "1.0.0", "Acts", "Ada",
                          CLEANSE_CONTRIBUTES(["Command"])) {
        \(configuring)
        CLEANSE_BIND("cleanse_command *make_command()", make_command, CLEANSE_CONTRIBUTE);
      }

      """, to: "plugins/acting.so", in: directory)
    return directory
  }

  func run(
    _ permissions: String?, in directory: TemporaryDirectory
  ) throws -> HostRun {
    let settings = permissions.map { "{\"permissions\": {\($0)}}" } ?? "{}"
    try directory.write(settings.utf8, to: "host.json")
    return try host("run", "--no-cache", "--", "act", in: directory)
  }

  @Test("nothing but what they list succeeds, and what is refused is reported", arguments: attempts)
  func attempt(_ attempt: Attempt) throws {
    let place = try TemporaryDirectory()
    func placed(_ text: String) -> String { text.replacing("PLACE", with: place.path) }
    let directory = try site(attempt.success, place: place.path)
    func act(_ permissions: String?) throws -> HostRun {
      try place.write("text", to: "file")
      return try run(permissions, in: directory)
    }
    let refused = try act("")
    #expect(refused.status == 7, "\(refused.errors)")
    let reports = attempt.report.map {
      ["host: a plugin tried to \(placed($0)), which `permissions` do not allow"]
    }
    #expect(refused.errors.split(separator: "\n").map(String.init) == reports ?? [])
    if let permission = attempt.permission {
      let allowed = try act(placed(permission))
      #expect(allowed.status == 0, "\(allowed.errors)")
      #expect(allowed.errors == "")
    }
    if attempt.name != "trace" && attempt.name != "read the memory of another process" {
      let unconfined = try act(nil)
      #expect(unconfined.status == 0 && unconfined.errors == "", "\(unconfined.errors)")
    }
  }

  @Test("memory is limited, and threads and forks work")
  func memory() throws {
    let allocates = """
      ({ volatile char *memory = malloc(600 << 20); if (memory) memory[599 << 20] = 1; memory != 0; })
      """
    let directory = try site(allocates, place: "/")
    #expect(try run(#""memory": "512 MiB""#, in: directory).status == 7)
    #expect(try run(#""memory": "2 GiB""#, in: directory).status == 0)
    let forks =
      "({ pid_t c = fork(); if (c == 0) _exit(0); int s; waitpid(c, &s, 0) == c && s == 0; })"
    #expect(try run("", in: site(forks, place: "/")).status == 0)
  }

  /// Mappings that grow like stacks were not counted, nor was the stack after its limit was raised.
  @Test(
    "memory is limited where it grows like a stack",
    arguments: [
      """
      mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0)
        != MAP_FAILED
      """,
      """
      ({ struct rlimit limit = {1 << 30, 1 << 30}; setrlimit(RLIMIT_STACK, &limit) == 0; })
      """,
    ])
  func stack(success: String) throws {
    let directory = try site(success, place: "/")
    #expect(try run(#""memory": "512 MiB""#, in: directory).status == 7)
  }

  /// It could raise the limit, although its operator wants no core files.
  @Test("core files are limited as before")
  func core() throws {
    let raises = """
      ({ struct rlimit limit; getrlimit(RLIMIT_CORE, &limit);
        limit.rlim_cur = limit.rlim_cur == 0 ? 1 << 20 : limit.rlim_cur + 1;
        limit.rlim_max = limit.rlim_cur;
        limit.rlim_cur != 0 && setrlimit(RLIMIT_CORE, &limit) == 0; })
      """
    #expect(try run("", in: site(raises, place: "/")).status == 7)
  }

  /// A rule belongs to an inode, and proc(5) makes another one when the kernel has dropped its caches. The rules were lost then. The
  /// test does not drop the caches, which would disturb others.
  @Test("what the process may read of /proc stays open, so that the kernel can't forget it")
  func keptOpen() throws {
    let isKept = """
      ({ char link[64], target[64], own[64]; int kept = 0;
        snprintf(own, sizeof own, "/proc/%d", getpid());
        for (int file = 0; file < 256; file++) {
          snprintf(link, sizeof link, "/proc/self/fd/%d", file);
          ssize_t size = readlink(link, target, sizeof target - 1);
          if (size < 0) continue;
          target[size] = 0;
          kept += strcmp(target, own) == 0 || strcmp(target, "/proc/meminfo") == 0;
        }
        kept == 2; })
      """
    #expect(try run("", in: site(isKept, place: "/")).status == 0)
  }

  /// libdispatch reads them once in a second while its threads are busy, and ended the process with SIGILL, as the rule for
  /// `/proc/self` does not cover `/proc/THREAD`.
  @Test("the states of its threads can be read, and those of no other process")
  func states() throws {
    let reads = """
      ({ char path[64], text[64] = "", cut[64];
        int parent = getppid(), flags = O_RDONLY | O_NONBLOCK;
        snprintf(path, sizeof path, "/proc/%d/stat", gettid());
        int file = open(path, flags);
        int reads = gettid() != getpid() && read(file, text, sizeof text - 1) > 0;
        snprintf(cut, sizeof cut, "%d (", gettid());
        reads = reads && strncmp(text, cut, strlen(cut)) == 0;
        const char *others[] = {
          "/proc/%d/stat", "/proc/%d/cmdline", "/proc/self/../%d/stat", "/proc/%d/task/1/stat"
        };
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
          snprintf(path, sizeof path, others[i], parent);
          reads = reads && open(path, flags) < 0;
        }
        reads && open("/proc/1/stat", flags) < 0 && open("/proc/99999999999999999999/stat", flags) < 0; })
      """
    let reading = try run("", in: site(reads, place: "/"))
    #expect(reading.status == 0)
    #expect(reading.errors == "")
  }

  @Test("each kind is reported once, and not without end")
  func repeated() throws {
    let once = try site(
      "({ for (int i = 0; i < 1000; i++) socket(AF_UNIX, SOCK_STREAM, 0); 1; })", place: "/")
    #expect(
      try run("", in: once).errors
        == "host: a plugin tried to open a Unix socket, which `permissions` do not allow\n")
    let place = try TemporaryDirectory()
    let many = try site(
      """
      ({ char path[4200]; for (int i = 0; i < 300; i++) {
        snprintf(path, sizeof path, PLACE "/%d", i); unlink(path); }
        socket(AF_UNIX, SOCK_STREAM, 0); 1; })
      """, place: place.path)
    let lines = try run("", in: many).errors.split(separator: "\n")
    #expect(lines.count == 102)
    // Nothing of another kind was reported any more.
    #expect(
      lines.suffix(2) == [
        "host: further attempts to remove or rename files are not reported",
        "host: a plugin tried to open a Unix socket, which `permissions` do not allow",
      ])
  }

  @Test("the processes that check plugins have ended when plugins run")
  func launcher() throws {
    let children = """
      ({ char text[64] = "", path[64];
        snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
        int file = open(path, O_RDONLY);
        file >= 0 && read(file, text, sizeof text) == 0; })
      """
    #expect(try run("", in: site(children, place: "/")).status == 0)
  }

  // Its name is within the permissions, so that the refusal was not reported.
  @Test("writing to a listed file that did not exist is refused and reported with the reason")
  func missing() throws {
    let place = try TemporaryDirectory()
    let directory = try site(
      #"open(PLACE "/log", O_CREAT | O_WRONLY, 0600) >= 0"#, place: place.path)
    let run = try run("\"write\": [\"\(place.path)/log\"]", in: directory)
    #expect(run.status == 7)
    let path = "`\(place.path)/log`"
    #expect(
      run.errors == """
        host: a plugin tried to write to \(path), which `permissions` do not allow: \(path) did not \
        exist when it took effect, so list a directory that does

        """)
  }

  // The kernel does not follow a link from memory if that changes its time of access, so that the name of the link was compared.
  @Test("writing to a listed file through links is not reported", arguments: ["link", "up/file"])
  func link(name: String) throws {
    let place = try TemporaryDirectory()
    try place.write("text", to: "real/file")
    for (link, target) in [("real/link", "file"), ("real/up", "../real")] {
      try FileManager.default.createSymbolicLink(
        atPath: place.path(of: link), withDestinationPath: target)
    }
    let directory = try site("open(PLACE \"/real/\(name)\", O_WRONLY) >= 0", place: place.path)
    let run = try run("\"write\": [\"\(place.path)/real/file\"]", in: directory)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  // The error was that of a plugin whose file has the wrong mode.
  @Test("a plugin that can't be configured with the permissions has a note about them")
  func configuring() throws {
    let place = try TemporaryDirectory()
    try place.write("text", to: "file")
    let directory = try site(
      "1", place: place.path,
      configuring: """
        if (open(PLACE "/file", O_RDONLY) < 0) host->report_error(binder, "Permission denied");
        """)
    try directory.write(
      """
      {"permissions": {}, "sandbox": {"read": ["\(place.path)"]}}
      """.utf8, to: "host.json")
    let run = try host("run", "--no-cache", "--", "act", in: directory)
    #expect(run.errors.contains("Permission denied [plugin/configuration-error]"), "\(run.errors)")
    #expect(run.errors.contains("- it was configured with `permissions`"), "\(run.errors)")
  }

  @Test("a mistake stops the program")
  func mistakes() throws {
    let directory = try site("1", place: "/")
    let run = try run(#""read": ["data"]"#, in: directory)
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "host: host.json:1: `permissions.read[0]` must be an absolute path, not `data`\n"),
      "\(run.errors)")
  }

  @Test("other commands are not confined")
  func others() throws {
    let directory = try site("1", place: "/")
    try directory.write(#"{"permissions": {}}"#.utf8, to: "host.json")
    let validation = try host("validate", in: directory)
    #expect(validation.status == 0, "\(validation.errors)")
    let list = try host("run", in: directory)
    #expect(list.status == 0 && list.output.contains("act"), "\(list.errors)")
    #expect(list.errors == "")
  }
}
