import CleanseTestSupport
import Foundation
import Glibc
import Testing

@Suite("The probe's processes", .serialized, .blocking)
struct ProbeProcessTests {
  /// Runs `host` through a shell command in which `"$@"` is the program with its arguments, and expects
  /// that it ends and leaves nothing.
  private func shell(
    _ script: String, program: String = Build.host.path, _ arguments: [String],
    in directory: TemporaryDirectory, deadline: Duration = .seconds(60),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ChildProcess.Outcome {
    // The same for all runs of a test, because the cache's keys have it.
    let marker = directory.path
    let outcome = try ChildProcess(
      program: "/bin/sh",
      arguments: ["-c", script, "sh", program] + arguments.unconfined,
      environment: ChildProcess.searchPaths.merging([
        Strays.variable: marker, "XDG_CACHE_HOME": directory.path(of: "cache"),
      ]) { $1 },
      directory: directory.path, deadline: deadline
    ).run()
    let strays = Strays.find(marker, atMost: 0)
    #expect(strays.isEmpty, "left \(strays)", sourceLocation: sourceLocation)
    return outcome
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A shell command that waits until a running plugin has created the file `started`; no longer
  /// than half a minute, however busy the machine is.
  private static let untilStarted =
    "i=0; until [ -e started ] || [ $i -gt 600 ]; do i=$((i + 1)); sleep 0.05; done"

  /// C code for a plugin that creates that file.
  private func starting(in directory: TemporaryDirectory) -> String {
    #"close(open("\#(directory.path(of: "started"))", O_CREAT | O_WRONLY, 0600));"#
  }

  // Outcomes of another umask, limit, personality or OOM score were taken from the cache.
  @Test(
    "what a process inherits is part of what outcomes are cached for",
    arguments: [
      ("umask 077", "umask(022) == 077"),
      (
        "prlimit --pid $$ --sigpending=77",
        "getrlimit(RLIMIT_SIGPENDING, &limit) == 0 && limit.rlim_cur == 77"
      ),
      (
        "prlimit --pid $$ --msgqueue=1024",
        "getrlimit(RLIMIT_MSGQUEUE, &limit) == 0 && limit.rlim_cur == 1024"
      ),
      ("set -- setarch -R \"$@\"", "(personality(0xFFFFFFFF) & ADDR_NO_RANDOMIZE) != 0"),
      ("echo 500 >/proc/$$/oom_score_adj", "score() == 500"),
    ])
  func inherited(change: String, condition: String) throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(identifier: "org.example.inheriting")
    plugin.declarations = """
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/personality.h>
      #include <sys/resource.h>
      #include <sys/stat.h>
      __attribute__((unused)) static int score(void) {
        int value = 0;
        FILE *file = fopen("/proc/self/oom_score_adj", "r");
        if (file && fscanf(file, "%d", &value) != 1) value = 0;
        return value;
      }
      static struct rlimit limit;
      __attribute__((constructor)) static void look(void) {
        if (limit.rlim_max == 0 && (\(condition))) abort();
        umask(022);
      }
      """
    try plugin.build("inheriting.so", in: directory)
    for (line, status) in [("true", 0), (change, 1), ("true", 0)] as [(String, Int32)] {
      let outcome = try shell(
        "umask 022; \(line); exec \"$@\"", ["validate", "."], in: directory)
      #expect(outcome.status == status, "\(line): \(text(outcome.errors))")
    }
  }

  /// Sound plugins, one that hangs, and one that leaves a process in another session.
  private func hostileSet() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(broken: ["Ending", "Sharing"])
    try CPlugin(
      identifier: "org.example.hang", body: "\(starting(in: directory)) for (;;) pause();"
    ).build("hang.so", in: directory)
    var leaving = CPlugin(identifier: "org.example.daemon")
    leaving.declarations = """
      #include <stdlib.h>
      __attribute__((constructor)) static void leave(void) {
        if (fork() != 0) return;
        setsid();
        if (fork() != 0) _exit(0);
        execl("/bin/sleep", "sleep", "100", (char *)0);
      }
      """
    try leaving.build("leaving.so", in: directory)
    return directory
  }

