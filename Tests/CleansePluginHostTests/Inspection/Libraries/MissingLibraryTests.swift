import CleanseTestSupport
import ElfImages
@testable import CleansePluginFiles
import Testing

@Suite("Missing libraries")
struct MissingLibraryTests {
  // The suggested fix was to install the other C library, next to the host's.
  @Test(
    "of another C library mean that the plugin was built for it",
    arguments: ["libc.musl-x86_64.so.1", "libc.so", "ld-musl-aarch64.so.1"])
  func musl(name: String) throws {
    let scratch = try TemporaryDirectory()
    var image = try samplePlugin()
    image.needed = [name]
    let plugin = try inspect(image.bytes, in: scratch, for: HostProcess())
    #expect(plugin.codes == ["plugin/needed-library-missing"])
    #expect(plugin.report.contains("fix: build the plugin with a compiler for glibc"))
  }
}
