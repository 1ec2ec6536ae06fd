import CleanseTestSupport
import Foundation
import Testing

/// Whether this system can confine TCP ports: Landlock 4 and newer.
private let confinesPorts: Bool = {
  guard let output = try? host("doctor").output,
    let version = output.firstMatch(of: /plugins are confined: Landlock ([0-9]+)/)
  else { return false }
  return (Int(version.1) ?? 0) >= 4
}()

@Suite(
  "What plugins are granted in the sandbox", .blocking,
  .enabled(if: confinesPorts, "the system has no Landlock for TCP ports"))
struct GrantTests {
  private let directory: TemporaryDirectory
  /// A directory that no plugin may use without a grant, with a file.
  private let place: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    place = try TemporaryDirectory()
    try place.write("secret", to: "file")
  }

  /// A plugin that ends its process when it is loaded unless an expression in C is true.
  private func plugin(
    _ identifier: String = "org.example.c", needing expression: String, manifest: String = ""
  ) -> CPlugin {
    var plugin = CPlugin(identifier: identifier)
    plugin.manifest = manifest
    plugin.declarations = """
      #include <arpa/inet.h>
      #include <errno.h>
      #include <pthread.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/socket.h>
      #define PLACE "\(place.path)"
      static struct sockaddr_in at(int port) {
        return (struct sockaddr_in){AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
      }
      __attribute__((unused)) static int connecting(int port) {
        struct sockaddr_in address = at(port);
        int file = socket(AF_INET, SOCK_STREAM, 0);
        return file >= 0 && connect(file, (struct sockaddr *)&address, sizeof address) == 0
          ? 0 : errno;
      }
      __attribute__((unused)) static int listening(int port) {
        struct sockaddr_in address = at(port);
        int file = socket(AF_INET, SOCK_STREAM, 0);
        return file >= 0 && bind(file, (struct sockaddr *)&address, sizeof address) == 0
          && listen(file, 1) == 0;
      }
      __attribute__((unused)) static int has_loaded(const char *name) {
        char line[4096];
        FILE *maps = fopen("/proc/self/maps", "r");
        while (maps && fgets(line, sizeof line, maps)) if (strstr(line, name)) return 1;
        return 0;
      }
      __attribute__((constructor)) static void attempt(void) {
        if (!(\(expression))) _Exit(3);
      }
      """
    plugin.options = ["-D_GNU_SOURCE", "-Wno-macro-redefined"]
    return plugin
  }

  /// Validates the plugins with a `host.json`, in which `PLACE` is the other directory.
  private func validate(_ policy: String, _ arguments: String...) throws -> HostRun {
    try directory.write(policy.replacing("PLACE", with: place.path).utf8, to: "host.json")
    let cache = ["XDG_CACHE_HOME": directory.path(of: "cache")]
    return try host(
      arguments: ["validate"] + arguments, in: directory, environment: cache)
  }

  private func policy(_ grants: String, for plugin: String? = nil) -> String {
    plugin.map { #"{"plugins": {"\#($0)": {"sandbox": {\#(grants)}}}}"# }
      ?? #"{"sandbox": {"mode": "require", \#(grants)}}"#
  }

  static let accesses = [
    (#"open(PLACE "/file", O_RDONLY) >= 0"#, #""read": ["PLACE"]"#),
    (#"open(PLACE "/file", O_RDONLY) >= 0"#, #""read": ["PLACE/file"]"#),
    (#"open(PLACE "/file", O_WRONLY | O_TRUNC) >= 0"#, #""write": ["PLACE/file"]"#),
    (
      #"open(PLACE "/new", O_CREAT | O_RDWR, 0600) >= 0 && unlink(PLACE "/new") == 0"#,
      #""write": ["PLACE"]"#
    ),
    ("connecting(1) == ECONNREFUSED", #""ports": {"connect": [1]}"#),
    ("listening(0)", #""ports": {"bind": [0]}"#),
    ("socket(AF_INET, SOCK_DGRAM, 0) >= 0", #""resolve": true"#),
  ]

  @Test("they may do it, all of them or one, and otherwise may not", arguments: accesses)
  func granted(expression: String, grants: String) throws {
    try plugin(needing: expression).build("plugins/c.so", in: directory)
    for granting in [policy(grants), policy(grants, for: "org.example.c")] {
      let run = try validate(granting, "--no-cache")
      #expect(run.status == 0, "\(run.errors)")
      #expect(!run.errors.contains("[plugin/denied]"), "\(run.errors)")
    }
    for refusing in ["{}", policy(grants, for: "org.example.other")] {
      #expect(try validate(refusing, "--no-cache").status == 1)
    }
  }

  @Test("a grant allows only what it names")
  func others() throws {
    let attempts = #"open(PLACE "/file", O_WRONLY) < 0 && connecting(2) == EACCES && !listening(1)"#
    try plugin(needing: attempts).build("plugins/c.so", in: directory)
    let run = try validate(
      policy(#""read": ["PLACE"], "ports": {"connect": [1], "bind": [2]}"#), "--no-cache")
    #expect(run.errors.contains("tried to write to `\(place.path)/file`"), "\(run.errors)")
    #expect(!run.errors.contains("[plugin/probe-exited]"), "\(run.errors)")
  }

  @Test("a process with several plugins has the grants of all of them")
  func union() throws {
    try plugin("org.example.a", needing: "1").build("plugins/a.so", in: directory)
    try plugin(
      "org.example.b",
      needing: #"!has_loaded("/plugins/a.so") || open(PLACE "/file", O_RDONLY) >= 0"#
    ).build("plugins/b.so", in: directory)
    let refused = try validate("{}", "--no-cache")
    #expect(refused.errors.contains("together end the process with status 3"), "\(refused.errors)")
    let granted = try validate(
      policy(#""read": ["PLACE"]"#, for: "org.example.a"), "--no-cache")
    #expect(granted.status == 0, "\(granted.errors)")
  }

  @Test("another grant leads to another outcome, despite the cache")
  func cached() throws {
    try plugin(needing: #"(open(PLACE "/file", O_WRONLY), 1)"#)
      .build("plugins/c.so", in: directory)
    for _ in 1...2 {
      #expect(try validate("{}").errors.contains("[plugin/denied]"))
      let granted = policy(#""write": ["PLACE/file"]"#, for: "org.example.c")
      #expect(try validate(granted).status == 0)
    }
  }

  @Test("what a plugin declares to need is shown, but only the operator grants it")
  func needs() throws {
    let needs = #","needs":{"write":["\#(place.path)"],"ports":{"connect":[443]}}"#
    try plugin(needing: #"(open(PLACE "/file", O_WRONLY), 1)"#, manifest: needs)
      .build("plugins/c.so", in: directory)
    let refused = try validate("{}", "--no-cache")
    #expect(refused.status == 1)
    let grant = try #require(refused.errors.firstMatch(of: /if the plugin may do that: (.*)/)).1
    #expect(!grant.contains("443"))
    // The suggested text is a valid policy file, and enough.
    #expect(try validate(String(grant), "--no-cache").status == 0)

    let listed = try host("list", "--format", "json", in: directory).json()
    let plugins = try #require(listed["plugins"] as? [[String: Any]])
    let declared = try #require(plugins.first?["needs"] as? [String: Any])
    #expect(declared["write"] as? [String] == [place.path])
    let shown = try host("show", "plugins", "org.example.c", in: directory).output
    #expect(shown.contains("access needed"), "\(shown)")
    #expect(shown.contains("write \(place.path)"), "\(shown)")
    #expect(shown.contains("connect to TCP port 443"), "\(shown)")
  }

  @Test("a plugin whose needs have grown differs from the lock, and from the one before")
  func grown() throws {
    try plugin(needing: "1", manifest: #","needs":{"read":["/srv/a"]}"#)
      .build("plugins/c.so", in: directory)
    #expect(try host("lock", "plugins", in: directory).status == 0)
    try plugin(needing: "1", manifest: #","needs":{"read":["/srv/a"],"resolve":true}"#)
      .build("new/c.so", in: directory)
    for before in ["plugins.lock", "plugins"] {
      let run = try host("diff", before, "new", in: directory)
      #expect(run.status == 1)
      #expect(run.output.contains("needs.resolve"), "\(run.output)")
    }
    let locked = try host("validate", "--locked", "new", in: directory)
    #expect(locked.errors.contains("needs.resolve: the lock has none, the plugin has true"))
  }

  @Test("host.json of Documentation/Sandbox.md grants what the page says")
  func documented() throws {
    let file = try #require(try Readme("Documentation/Sandbox.md").files.first)
    try directory.write(file.contents.utf8, to: file.path)
    let rows = try host("config", in: directory).output.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    for row in [
      "sandbox.mode require host.json:2", "sandbox.read /srv/dictionaries host.json:2",
      "plugins.org.example.words.sandbox.write /var/lib/words host.json:6",
      "plugins.org.example.words.sandbox.ports.connect 443 host.json:7",
      "plugins.org.example.words.sandbox.ports.bind 0 host.json:7",
      "plugins.org.example.words.sandbox.resolve true host.json:8",
    ] {
      #expect(rows.contains(row), "\(row)")
    }
  }

  @Test(
    "the command of Documentation/Sandbox.md shows what a plugin could not read",
    .enabled(if: PluginLanguageTests.has("strace")))
  func refusedReading() throws {
    try plugin(needing: #"(open(PLACE "/file", O_RDONLY), 1)"#).build("plugins/c.so", in: directory)
    let command = try Readme("Documentation/Sandbox.md").script("reading")
    let path = "\(Build.hostProducts.path):\(ChildProcess.searchPaths["PATH"] ?? "")"
    let found = try Shell.run(command, in: directory, environment: ["PATH": path])
    #expect(found.contains("\(place.path)/file"), "\(found)")
  }

  // The process could not open the files, and ended with a status for which the plugin was blamed.
  @Test("as many paths can be granted as fit into the lists")
  func manyPaths() throws {
    let names = (0..<256).map { "f\($0)" }
    for name in names { try place.write("", to: name) }
    let lists = stride(from: 0, to: 256, by: 64).map { start in
      "[" + names[start..<start + 64].map { "\"PLACE/\($0)\"" }.joined(separator: ", ") + "]"
    }
    try plugin(needing: #"open(PLACE "/f0", O_RDONLY) >= 0 && open(PLACE "/f255", O_WRONLY) >= 0"#)
      .build("plugins/c.so", in: directory)
    let run = try validate(
      """
      {"sandbox": {"read": \(lists[0]), "write": \(lists[1])},
       "plugins": {"org.example.c": {"sandbox": {"read": \(lists[2]), "write": \(lists[3])}}}}
      """, "--no-cache")
    #expect(run.status == 0, "\(run.errors)")
  }

  // The name of the file is within the grants, so that the refusal was not reported.
  @Test("creating a granted file that does not exist is refused and reported with the reason")
  func creating() throws {
    try plugin(needing: #"(open(PLACE "/new", O_CREAT | O_WRONLY, 0600), 1)"#)
      .build("plugins/c.so", in: directory)
    let run = try validate(policy(#""write": ["PLACE/new"]"#), "--no-cache")
    #expect(run.status == 1)
    #expect(run.errors.contains("tried to write to `\(place.path)/new`"), "\(run.errors)")
    #expect(
      run.errors.contains("`\(place.path)/new` is granted, but did not exist"), "\(run.errors)")
  }

  @Test("a path without a file grants nothing, and is no error")
  func missing() throws {
    try plugin(needing: "1").build("plugins/c.so", in: directory)
    let run = try validate(policy(#""read": ["PLACE/none", "/dev/null/x"]"#), "--no-cache")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("a file of another user can't be written, not even by root", .enabled(if: geteuid() == 0))
  func ofAnotherUser() throws {
    try #require(chown(place.path(of: "file"), 65534, 65534) == 0)
    try #require(chmod(place.path(of: "file"), 0o644) == 0)
    try plugin(needing: #"open(PLACE "/file", O_WRONLY) < 0 && errno == EACCES"#)
      .build("plugins/c.so", in: directory)
    let run = try validate(policy(#""write": ["PLACE"]"#), "--no-cache")
    #expect(run.status == 0, "\(run.errors)")
  }

  // The server answered refused calls as long as there were any, so it never saw the deadline, and the host took it for ended.
  @Test("a plugin that makes refused calls without end exceeds its deadline, and no other plugin")
  func flood() throws {
    var flooding = plugin("org.example.flood", needing: "flood()")
    flooding.declarations = flooding.declarations.replacing(
      "__attribute__((constructor))",
      with: """
        static void *run(void *state) { for (;;) kill(1, SIGCONT); return state; }
        static int flood(void) {
          pthread_t thread;
          for (int i = 0; i < 16; i++) pthread_create(&thread, 0, run, 0);
          run(0);
          return 1;
        }
        __attribute__((constructor))
        """)
    try flooding.build("plugins/flood.so", in: directory)
    try plugin("org.example.calm", needing: "1").build("plugins/calm.so", in: directory)
    let run = try validate(#"{"deadline": 1}"#, "--no-cache", "--format", "json")
    let plugins = try #require(try run.json()["plugins"] as? [[String: Any]])
    let rejections = plugins.map { $0["rejection"] as? String }
    #expect(rejections.contains("plugin/probe-timeout"), "\(run.errors)")
    #expect(rejections.contains(nil) && rejections.count == 2, "\(run.errors)")
  }
}

@Suite(
  "Where the kernel can't enforce the sandbox", .blocking,
  .enabled(if: confinesPorts, "the system has nothing to be hidden"))
struct IncompleteSandboxTests {
  private let directory: TemporaryDirectory

  /// Makes a directory with two plugins, and a program that executes another one as if the kernel had no Landlock.
  init() throws {
    directory = try TemporaryDirectory()
    for name in ["a", "b"] {
      try CPlugin(identifier: "org.example.\(name)").build("plugins/\(name).so", in: directory)
    }
    let source = """
      #include <errno.h>
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      #include <stddef.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      int main(int count, char **arguments) {
        struct sock_filter filter[] = {
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444 /* landlock_create_ruleset */, 0, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        };
        struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 120;
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 121;
        execv(arguments[1], arguments + 1);
        return 122;
      }
      """
    try #require(CCompiler.clang).compile(source, to: "masked", in: directory)
  }

  private func masked(_ arguments: String...) throws -> HostRun {
    let outcome = try ChildProcess(
      program: directory.path(of: "masked"),
      arguments: [Build.host.path(percentEncoded: false)] + arguments,
      environment: ChildProcess.searchPaths, directory: directory.path
    ).run()
    return HostRun(
      arguments: arguments, status: outcome.status,
      output: String(decoding: outcome.output, as: UTF8.self),
      errors: String(decoding: outcome.errors, as: UTF8.self))
  }

  @Test(
    "there is one warning in a run, whatever the number of plugins", arguments: ["validate", "run"])
  func warning(command: String) throws {
    let run = try masked(command, "--no-cache", "plugins")
    let warnings = run.errors.split(separator: "\n").filter { $0.contains("confined completely") }
    #expect(
      warnings == [
        "warning: plugins can't be confined completely: files are not confined, as the kernel has no "
          + "Landlock [plugin/sandbox-incomplete]"
      ], "\(run.errors)")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("the warning can be ignored or count as an error, and there is none without the sandbox")
  func levels() throws {
    for (option, value, status, isReported) in [
      ("--severity", "plugin/sandbox-incomplete=ignore", 0, false),
      ("--severity", "plugin/sandbox-incomplete=error", 1, true), ("--sandbox", "off", 0, false),
    ] {
      let run = try masked("validate", "--no-cache", option, value, "plugins")
      #expect(run.status == status, "\(value): \(run.errors)")
      #expect(run.errors.contains("[plugin/sandbox-incomplete]") == isReported, "\(value)")
    }
  }

  @Test("no plugin is used if the sandbox is required")
  func required() throws {
    let run = try masked("validate", "--no-cache", "--sandbox", "require", "plugins")
    #expect(run.status == 1)
    #expect(run.errors.contains("[plugin/probe-unavailable]"), "\(run.errors)")
    #expect(!run.errors.contains("[plugin/sandbox-incomplete]"), "\(run.errors)")
  }
}
