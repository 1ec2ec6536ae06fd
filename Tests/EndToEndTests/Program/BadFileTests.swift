import CleanseTestSupport
import Glibc
import Testing

@Suite("A file that is not a plugin", .blocking)
struct BadFileTests {
  @Test("is rejected with its own code, and the plugins next to it work")
  func everyKind() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try directory.write("hello\n".utf8, to: "a-text.so")
    try directory.write([], to: "b-empty.so")
    var foreign = try directory.bytes(of: "libEnding.so")
    // e_machine of the ELF header: EM_RISCV, on which no host runs.
    foreign.replaceSubrange(18..<20, with: [243, 0])
    try directory.write(foreign, to: "c-machine.so")
    try #require(mkfifo(directory.path(of: "d-fifo.so"), 0o600) == 0)
    try directory.write([], to: "e-directory.so/file")
    try directory.link("f-link.so", to: "nowhere")
    let names: KeyValuePairs = ["x86-64": "<machine>", "AArch64": "<machine>"]

    let list = try host("list", ".", in: directory)
    #expect(list.status == 1)
    expectGolden(list, "bad-files", in: directory, names: names)
    let plugins = try entries(in: directory)
    #expect(
      plugins.compactMap { $0["rejection"] as? String } == [
        "plugin/not-elf", "plugin/empty-file", "plugin/wrong-machine",
        "plugin/not-a-regular-file", "plugin/not-a-regular-file", "plugin/broken-link",
      ])
    #expect(plugins.last?["status"] as? String == "ok")

    let run = try host("run", "--on-failure", "leave-out", ".", "--", "end", "7", in: directory)
    #expect(run.status == 7)
    for line in list.errors.split(separator: "\n") where line.hasPrefix("error: ") {
      #expect(run.errors.contains(line.dropFirst(7).prefix { $0 != "[" }), "\(line)")
    }
    let refused = try host("run", ".", "--", "end", "7", in: directory)
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix(list.errors))
    #expect(try host("validate", ".", in: directory).status == 1)
    #expect(try host("run", "--strict", ".", "--", "end", "7", in: directory).status == 1)
  }

  @Test("is rejected wherever it was cut off")
  func truncated() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    let whole = try directory.bytes(of: "libEnding.so")
    let lengths = [1, 4, 15, 16, 63, 64, 100, 4096, whole.count / 2, whole.count - 1]
    for length in lengths {
      try directory.write(whole.prefix(length), to: "cut-\(length).so")
    }
    let plugins = try entries(in: directory)
    #expect(plugins.count == lengths.count + 1)
    for plugin in plugins where plugin["identifier"] as? String == nil {
      let file = plugin["file"] as? String
      let expected = file == "./cut-1.so" ? "plugin/not-elf" : "plugin/truncated"
      #expect(plugin["rejection"] as? String == expected, "\(file ?? "")")
    }
    #expect(plugins.last?["status"] as? String == "ok")
    let run = try host("run", "--on-failure", "leave-out", ".", "--", "end", "7", in: directory)
    #expect(run.status == 7)
  }

  @Test("is not listed when it is a sound library, and --all shows what it is")
  func library() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try CPlugin.compile("int answer(void) { return 42; }\n", to: "library.so", in: directory)
    let list = try host("list", ".", in: directory)
    #expect(list.status == 0)
    #expect(!list.output.contains("library.so"))
    let all = try host("list", "--all", ".", in: directory)
    #expect(all.status == 0)
    #expect(all.output.contains(#/\./library\.so +a shared library without a Cleanse note\n/#))
  }

  @Test("a link to a plugin counts as the plugin")
  func link() throws {
    let directory = try TemporaryDirectory(broken: ["Ending"])
    try directory.link("another.so", to: "libEnding.so")
    let plugins = try entries(in: directory)
    #expect(plugins.map { $0["file"] as? String } == ["./another.so"])
    #expect(plugins.map { $0["resolvedFile"] as? String } == [directory.path(of: "libEnding.so")])
    #expect(try host("validate", ".", in: directory).status == 0)
    #expect(try host("validate", ".", directory.path, in: directory).status == 0)
  }

  private func entries(in directory: TemporaryDirectory) throws -> [[String: Any]] {
    let document = try host("list", "--format", "json", ".", in: directory).json()
    return try #require(document["plugins"] as? [[String: Any]])
  }
}
