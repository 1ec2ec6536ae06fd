import CleanseTestSupport
import Foundation
import Testing

@Suite("The installation", .blocking)
struct InstallationTests {
  // The libraries kept their symbol tables, a third of their size.
  @Test("has no tables in its programs and libraries that only debuggers read")
  func tables() throws {
    let sections = try Shell.run(
      """
      find "$PREFIX/bin" "$PREFIX/lib" -type f -perm -u+x | while IFS= read -r file; do
        readelf --section-headers --wide "$file"
      done
      """, in: TemporaryDirectory(), environment: ["PREFIX": Build.installation.path])
    #expect(sections.contains(" .dynsym "))
    for section in [" .symtab ", " .debug_info ", " .swift_ast "] {
      #expect(!sections.contains(section))
    }
  }

  @Test("names the functions of a plugin that crashes, exported or not")
  func crash() throws {
    let directory = try TemporaryDirectory()
    var plugin = CPlugin()
    plugin.declarations = """
      static __attribute__((noinline)) int32_t fall(volatile int32_t *ground) { return *ground; }
      """
    plugin.body = "return fall(NULL) + 1;"
    try plugin.build("c.so", in: directory)
    let output = try Shell.run(
      #""$PREFIX/bin/host" validate . 2>&1 || echo $?"#, in: directory,
      environment: ["PREFIX": Build.installation.path])
    #expect(output.contains(": SIGSEGV in fall of c.so [plugin/probe-crashed]"), "\(output)")
  }
}
