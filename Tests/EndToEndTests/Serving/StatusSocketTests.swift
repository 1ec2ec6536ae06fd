import CleanseTestSupport
import Foundation
import Testing

@Suite("The status socket of host serve", .serialized, .blocking)
struct StatusSocketTests {
  @Test("answers the status, refuses a reload, and is removed at the end")
  func requests() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--status-socket", "t.sock"], in: directory)
    let first = try serving.ready()
    let status = try host("status", "--status-socket", "t.sock", in: directory)
    #expect(status.status == 0)
    #expect(status.output.contains("org.example.server 1.0.0"), "\(status.output)")
    #expect(try host("status", "--ready", "--status-socket", "t.sock", in: directory).status == 0)
    let reload = try host("reload", "--control", "t.sock", in: directory)
    #expect(reload.status == 3)
    #expect(
      reload.errors.contains("only the status can be requested from the status socket: t.sock"),
      "\(reload.errors)")
    #expect(try serving.ready().worker?.generation == first.worker?.generation)
    #expect(try serving.stop().status == 0)
    #expect(!directory.contains("t.sock"))
  }

  @Test(
    "can be used by the users of its group, and by no other ones",
    .enabled(if: getuid() == 0, "becomes other users"))
  func group() throws {
    let directory = try TemporaryDirectory()
    chmod(directory.path, 0o755)
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(
      listening(in: directory) + ["--status-socket", "t.sock", "--status-group", "4711"],
      in: directory)
    try serving.ready()
    var file = stat()
    #expect(stat(directory.path(of: "t.sock"), &file) == 0)
    #expect(file.st_mode & 0o777 == 0o660 && file.st_gid == 4711)
    for (group, isAllowed) in [("4711", true), ("4712", false)] {
      #expect(try canConnect(to: "t.sock", as: group, in: directory) == isAllowed)
      #expect(try !canConnect(to: "c.sock", as: group, in: directory))
    }
    #expect(try serving.stop().status == 0)
  }

  /// Whether a user who is only in the group can connect.
  private func canConnect(
    to name: String, as group: String, in directory: TemporaryDirectory
  ) throws -> Bool {
    let script = """
      import os, socket, sys
      os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(4713)
      socket.socket(socket.AF_UNIX).connect(sys.argv[1])
      """
    let outcome = try ChildProcess(
      program: "/usr/bin/python3", arguments: ["-c", script, directory.path(of: name), group],
      environment: [:], directory: "/"
    ).run()
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(outcome.status == 0 || errors.contains("PermissionError"), "\(errors)")
    return outcome.status == 0
  }

  // The control socket was left if the supervisor could not start.
  @Test(
    "wrong options are errors of the command line, and a missing group is one of the start",
    arguments: [
      (["--status-socket", ""], Int32(2), "option --status-socket requires a path"),
      (["--status-group", "adm"], 2, "option --status-group requires --status-socket"),
      (
        ["--status-socket", "t.sock", "--status-group", "no-such-group"], 3,
        "there is no group no-such-group: pass one with --status-group"
      ),
      (
        ["--status-socket", "./c.sock"], 3,
        "the status socket can't be the control socket: ./c.sock"
      ),
    ])
  func usage(options: [String], status: Int32, message: String) throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let outcome = try ServingHost(options, in: directory).end()
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(outcome.status == status)
    #expect(errors.contains(message), "\(errors)")
    #expect(!directory.contains("c.sock"))
    #expect(!directory.contains("t.sock"))
  }

  // It was only `Operation not permitted`. In a checkout below a directory of root's alone, the program did not start.
  @Test(
    "can't be given to a group of which the user is no member",
    .enabled(if: getuid() == 0, "becomes another user"))
  func otherGroup() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let program = try directory.programForAllUsers()
    try #require(chmod(directory.path, 0o777) == 0)
    let outcome = try ServingHost(
      ["--status-socket", "t.sock", "--status-group", "4712"], in: directory,
      prefix: ["/usr/bin/setpriv", "--reuid", "4713", "--regid", "4713", "--clear-groups"],
      program: program
    ).end()
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(outcome.status == 3)
    #expect(
      errors.contains(
        "can't give the status socket t.sock to the group 4712: Operation not permitted"),
      "\(errors)")
    #expect(errors.contains("has to be a member of the group"), "\(errors)")
    #expect(!directory.contains("t.sock"))
  }

  @Test("host status takes one socket")
  func both() throws {
    let run = try host("status", "--control", "c.sock", "--status-socket", "t.sock")
    #expect(run.status == 2)
    #expect(run.errors.contains("can't be combined"), "\(run.errors)")
  }
}