  @Test("end with a host that is killed at any moment", .timeLimit(.minutes(5)))
  func killed() throws {
    let directory = try hostileSet()
    var generator = SystemRandomNumberGenerator()
    let given = ProcessInfo.processInfo.environment["CLEANSE_TEST_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...UInt64.max, using: &generator)
    print("killed hosts: CLEANSE_TEST_SEED=\(seed)")
    var state = seed
    for _ in 0..<30 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let outcome = try shell(
        #"exec "$@""#, ["validate", "--deadline", "5", "."], in: directory,
        deadline: .microseconds(Int64(state >> 33) % 400_000))
      #expect(outcome.isOverdue)
    }
    // The cached results are those of the sound plugins.
    let after = try shell(
      #"exec "$@""#,
      ["run", "--on-failure", "leave-out", "--deadline", "3", ".", "--", "end", "7"], in: directory)
    #expect(after.status == 7, "\(text(after.errors))")
  }

  @Test(
    "end with a host whose whole group gets a signal, as by a key on the terminal",
    arguments: ["INT", "TERM", "HUP", "QUIT"])
  func group(signal: String) throws {
    let directory = try hostileSet()
    // setsid creates another group, with the host's number; the shell lets background processes
    // ignore the keys. The runtime's report of a QUIT takes seconds.
    let outcome = try shell(
      #"""
      ulimit -c 0
      SWIFT_BACKTRACE=enable=no env --default-signal setsid "$@" > /dev/null 2>&1 &
      \#(Self.untilStarted); kill -\#(signal) -$!; wait $!
      """#,
      ["validate", "--deadline", "50", "."], in: directory)
    #expect(directory.contains("started"))
    #expect(outcome.status > 128, "\(text(outcome.errors))")
  }

  @Test("continue while the host's group is stopped, so that nothing is late for it")
  func stopped() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try CPlugin(body: "\(starting(in: directory)) usleep(500000); return CLEANSE_OK;")
      .build("slow.so", in: directory)
    // It is stopped for longer than the deadline.
    let outcome = try shell(
      #"setsid "$@" & \#(Self.untilStarted); kill -STOP -$!; sleep 3.5; kill -CONT -$!; wait $!"#,
      ["validate", "--no-cache", "--deadline", "3", "."], in: directory)
    #expect(directory.contains("started"))
    #expect(outcome.status == 0, "\(text(outcome.errors))")
    #expect(!text(outcome.errors).contains("[plugin/probe-timeout]"))
  }

  @Test("are noticed by a host whose caller ignores or blocks signals")
  func ignored() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    for option in ["--ignore-signal=CHLD", "--block-signal", "--ignore-signal"] {
      let outcome = try shell(
        #"exec env \#(option) "$@""#, ["validate", "--no-cache", "."], in: directory)
      #expect(!outcome.isOverdue && outcome.status == 0, "\(option): \(text(outcome.errors))")
    }
  }

  @Test(
    "don't depend on a plugin that signals its parent",
    arguments: ["SIGTERM", "SIGINT", "SIGUSR1", "SIGALRM", "SIGTSTP", "SIGCHLD"])
  func signalled(signal: String) throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    var plugin = CPlugin(body: "kill(getppid(), \(signal)); usleep(50000); return CLEANSE_OK;")
    plugin.declarations = "#include <signal.h>"
    try plugin.build("c.so", in: directory)
    let outcome = try shell(
      #"exec "$@""#, ["validate", "--no-cache", "--deadline", "3", "."], in: directory)
    #expect(outcome.status == 0, "\(text(outcome.errors))")
  }

  /// Ends or blocks the process that watches the plugin, or the parent of that process.
  @Test(
    "whose watchers a plugin kills or blocks cost no other plugin anything",
    arguments: [
      ("harm(getppid(), SIGKILL); pause();", true), ("harm(getppid(), SIGSTOP);", true),
      ("harm(parent(getppid()), SIGKILL);", false), ("harm(parent(getppid()), SIGSTOP);", false),
      ("harm(parent(getppid()), SIGKILL); harm(getppid(), SIGKILL); pause();", true),
      ("hold(getppid()); pause();", true),
    ])
  func killingServer(harm: String, isFound: Bool) throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    for name in ["d", "e", "f", "g"] {
      try CPlugin(identifier: "org.example.\(name)").build("\(name).so", in: directory)
    }
    var plugin = CPlugin(body: "\(harm) return CLEANSE_OK;")
    plugin.declarations = """
      #include <signal.h>
      #include <stdio.h>
      #include <string.h>
      #include <sys/ptrace.h>
      #include <sys/wait.h>
      static pid_t parent(pid_t process) {
        char path[64];
        sprintf(path, "/proc/%d/stat", process);
        int result = 0;
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%*d (%*[^)]) %*c %d", &result) != 1) result = 0;
        if (file) fclose(file);
        return result;
      }
      static void harm(pid_t process, int number) {
        char path[64], name[16] = "";
        sprintf(path, "/proc/%d/comm", process);
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%15s", name) != 1) name[0] = 0;
        if (file) fclose(file);
        if (strcmp(name, "host") == 0) kill(process, number);
      }
      static void hold(pid_t process) {
        /* Not every system allows it. */
        if (ptrace(PTRACE_SEIZE, process, 0, 0) != 0) harm(process, SIGKILL);
        ptrace(PTRACE_INTERRUPT, process, 0, 0);
      }
      """
    plugin.options = ["-Wno-unused-function"]
    try plugin.build("c.so", in: directory)
    let outcome = try shell(
      #"exec "$@""#, ["validate", "--no-cache", "--deadline", "2", "."], in: directory,
      deadline: .seconds(120))
    let errors = text(outcome.errors).split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(
      errors.allSatisfy { $0.hasPrefix("error: ./c.so ") && $0.hasSuffix("[plugin/probe-exited]") },
      "\(errors)")
    #expect(outcome.status == (isFound ? 1 : 0) && errors.count == (isFound ? 1 : 0))
  }

  @Test("that hold one another don't keep the host waiting")
  func tracing() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    var plugin = CPlugin(body: "return CLEANSE_OK;")
    plugin.declarations = """
      #include <sys/ptrace.h>
      #include <sys/wait.h>
      __attribute__((constructor)) static void leave(void) {
        pid_t held = fork();
        if (held == 0) for (;;) pause();
        if (fork() == 0) {
          setsid();
          ptrace(PTRACE_SEIZE, held, 0, 0);
          for (;;) pause();
        }
        usleep(100000);
      }
      """
    try plugin.build("c.so", in: directory)
    let start = ContinuousClock.now
    let outcome = try shell(#"exec "$@""#, ["validate", "--no-cache", "."], in: directory)
    #expect(outcome.status == 1)
    #expect(text(outcome.errors).contains("error: ./c.so starts 2 processes while it is loaded"))
    // Far less than the timeout for a process that does not answer.
    #expect(.now - start < .seconds(15))
  }

  @Test("that can't end make the result invalid, whatever it is")
  func held() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    var plugin = CPlugin(body: "return CLEANSE_OK;")
    plugin.declarations = """
      #include <sys/ptrace.h>
      #include <sys/wait.h>
      __attribute__((constructor)) static void leave(void) {
        pid_t held = getpid();
        if (fork() == 0) {
          setsid();
          if (fork() != 0) _exit(0);
          ptrace(PTRACE_SEIZE, held, 0, (void *)PTRACE_O_TRACEEXIT);
          for (;;) pause();
        }
        usleep(100000);
      }
      """
    try plugin.build("c.so", in: directory)
    for _ in 0..<2 {
      let outcome = try shell(#"exec "$@""#, ["validate", "--deadline", "2", "."], in: directory)
      let errors = text(outcome.errors)
      #expect(outcome.status == 1)
      // Where the system allows no tracing, the process ends.
      #expect(
        errors.contains("[plugin/probe-timeout]") || errors.contains("[plugin/leaked-processes]"),
        "\(errors)")
    }
  }

  @Test("that are killed from outside are started again, and that result is not cached")
  func killedFromOutside() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let started = directory.path(of: "started")
    // It waits for its end the first time.
    try CPlugin(
      body: """
        if (access("\(started)", F_OK) == 0) return CLEANSE_OK;
        FILE *file = fopen("\(started).new", "w");
        fprintf(file, "%d", getpid());
        fclose(file);
        rename("\(started).new", "\(started)");
        for (;;) pause();
        """, declarations: "#include <stdio.h>"
    ).build("c.so", in: directory)
    for signal in ["KILL", "TERM", "SEGV", "XFSZ"] {
      try? FileManager.default.removeItem(atPath: started)
      let outcome = try shell(
        #""$@" & \#(Self.untilStarted); kill -\#(signal) $(cat started); wait $!"#,
        ["validate", "--rescan", "."], in: directory)
      #expect(directory.contains("started"))
      #expect(outcome.status == 0, "\(signal): \(text(outcome.errors))")
    }
  }

  @Test("whose daemon was killed from outside are not cached as sound")
  func killedDaemon() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let started = directory.path(of: "started")
    var plugin = CPlugin(body: "return CLEANSE_OK;")
    // The first time, the daemon is killed before its end is awaited.
    plugin.declarations = """
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      __attribute__((constructor)) static void leave(void) {
        int is_first = access("\(started)", F_OK) != 0;
        if (system("setsid -f /bin/sh -c 'echo $$ > \(started).new; mv \(started).new \(started);"
                   "exec sleep 100'"))
          abort();
        for (int i = 0; i < 100 && access("\(started)", F_OK) != 0; i++) usleep(50000);
        int daemon = 0;
        FILE *file = fopen("\(started)", "r");
        if (file && fscanf(file, "%d", &daemon) == 1 && is_first) kill(daemon, SIGKILL);
        if (file) fclose(file);
      }
      """
    try plugin.build("c.so", in: directory)
    let outcome = try shell(#"exec "$@""#, ["validate", "."], in: directory)
    #expect(outcome.status == 1)
    #expect(text(outcome.errors).contains("[plugin/leaked-processes]"), "\(text(outcome.errors))")
  }

  @Test(
    "are not cached for what a busy machine, a signal or a missing file can cause as well",
    arguments: [
      "for (;;) pause();", "kill(getpid(), SIGKILL);", "kill(getpid(), SIGTERM);",
      "return CLEANSE_FAILED;",
    ])
  func notRemembered(harm: String) throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let file = directory.path(of: "harmful")
    try Data().write(to: URL(filePath: file))
    try CPlugin(
      body: #"if (access("\#(file)", F_OK) == 0) { \#(harm) } return CLEANSE_OK;"#,
      declarations: "#include <signal.h>"
    ).build("c.so", in: directory)
    let arguments = ["validate", "--deadline", "2", "."]
    let first = try shell(#"exec "$@""#, arguments, in: directory)
    #expect(first.status == 1, "\(text(first.errors))")
    try FileManager.default.removeItem(atPath: file)
    let second = try shell(#"exec "$@""#, arguments, in: directory)
    #expect(second.status == 0, "\(text(second.errors))")
  }

  @Test("are not cached under other limits")
  func limits() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try CPlugin(
      body: """
        volatile char room[3 << 20];
        for (size_t offset = 0; offset < sizeof room; offset += 4096) room[offset] = 1;
        return CLEANSE_OK;
        """
    ).build("c.so", in: directory)
    let low = try shell(#"ulimit -S -s 1024; exec "$@""#, ["validate", "."], in: directory)
    #expect(low.status == 1 && text(low.errors).contains("[plugin/probe-crashed]"))
    let usual = try shell(#"ulimit -S -s 8192; exec "$@""#, ["validate", "."], in: directory)
    #expect(usual.status == 0, "\(text(usual.errors))")
  }

  @Test("whose settings are changed have them restored in a host that loads the plugin")
  func restored() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    for (name, harm) in [
      ("alarm", "alarm(1); setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {1, 0}}, 0);"),
      (
        "files",
        "struct rlimit files; getrlimit(RLIMIT_NOFILE, &files); files.rlim_cur = 3;"
          + "setrlimit(RLIMIT_NOFILE, &files);"
      ),
      ("blocked", "sigset_t all; sigfillset(&all); sigprocmask(SIG_SETMASK, &all, 0);"),
    ] {
      for stage in ["constructor", "configure"] {
        var plugin = CPlugin(identifier: "org.example.\(name)-\(stage)")
        plugin.declarations = """
          #include <signal.h>
          #include <sys/resource.h>
          #include <sys/time.h>
          \(stage == "constructor" ? "__attribute__((constructor))" : "") static void harm(void) { \(harm) }
          """
        if stage == "configure" { plugin.body = "harm(); return CLEANSE_OK;" }
        try plugin.build("\(name)-\(stage).so", in: directory)
      }
    }
    // It runs for longer than the timers, and computes.
    try CPlugin(identifier: "org.example.slow", body: "usleep(1500000); return CLEANSE_OK;")
      .build("slow.so", in: directory)
    let outcome = try shell(#"exec "$@""#, ["run", ".", "--", "end", "7"], in: directory)
    #expect(outcome.status == 7, "\(text(outcome.errors))")
    #expect(!text(outcome.errors).contains("error:"), "\(text(outcome.errors))")
  }

  @Test("that were late get twice the time, alone, and several together the time of each")
  func late() throws {
    let directory = try TemporaryDirectory()
    for name in ["a", "b", "c", "d"] {
      try CPlugin(
        identifier: "org.example.\(name)", body: "usleep(1000000); return CLEANSE_OK;"
      ).build("\(name).so", in: directory)
    }
    let outcome = try shell(
      #"exec "$@""#, ["validate", "--no-cache", "--deadline", "3", "."], in: directory)
    #expect(outcome.status == 0, "\(text(outcome.errors))")
  }

  @Test("that compute with several threads reach their time limit, which is reported")
  func computing() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin(body: "for (int i = 0; i < 7; i++) start(); spin(0); return CLEANSE_OK;")
    plugin.declarations = """
      #include <pthread.h>
      static void *spin(void *nothing) { for (volatile int i = 0;;) i++; return nothing; }
      static void start(void) { pthread_t t; pthread_create(&t, 0, spin, 0); }
      """
    try plugin.build("c.so", in: directory)
    let outcome = try shell(
      #"exec "$@""#, ["probe", "--deadline", "4", "c.so"], in: directory)
    let errors = text(outcome.errors)
    // A machine with a single processor, or a busy one, reaches the deadline first.
    #expect(
      errors.contains("[plugin/probe-limit]") || errors.contains("[plugin/probe-timeout]"),
      "\(errors)")
  }

  @Test(
    "left behind count for the plugin that left them, however they hide",
    arguments: [
      "/bin/sleep 100 > /dev/null 2>&1 &", "setsid -f /bin/sleep 100",
      "setsid -f /bin/sh -c 'setsid -f /bin/sleep 100'",
    ])
  func blame(command: String) throws {
    let directory = try TemporaryDirectory()
    var leaving = CPlugin(
      identifier: "org.example.a", body: "usleep(600000); return CLEANSE_OK;")
    leaving.declarations = """
      #include <stdlib.h>
      __attribute__((constructor)) static void leave(void) {
        if (system("\(command)")) abort();
      }
      """
    try leaving.build("a.so", in: directory)
    let names = (0..<8).map { "b\($0)" }
    for name in names {
      try CPlugin(identifier: "org.example.\(name)", body: "usleep(100000); return CLEANSE_OK;")
        .build("\(name).so", in: directory)
    }
    for _ in 0..<3 {
      let outcome = try shell(
        #"exec "$@""#, ["probe"] + (["a"] + names).map { $0 + ".so" }, in: directory)
      let errors = text(outcome.errors).split(separator: "\n").filter { $0.hasPrefix("error: ") }
      #expect(
        errors.count == 1 && errors[0].hasPrefix("error: a.so starts a process")
          && errors[0].hasSuffix("[plugin/leaked-processes]"), "\(errors)")
    }
  }

  @Test("left behind only by plugins together are found as well")
  func together() throws {
    let directory = try TemporaryDirectory()
    try CPlugin(identifier: "org.example.a").build("a.so", in: directory)
    var leaving = CPlugin(identifier: "org.example.b")
    leaving.declarations = """
      #define _GNU_SOURCE
      #include <link.h>
      #include <stdlib.h>
      #include <string.h>
      static int look(struct dl_phdr_info *info, size_t size, void *found) {
        if (strstr(info->dlpi_name, "/a.so")) *(int *)found = 1;
        return 0;
      }
      __attribute__((constructor)) static void leave(void) {
        int found = 0;
        dl_iterate_phdr(look, &found);
        if (found && system("setsid -f /bin/sleep 100")) abort();
      }
      """
    leaving.options = ["-D_GNU_SOURCE", "-Wno-macro-redefined"]
    try leaving.build("b.so", in: directory)
    let outcome = try shell(#"exec "$@""#, ["validate", "."], in: directory)
    #expect(outcome.status == 1)
    #expect(text(outcome.errors).contains("together start a process while they are loaded"))
  }

  /// A plugin that ends its process if its memory has the first text, or lacks the second one. It has neither text itself.
  private func searching(_ secret: String, _ control: String, _ identifier: String) -> CPlugin {
    func hidden(_ text: String) -> String {
      text.utf8.map { "\($0 ^ 0x55)" }.joined(separator: ",")
    }
    var plugin = CPlugin(
      identifier: identifier,
      body: """
        char secret[] = {\(hidden(secret))}, control[] = {\(hidden(control))};
        if (has(secret, sizeof secret) || !has(control, sizeof control)) abort();
        return CLEANSE_OK;
        """)
    plugin.declarations = """
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      static char bytes[1 << 16];
      static int is_at(const char *at, const char *text, size_t size) {
        for (size_t i = 0; i < size; i++) if ((at[i] ^ 0x55) != text[i]) return 0;
        return 1;
      }
      static int has_part(size_t count, const char *text, size_t size) {
        for (char *at = bytes; at + size <= bytes + count; at++) {
          at = memchr(at, text[0] ^ 0x55, bytes + count - at);
          if (!at || at + size > bytes + count) return 0;
          if (is_at(at, text, size)) return 1;
        }
        return 0;
      }
      /* Only memory that can be written can have what the process has read. */
      static int has(const char *text, size_t size) {
        char line[4096], may_write;
        unsigned long start, end;
        int memory = open("/proc/self/mem", O_RDONLY), found = 0;
        FILE *maps = fopen("/proc/self/maps", "r");
        while (!found && fgets(line, sizeof line, maps)) {
          if (sscanf(line, "%lx-%lx %*c%c", &start, &end, &may_write) != 3 || may_write != 'w') continue;
          for (; !found && start < end; start += sizeof bytes - size) {
            size_t rest = end - start < sizeof bytes ? end - start : sizeof bytes;
            ssize_t count = pread(memory, bytes, rest, (off_t)start);
            found = count > 0 && has_part((size_t)count, text, size);
          }
        }
        fclose(maps);
        close(memory);
        return found;
      }
      """
    return plugin
  }

  @Test("have no secret of the host or of another plugin in their memory")
  func secrets() throws {
    let directory = try TemporaryDirectory()
    let secret = "hT5-\(UUID().uuidString)"
    let control = "kW8-\(UUID().uuidString)"
    let names = (0..<12).map { "s\($0)" }
    for name in names {
      try searching(secret, control, "org.example.\(name)").build("\(name).so", in: directory)
    }
    // Its requests have the options. It is probed between the others, by one of the same servers.
    try OptionPlugin().build("s1-options.so", in: directory)
    let files = (names + ["s1-options"]).sorted().map { $0 + ".so" }
    let variable = "CLEANSE_OPTION_ORG_EXAMPLE_OPTIONS__TOKEN=\(secret)"
    func probe(_ variables: [String], _ options: [String]) throws -> ChildProcess.Outcome {
      try shell(
        "exec env LC_CONTROL=\(control) \(variables.joined(separator: " ")) \"$@\"",
        ["probe", "--no-cache"] + options + files, in: directory)
    }
    let outcome = try probe(
      ["SECRET=\(secret)", variable], ["--set", "org.example.options.title=\(secret)"])
    #expect(outcome.status == 0, "\(text(outcome.errors))")
    // Otherwise the search finds nothing whatever is there.
    let found = try probe(["LC_SECRET=\(secret)"], [])
    #expect(found.status == 1, "\(text(found.errors))")
  }

  /// An application that executes itself once more, forks or closes its descriptors before it starts the probe executed
  /// launchers without end: each was an ordinary program again.
  @Test("do not become ordinary programs if they lose the connection to the host")
  func lostConnection() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let ordinary = try shell(#"exec "$@""#, ["validate", "."], in: directory)
    #expect(ordinary.status == 0, "\(text(ordinary.errors))")
    #expect(!ordinary.output.isEmpty)
    let lost = try shell(
      #"exec env CLEANSE_LAUNCHER=1 "$@""#, ["validate", "."], in: directory)
    #expect(lost.status == 1)
    #expect(lost.output.isEmpty)
    #expect(lost.errors.isEmpty, "\(text(lost.errors))")
  }

  @Test("inherit none of the host's descriptors, and a host works without its streams")
  func streams() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    var plugin = CPlugin(body: "return fcntl(9, F_GETFD) < 0 ? CLEANSE_OK : CLEANSE_FAILED;")
    plugin.declarations = "#include <fcntl.h>"
    try plugin.build("c.so", in: directory)
    let arguments = ["validate", "--no-cache", "."]
    for (script, status) in [
      (#"exec "$@" 9< /etc/passwd"#, 0), (#"exec "$@" <&-"#, 0), (#"exec "$@" 2>&-"#, 0),
      (#"exec "$@" >&-"#, 3), (#"exec "$@" <&- 2>&-"#, 0), (#"exec "$@" <&- >&- 2>&-"#, 3),
    ] as [(String, Int32)] {
      let outcome = try shell(script, arguments, in: directory)
      #expect(outcome.status == status, "\(script): \(text(outcome.errors))")
    }
    let outcome = try shell(
      #"{ "$@"; echo "status $?" >&2; } | head -c 1"#, ["validate", "--no-cache", "."],
      in: directory)
    #expect(text(outcome.errors).hasSuffix("status 0\n"))
  }

  @Test("don't keep the host's descriptors open for longer than the host")
  func inherited() throws {
    let directory = try hostileSet()
    // The reader waits for the end of a pipe that the host has as descriptor 9.
    let outcome = try shell(
      #"""
      { "$@" 9>&1 > /dev/null 2>&1 & \#(Self.untilStarted); kill -KILL $!; } | cat > /dev/null
      echo done
      """#,
      ["validate", "--no-cache", "--deadline", "300", "."], in: directory)
    #expect(directory.contains("started"))
    #expect(!outcome.isOverdue && text(outcome.output) == "done\n")
  }

  @Test(
    "that can't be started are reported, with few descriptors",
    arguments: [
      (["list"], 9), (["validate"], 20), (["run", "--", "filter", "--use", "wrap:72"], 20),
    ])
  func descriptors(command: [String], needed: Int) throws {
    let directory = try TemporaryDirectory()
    let arguments = [command[0], Build.plugins.path] + command.dropFirst()
    for limit in [3, 4, 5, needed - 1, needed, needed + 1, 40] {
      let outcome = try shell(#"ulimit -n \#(limit); exec "$@""#, arguments, in: directory)
      let errors = text(outcome.errors)
      #expect(!outcome.isOverdue)
      if limit >= needed {
        #expect(outcome.status == 0, "\(limit): \(errors)")
      } else if limit > 4 {
        #expect(outcome.status == 3)
        #expect(errors == shortage(needed), "\(limit)")
      } else {
        // The dynamic linker may be unable to open the program's libraries.
        #expect((1..<128).contains(outcome.status) && !errors.isEmpty, "\(limit): \(errors)")
      }
    }
    let outcome = try shell(
      #"ulimit -n \#(needed); exec "$@" 5< /dev/null 7< /dev/null"#, arguments, in: directory)
    #expect(outcome.status == 3)
    #expect(text(outcome.errors) == shortage(needed + 2), "what the caller left open counts")
  }

  private func shortage(_ needed: Int) -> String {
    "host: can't open enough files: Too many open files "
      + "(`ulimit -n` must be at least \(needed))\n"
  }

  @Test(
    "that can't be started are reported, with little memory",
    arguments: [
      ("-s", "stack", 256), ("-v", "address space", 262_144), ("-d", "data", 131_072),
    ])
  func memory(option: String, what: String, needed: Int) throws {
    let directory = try TemporaryDirectory()
    for limit in [needed / 4, needed / 2, needed - 4, needed] {
      let outcome = try shell(
        #"ulimit \#(option) \#(limit); exec "$@""#, ["validate", "--no-cache", Build.plugins.path],
        in: directory)
      let errors = text(outcome.errors)
      #expect(!outcome.isOverdue)
      #expect(outcome.status == (limit < needed ? 3 : 0), "\(limit): \(errors)")
      guard limit < needed else { continue }
      #expect(
        errors == "host: the limit of \(limit) KiB for \(what) is too low "
          + "(`ulimit \(option)` must be at least \(needed))\n")
    }
  }

  // It tried nothing, as the other user could not read the directory.
  @Test("that can't be started are reported, with few processes", .enabled(if: getuid() == 0))
  func processes() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let program = try directory.programForAllUsers()
    // The system does not limit privileged users.
    let become = "setpriv --reuid=61234 --regid=61234 --clear-groups --inh-caps=-all"
    for limit in 1...7 {
      let outcome = try shell(
        #"exec prlimit --nproc=\#(limit) \#(become) "$@""#, program: program,
        ["validate", "--no-cache", "."], in: directory)
      let errors = text(outcome.errors)
      #expect(!outcome.isOverdue && (0...3).contains(outcome.status), "\(limit): \(errors)")
      #expect(
        outcome.status == 0 || errors.hasPrefix("host: can't start enough threads: ")
          || errors.contains("[plugin/probe-unavailable]"), "\(limit): \(errors)")
      if limit == 1 { #expect(outcome.status == 3) }
    }
  }
}
