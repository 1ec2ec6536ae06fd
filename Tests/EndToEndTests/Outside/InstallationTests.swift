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

  // The articles of the framework were missing, and 34 links led nowhere.
  @Test("has documents whose links lead to what is installed")
  func links() throws {
    let documents = Build.installation.appending(path: "share/doc/cleanse")
    let names = try FileManager.default.subpathsOfDirectory(atPath: documents.path)
      .filter { $0.hasSuffix(".md") }
    #expect(names.contains("Sources/Cleanse/Cleanse.docc/Subcomponents.md"))
    for name in names {
      let document = documents.appending(path: name)
      let text = try String(contentsOf: document, encoding: .utf8)
        .replacing(/(?s)```.*?```/, with: "").replacing(/`[^`\n]*`/, with: "")
      #expect(!text.contains("doc:"), "\(name)")
      for link in text.matches(of: /\]\(([^)#\s]+)[^)\s]*\)/).map(\.1) where !link.contains(":") {
        let target = document.deletingLastPathComponent().appending(path: link)
        #expect(FileManager.default.fileExists(atPath: target.path), "\(name): \(link)")
      }
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
