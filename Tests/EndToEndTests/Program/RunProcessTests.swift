import CleanseTestSupport
import Foundation
import Testing

@Suite("The process of host run", .blocking)
struct RunProcessTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makePipe("started")
  }

  /// Builds a plugin with a command `act` that runs the body, and records its process number.
  private func makePlugin(
    _ body: String, _ declarations: String = "", options: [String] = ["-g"]
  ) throws {
    try CPlugin.compile(
      """
      #include <cleanse_plugin.h>
      #include <fcntl.h>
      #include <pthread.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      #define UNUSED __attribute__((unused))
      \(declarations)
      static int32_t act(
        void *state UNUSED, size_t count UNUSED, const char *const *arguments UNUSED,
        cleanse_streams *streams UNUSED, cleanse_error *error UNUSED) {
        \(body)
      }
      static cleanse_command *make_command(void) {
        static cleanse_command command = {sizeof command, 0, 0, "act", "acts", act};
        return &command;
      }
      CLEANSE_PLUGIN_WITH("org.example.acting", "1.0.0", "Acts", "Ada",
                          CLEANSE_CONTRIBUTES(["Command"])) {
        CLEANSE_BIND("cleanse_command *make_command()", make_command, CLEANSE_CONTRIBUTE);
      }

      """, to: "acting.so", in: directory, options)
  }

  /// Runs a script with the command line of `host run` as its arguments.
  private func shell(_ script: String) throws -> (status: Int32, output: String, errors: String) {
    let outcome = try ChildProcess(
      program: "/bin/bash",
      arguments: [
        "-c", script, "bash", Build.host.path, "run", "--no-cache", "--deadline", "3", ".", "--",
        "act",
      ],
      environment: ChildProcess.searchPaths.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 },
      directory: directory.path
    ).run()
    #expect(!outcome.isOverdue)
    return (
      outcome.status, String(decoding: outcome.output, as: UTF8.self),
      String(decoding: outcome.errors, as: UTF8.self)
    )
  }

  private static let waiting =
    #"close(open("started", O_WRONLY)); for (;;) pause();"#
  /// A shell command that ends as soon as the command of the plugin opens the pipe.
  private static let untilStarted = "read -r _ < started"

  @Test(
    "ends by a signal that it is sent, and nothing is reported", arguments: ["TERM", "HUP", "USR1"])
  func signalled(name: String) throws {
    try makePlugin(Self.waiting)
    let run = try shell(
      #"env --default-signal "$@" & \#(Self.untilStarted); kill -\#(name) $!; wait $!"#)
    let number = try #require(["TERM": SIGTERM, "HUP": SIGHUP, "USR1": SIGUSR1][name])
    // The shell's status for a signal.
    let isReported = run.errors.contains("[plugin/") || run.errors.contains("host: ")
    #expect(run.status == 128 + number && !isReported, "\(run)")
  }

  @Test("passes a signal on to a command that handles it, and keeps its status")
  func handled() throws {
    try makePlugin(
      #"signal(SIGTERM, on_signal); close(open("started", O_WRONLY));"#
        + " while (!is_over) usleep(1000); return 9;",
      "static volatile sig_atomic_t is_over;\n"
        + "static void on_signal(int number UNUSED) { is_over = 1; }")
    let run = try shell(
      #"env --default-signal "$@" & \#(Self.untilStarted); kill $!; wait $!"#)
    #expect(run.status == 9 && run.errors.isEmpty, "\(run)")
  }

  // A command that ignored the signals ran until it was killed.
  @Test("is ended by the third interrupt, also if the command ignores it")
  func interrupted() throws {
    try makePlugin("signal(SIGINT, SIG_IGN); " + Self.waiting)
    let run = try shell(
      #"env --default-signal "$@" & \#(Self.untilStarted); "#
        + "while kill -INT $!; do sleep 0.05; done 2>/dev/null; wait $!")
    #expect(run.status == 128 + SIGINT, "\(run)")
  }

  @Test("is not affected by handlers of signals that a plugin sets while it is loaded")
  func handledByConstructor() throws {
    try makePlugin(
      Self.waiting,
      "__attribute__((constructor)) static void ignore(void) { signal(SIGTERM, SIG_IGN); }")
    let run = try shell(#"env --default-signal "$@" & \#(Self.untilStarted); kill $!; wait $!"#)
    #expect(run.status == 128 + SIGTERM, "\(run)")
  }

  @Test("is ended after the time of --timeout")
  func overTime() throws {
    try makePlugin(Self.waiting)
    let run = try shell(#""$1" run --timeout 0.3 "${@:3}""#)
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("the command did not end within 300 ms"), "\(run)")
  }

  @Test("names the plugin that ends the program, and the function")
  func exiting() throws {
    try makePlugin("exit(7);", options: ["-g", "-O0"])
    let run = try shell(#""$@""#)
    #expect(run.status == 3, "\(run)")
    #expect(
      run.errors.contains("acting.so ends the program with status 7 before the command returns"),
      "\(run)")
    #expect(run.errors.contains("in act of acting.so"), "\(run)")
  }

  @Test("ends the program when it is killed")
  func killed() throws {
    try makePlugin(Self.waiting)
    let run = try shell(
      #"""
      "$@" & \#(Self.untilStarted); child=$(pgrep -P $!); kill -KILL $!; wait $!; status=$?
      for turn in $(seq 200); do [ -e /proc/$child ] || exit $status; sleep 0.02; done
      """#)
    #expect(run.status == 128 + SIGKILL, "\(run)")
  }

  @Test("stops and continues as a job does, and so does the program")
  func stopped() throws {
    try makePlugin(
      #"close(open("started", O_WRONLY));"#
        + #" while (access("go", F_OK) != 0) usleep(1000); return 4;"#)
    let run = try shell(
      #"""
      set -m; "$@" & \#(Self.untilStarted); kill -TSTP %1
      until [ "$(ps -o stat= -p $!)" != "${stat#T}" ] && ps -o stat= -p $! | grep -q T; do sleep 0.02; done
      ps -o stat= -p $(pgrep -P $!) | grep -q T && echo both; touch go; kill -CONT %1; wait %1
      """#)
    #expect(run.status == 4, "\(run)")
    #expect(run.output.contains("both"))
  }

  @Test("ends with the command's status if its caller ignores or blocks signals")
  func ignored() throws {
    try makePlugin("return 6;")
    for option in ["--ignore-signal=CHLD", "--block-signal", "--ignore-signal"] {
      let run = try shell(#"env \#(option) "$@""#)
      #expect(run.status == 6 && run.errors.isEmpty, "\(option): \(run)")
    }
  }

  @Test("closes the streams that the command closes")
  func streams() throws {
    try makePlugin(
      """
      for (int n = 0; n < 1024; n++) if (n != 2) close(n);
      usleep(300000);
      close(open("late", O_CREAT | O_WRONLY, 0600));
      return 0;
      """)
    // The reader has the end of the stream before the command ends.
    let run = try shell(#""$@" | { cat; [ ! -e late ] && echo early; }"#)
    #expect(run.output == "early\n", "\(run)")
  }

  @Test("keeps the status of a command that closes all descriptors")
  func descriptors() throws {
    try makePlugin("for (int n = 3; n < 1024; n++) close(n); return 8;")
    #expect(try shell(#""$@""#).status == 8)
  }

  @Test("fails for a command or thread that exits, whatever the status")
  func ended() throws {
    for body in [
      "_exit(0);", "exit(0);", "pthread_t t; pthread_create(&t, 0, leave, 0); for (;;) pause();",
    ] {
      try makePlugin(body, "UNUSED static void *leave(void *state UNUSED) { _exit(0); }")
      let run = try shell(#""$@""#)
      #expect(run.status == 3 && run.errors.contains("[plugin/early-exit]"), "\(run)")
    }
  }

  @Test("keeps the status of a command whose thread ends the process afterwards")
  func threads() throws {
    try makePlugin(
      "pthread_t t; pthread_create(&t, 0, leave, 0); return 0;",
      """
      static volatile int is_over;
      static void *leave(void *state UNUSED) { while (!is_over) usleep(100); _exit(9); }
      __attribute__((destructor)) static void end(void) { is_over = 1; for (;;) pause(); }
      """)
    let run = try shell(#""$@""#)
    #expect(run.status == 0 && run.errors.contains("[plugin/unclean-exit]"), "\(run)")
  }

  @Test("that hangs in a destructor is ended, and the report names it")
  func hanging() throws {
    try makePlugin(
      "return 5;", "__attribute__((destructor)) static void linger(void) { for (;;) pause(); }")
    let run = try shell(#""$@""#)
    #expect(run.status == 5, "\(run)")
    #expect(
      run.errors.contains("acting.so delays the end of the program beyond the time limit"),
      "\(run)")
  }

  @Test("that ignores the signal of a reported crash, and then hangs, is ended")
  func ignoring() throws {
    try makePlugin(
      "raise(SIGTRAP); return 5;",
      "__attribute__((destructor)) static void linger(void) { for (;;) pause(); }")
    let run = try shell(#"trap '' TRAP; "$@""#)
    #expect(run.status == 5, "\(run)")
  }

  @Test("reports a whole crash when several threads crash at once")
  func crashingThreads() throws {
    try makePlugin(
      """
      pthread_t threads[8];
      for (int each = 0; each < 8; each++) pthread_create(&threads[each], 0, strike, 0);
      for (;;) pause();
      """,
      """
      static volatile int is_ready;
      void *strike(void *at) { is_ready++; while (is_ready < 8) {} *(volatile int *)at = 1; return 0; }
      """)
    for _ in 0..<5 {
      let run = try shell(#""$@""#)
      #expect(run.status == 128 + SIGSEGV)
      #expect(run.errors.contains("SIGSEGV in strike of acting.so"), "\(run)")
    }
  }

  @Test("reports a crash with function, file and line, and dies by the signal")
  func crash() throws {
    try makePlugin("strike(0); return 0;", "static void strike(volatile int *at) { *at = 1; }")
    let run = try shell(#""$@""#)
    #expect(run.status == 128 + SIGSEGV)
    #expect(run.errors.hasPrefix("error: ./acting.so crashes while the program runs: SIGSEGV in "))
    #expect(run.errors.contains("in strike of acting.so"), "\(run)")
    #expect(run.errors.firstMatch(of: /at [^ ]*\.c:10\b/) != nil, "\(run)")
  }

  @Test("names an exported function and the offset if the plugin is stripped")
  func stripped() throws {
    try makePlugin(
      "strike(0); return 0;", "void strike(volatile int *at) { *at = 1; }", options: ["-s"])
    let run = try shell(#""$@""#)
    #expect(run.status == 128 + SIGSEGV)
    #expect(run.errors.contains("in strike of acting.so"), "\(run)")
    #expect(run.errors.firstMatch(of: /at [^ ]*\.c:\d/) == nil, "\(run)")
  }

  @Test("is not that of a process that the command has forked")
  func forked() throws {
    try makePlugin(
      """
      pid_t child = fork();
      if (child == 0) { raise(SIGSEGV); _exit(1); }
      usleep(200000);
      return 0;
      """)
    let run = try shell(#""$@""#)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
  }

  @Test("leaves a core file of the program alone, if the limits allow one")
  func core() throws {
    try makePlugin("raise(SIGABRT); return 0;")
    let run = try shell(#"ulimit -c 0; "$@"; echo $?"#)
    #expect(run.output == "134\n", "\(run)")
  }
}
