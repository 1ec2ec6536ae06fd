@testable import CleanseFindingReports
import CleanseTestSupport
import FoundationEssentials
import Glibc
import Testing

/// Stores what is written to standard output.
private final class StandardOutput {
  private(set) var text = ""

  func write(_ text: String) {
    self.text += text
  }
}

@Suite("Output files")
struct OutputFileTests {
  private let directory: TemporaryDirectory
  private let output = StandardOutput()

  init() throws {
    directory = try TemporaryDirectory(["old": "old\n"])
  }

  private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  private func content(_ name: String) -> String? {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return stat(path(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("are written completely, whether new or existing")
  func write() throws {
    try OutputFile(path("new")).write("new\n", output: output.write)
    try OutputFile(path("old")).write("", output: output.write)
    #expect(content("new") == "new\n")
    #expect(content("old") == "")
    #expect(try names == ["new", "old"])
    #expect(output.text.isEmpty)
  }

  @Test("are standard output for a hyphen, nil and the device names")
  func standardOutput() throws {
    for name in [nil, "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      let file = try OutputFile(name)
      #expect(file.isStandardOutput)
      try file.write("x", output: output.write)
    }
    #expect(output.text == "xxxxx")
  }

  @Test("keep the permissions of the replaced file; a new one has the default permissions")
  func permissions() throws {
    try #require(chmod(path("old"), 0o604) == 0)
    try OutputFile(path("old")).write("x", output: output.write)
    #expect(mode("old") == 0o604)
    let mask = umask(0)
    umask(mask)
    try OutputFile(path("new")).write("x", output: output.write)
    #expect(mode("new") == 0o666 & ~mask)
  }

  @Test("follow a symbolic link, which is kept")
  func link() throws {
    try #require(symlink("old", path("link")) == 0)
    try OutputFile(path("link")).write("x", output: output.write)
    #expect(content("old") == "x")
    var status = stat()
    try #require(lstat(path("link"), &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("are equal under different names")
  func sameness() throws {
    try #require(symlink("old", path("link")) == 0)
    let names = [
      "old", "./old", "link", "../\(directory.path.split(separator: "/").last ?? "")/old",
    ]
    #expect(Set(try names.map { try OutputFile(path($0)) }).count == 1)
    #expect(try OutputFile(path("new")) == OutputFile(path("./new")))
    #expect(try OutputFile(path("new")) != OutputFile(path("old")))
  }

  @Test("are all unchanged if one of them can't be written")
  func allOrNothing() throws {
    let files = try ["new", "old", "gone/x"].map { name in
      if name == "gone/x" { try #require(mkdir(path("gone"), 0o755) == 0) }
      return try OutputFile(path(name))
    }
    try #require(rmdir(path("gone")) == 0)
    #expect(throws: CommandFailure.self) {
      try OutputFile.write(files.map { ($0, "x") }, output: output.write)
    }
    #expect(try names == ["old"])
    #expect(content("old") == "old\n")
  }

  @Test("leave no draft if the name is taken meanwhile")
  func takenName() throws {
    let file = try OutputFile(path("new"))
    try #require(mkdir(path("new"), 0o755) == 0)
    let error = #expect(throws: CommandFailure.self) { try file.write("x", output: output.write) }
    #expect(error?.message == "can't write to \(path("new")): Is a directory")
    #expect(try names == ["new", "old"])
  }

  @Test("that can't be written are reported before any work starts")
  func mistakes() throws {
    try #require(symlink("nowhere", path("dangling")) == 0)
    try #require(symlink("loop", path("loop")) == 0)
    for (name, reason) in [
      ("", "it is a directory"), ("gone/x", "there is no directory \(path("gone"))"),
      ("gone/", "there is no directory \(path("gone/"))"), ("old/x", "Not a directory"),
      ("dangling", "it is a broken symbolic link"),
      ("loop", "Too many levels of symbolic links"),
      (String(repeating: "n", count: 5000), "File name too long"),
    ] {
      let error = #expect(throws: CommandFailure.self) { try OutputFile(path(name)) }
      #expect(error?.message == "can't write to \(path(name)): \(reason)")
    }
    #expect(try names == ["dangling", "loop", "old"])
  }

  @Test("may be a pipe or a device, which is kept")
  func streams() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try OutputFile(path("pipe")).write("x", output: output.write)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1 && byte == UInt8(ascii: "x"))
    try OutputFile("/dev/null").write("x", output: output.write)
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    let full = try OutputFile("/dev/full")
    let error = #expect(throws: CommandFailure.self) { try full.write("x", output: output.write) }
    #expect(error?.message == "can't write to /dev/full: No space left on device")
  }

  @Test("may be a pipe whose reader has closed it, without an error")
  func closedPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    try OutputFile("/dev/fd/\(ends[1])").write("x", output: output.write)
  }
}
