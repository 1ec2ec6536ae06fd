import CleanseTestSupport
import Foundation
import Testing

extension RunPermissionsTests {
  @Test("what is recorded is enough for the same run")
  func record() throws {
    let (place, made) = (try TemporaryDirectory(), try TemporaryDirectory())
    try place.write("text", to: "file")
    let directory = try site(
      """
      open(PLACE "/file", O_RDONLY) >= 0 && open("\(made.path)/made", O_CREAT | O_WRONLY, 0600) >= 0
        && listens() && executes()
      """, place: place.path)
    #expect(try run("", in: directory).status == 7)
    let recording = try host(
      "run", "--record-permissions", "recorded.json", "--", "act", in: directory)
    #expect(recording.status == 0 && recording.errors == "", "\(recording.errors)")
    let recorded = try String(
      contentsOf: directory.url.appending(path: "recorded.json"), encoding: .utf8)
    #expect(
      recorded == """
        {
          "permissions" : {
            "exec" : [
              "/usr/bin/true"
            ],
            "ports" : {
              "bind" : [
                0
              ]
            },
            "read" : [
              "\(place.path)/file"
            ],
            "write" : [
              "\(made.path)"
            ]
          }
        }

        """)
    let confined = try host("run", "--config", "recorded.json", "--", "act", in: directory)
    #expect(confined.status == 0 && confined.errors == "", "\(confined.errors)")
    try directory.write(recorded.utf8, to: "host.json")
    #expect(try host("run", "--", "act", in: directory).status == 0)
  }

  /// What a command does with sockets, and what is recorded of it.
  struct SocketUse: CustomTestStringConvertible, Sendable {
    let name: String
    let success: String
    /// Members of `permissions`, without spaces.
    let permissions: String
    /// The end of the report.
    var report: String?

    var testDescription: String { name }
  }

  private static let datagram = """
    ({ struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(9),
         .sin_addr = {htonl(INADDR_LOOPBACK)}};
       int d = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0); d >= 0 && ACT; })
    """

  static let socketUses = [
    SocketUse(
      name: "a socket for datagrams is opened", success: "socket(AF_INET, SOCK_DGRAM, 0) >= 0",
      permissions: #""resolve":true"#),
    SocketUse(
      name: "a datagram is sent without connecting",
      success: datagram.replacing("ACT", with: #"sendto(d, "", 1, 0, (void *)&a, sizeof a) == 1"#),
      permissions: #""resolve":true"#),
    SocketUse(
      name: "a socket for datagrams is bound",
      success: datagram.replacing(
        "ACT", with: "(a.sin_port = 0, bind(d, (void *)&a, sizeof a)) == 0"),
      permissions: #""resolve":true"#),
    SocketUse(
      name: "a socket for TCP is only opened", success: "socket(AF_INET, SOCK_STREAM, 0) >= 0",
      permissions: "", report: "open an IPv4 socket that they neither connect nor bind"),
    SocketUse(
      name: "a socket for TCP is bound", success: "listens()",
      permissions: #""ports":{"bind":[0]}"#),
    SocketUse(
      name: "a Unix socket is only opened", success: "socket(AF_UNIX, SOCK_STREAM, 0) >= 0",
      permissions: "", report: "open a Unix socket"),
    SocketUse(
      name: "the log of the system is used",
      success: #"(syslog(LOG_USER | LOG_DEBUG, "%s", "a test of cleanse"), 1)"#, permissions: ""),
  ]

  // Sockets were recorded only when they were connected or bound, so that datagrams were not, and the log was reported.
  @Test("the use of sockets is recorded with what allows it, or reported", arguments: socketUses)
  func sockets(_ use: SocketUse) throws {
    let directory = try site(use.success, place: "/")
    let recording = try host(
      "run", "--record-permissions", "recorded.json", "--", "act", in: directory)
    #expect(recording.status == 0, "\(recording.errors)")
    let report = use.report.map { "host: no permission allows plugins to \($0)\n" } ?? ""
    #expect(recording.errors == report)
    let recorded = try String(
      contentsOf: directory.url.appending(path: "recorded.json"), encoding: .utf8)
    #expect(
      recorded.filter { !$0.isWhitespace } == "{\"permissions\":{\(use.permissions)}}")
    guard use.report == nil else { return }
    let confined = try host("run", "--config", "recorded.json", "--", "act", in: directory)
    #expect(confined.status == 0 && confined.errors == "", "\(confined.errors)")
  }

  // The rotation of a log removed a file, whose path then allowed nothing.
  @Test("a directory is recorded for a file that is gone when the command has ended")
  func removed() throws {
    let place = try TemporaryDirectory()
    try place.write("text", to: "log")
    let directory = try site(
      #"""
      open(PLACE "/log", O_CREAT | O_WRONLY, 0600) >= 0 && system("mv " PLACE "/log " PLACE "/old") == 0
      """#, place: place.path)
    let recording = try host(
      "run", "--record-permissions", "recorded.json", "--", "act", in: directory)
    #expect(recording.status == 0, "\(recording.errors)")
    let confined = try host("run", "--config", "recorded.json", "--", "act", in: directory)
    #expect(confined.status == 0 && confined.errors == "", "\(confined.errors)")
  }

  // libdispatch logs that it can't raise the priority of a thread, which was reported for every plugin. In a checkout below a
  // directory of root's alone, the program did not start.
  @Test(
    "recording as another user than root reports nothing of the host", .enabled(if: getuid() == 0))
  func anotherUser() throws {
    let directory = try site("1", place: "/")
    let program = try directory.programForAllUsers()
    try #require(chown(directory.path, 65534, 65534) == 0)
    let outcome = try ChildProcess(
      program: "/usr/bin/setpriv",
      arguments: [
        "--reuid=65534", "--regid=65534", "--clear-groups", program,
        "run", "--no-cache", "--record-permissions", "recorded.json", "--", "act",
      ], environment: ChildProcess.searchPaths, directory: directory.path
    ).run()
    #expect(outcome.status == 0)
    #expect(String(decoding: outcome.errors, as: UTF8.self) == "")
  }

  @Test("recording reports what no permission allows, and a file that can't be written")
  func unrecordable() throws {
    let place = try TemporaryDirectory()
    try place.write("text", to: "file")
    let directory = try site(#"chmod(PLACE "/file", 0777) == 0"#, place: place.path)
    let run = try host(
      "run", "--record-permissions", "recorded.json", "--", "act", in: directory)
    #expect(run.status == 0)
    #expect(
      run.errors == "host: no permission allows plugins to make the system call `chmod`\n")
    let nowhere = try host(
      "run", "--record-permissions", "gone/recorded.json", "--", "act", in: directory)
    #expect(nowhere.status == 3 && nowhere.errors.contains("gone"), "\(nowhere.errors)")
    let output = try host("run", "--record-permissions", "-", "--", "act", in: directory)
    #expect(output.status == 3 && output.errors.contains("standard output"), "\(output.errors)")
  }
}
