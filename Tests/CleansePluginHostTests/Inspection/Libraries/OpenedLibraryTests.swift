@testable import CleansePluginFiles
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("A library that is opened by name")
struct OpenedLibraryTests {
  // The key of a cached outcome did not have the library that reads debug information, so installing it changed nothing.
  @Test("is searched for in all directories, in the default ones last, and may be absent")
  func found() throws {
    let scratch = try TemporaryDirectory()
    var process = HostProcess()
    process.runDirectories = [FilePath(scratch.path)]
    process.systemDirectories = [FilePath(scratch.path(of: "system"))]
    #expect(OpenedLibrary.stamps(of: "libx.so.1", in: process).isEmpty)
    try scratch.write("1", to: "system/libx.so.1")
    #expect(OpenedLibrary.stamps(of: "libx.so.1", in: process).map(\.size) == [1])
    try scratch.write("12", to: "libx.so.1")
    #expect(OpenedLibrary.stamps(of: "libx.so.1", in: process).map(\.size) == [2])
    #expect(OpenedLibrary.stamps(of: "libx.so", in: process).isEmpty)
  }
}
