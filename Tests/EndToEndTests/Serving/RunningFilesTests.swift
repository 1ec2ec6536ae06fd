import CleansePluginHost
import CleanseTestSupport
import Foundation
import Testing

@Suite("What a host runs", .serialized, .blocking)
struct RunningFilesTests {
  private func digest(ofFile path: String) throws -> String {
    "\(ContentDigest(of: try #require(readFile(path))))"
  }

  @Test("the status has the digests of what was loaded, whatever the files are now")
  func digests() throws {
    let directory = try TemporaryDirectory()
    let plugin = ServicePlugin()
    try plugin.build(in: directory)
    let path = directory.path(of: "plugins/\(plugin.file)")
    let digest = try digest(ofFile: path)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let first = try serving.ready()
    let file = ServingStatus.LoadedFile(
      kind: "plugin", identifier: plugin.identifier, version: "1.0.0", file: path, digest: digest)
    #expect(first.worker?.loaded == [file])
    #expect(first.differences == nil)
    let program = Build.host.resolvingSymlinksInPath().path(percentEncoded: false)
    #expect(first.program?.file == program)
    #expect(try first.program?.digest == self.digest(ofFile: program))
    let runtime = try #require(first.runtime)
    #expect(try runtime.digest == self.digest(ofFile: runtime.file))
    #expect(runtime.version == CleanseVersion.current && !runtime.differs)
    let times = try [first.started, first.worker?.loadedAt].map { try #require($0) }
    #expect(times == times.sorted())

    try ServicePlugin(answer: "other").build(in: directory)
    let changed = try serving.ready()
    #expect(changed.worker?.loaded == [file])
    #expect(changed.differences == ["plugins"])
    #expect(try host("reload", "--control", "c.sock", in: directory).status == 0)
    let reloaded = try serving.ready()
    #expect(try reloaded.worker?.loaded?.map(\.digest) == [self.digest(ofFile: path)])
    #expect(reloaded.differences == nil)
    #expect(try serving.stop().status == 0)
  }

  @Test("the status says whether the program was replaced, or removed")
  func replacedProgram() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let program = directory.path(of: "program")
    try FileManager.default.copyItem(atPath: Build.host.path, toPath: program)
    let serving = try ServingHost(
      listening(in: directory), in: directory,
      environment: ["LD_LIBRARY_PATH": Build.hostProducts.path], program: program)
    let first = try serving.ready()
    #expect(
      first.program?.file
        == URL(filePath: program).resolvingSymlinksInPath().path(percentEncoded: false))
    #expect(first.differences == nil)
    // The same contents are no difference.
    try FileManager.default.copyItem(atPath: program, toPath: directory.path(of: "new"))
    try #require(rename(directory.path(of: "new"), program) == 0)
    #expect(try serving.ready().differences == nil)
    _ = try directory.write("another program", to: "new")
    try #require(rename(directory.path(of: "new"), program) == 0)
    let replaced = try serving.ready()
    #expect(replaced.differences == ["program"])
    #expect(replaced.program?.digest == first.program?.digest)
    let text = try host("status", "--control", "c.sock", in: directory)
    #expect(text.status == 4)
    #expect(text.output.contains("program is not the one that runs"), "\(text.output)")
    directory.remove("program")
    #expect(try serving.ready().differences == ["program"])
    #expect(try serving.stop().status == 0)
  }

  @Test("as text, --verbose adds the files with versions and digests")
  func verbose() throws {
    let directory = try TemporaryDirectory()
    try ServicePlugin().build(in: directory)
    let serving = try ServingHost(listening(in: directory), in: directory)
    let status = try serving.ready()
    var run = try host("status", "--verbose", "--control", "c.sock", in: directory)
    run.output.replace(#/process \d+/#, with: "process N")
    run.output.replace(#/ready for [0-9.]+ s/#, with: "ready for T s")
    run.output.replace(#/[0-9-]{10}T[0-9:]{8}Z/#, with: "<time>")
    run.output.replace(#/[0-9a-f]{64}/#, with: "<digest>")
    let files = [status.program?.file, status.runtime?.file].compactMap(\.self)
    for (file, name) in zip(files, ["<program>", "<runtime>"]) {
      run.output = run.output.replacingOccurrences(of: file, with: name)
    }
    run.output = run.output.replacingOccurrences(
      of: "version \(CleanseVersion.current)", with: "version <version>")
    expectGolden(run, "serve-status-verbose", in: directory)
    #expect(try serving.stop().status == 0)
  }
}
