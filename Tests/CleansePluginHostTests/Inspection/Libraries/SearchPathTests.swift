@testable import CleansePluginFiles
import Testing

@Suite("SearchPath")
struct SearchPathTests {
  @Test("directories keep their order, and an empty one is the working directory")
  func order() {
    #expect(SearchPath.directories("/a:b::/c/", origin: "/o") == ["/a", "b", ".", "/c/"])
    #expect(
      SearchPath.directories("/a;/b:/c", separators: ":;", origin: "/o") == ["/a", "/b", "/c"])
    #expect(SearchPath.directories("/a;/b", origin: "/o") == ["/a;/b"])
    #expect(SearchPath.directories("", origin: "/o") == [])
  }

  @Test(
    "the dynamic linker's variables are expanded, others are kept")
  func variables() {
    let machine = Machine.host.description
    let platforms = [machine] + (machine == "x86_64" ? ["haswell", "xeon_phi"] : [])
    #expect(
      SearchPath.directories("$ORIGIN:${ORIGIN}/../x:/p/$PLATFORM:$OTHER", origin: "/o")
        == ["/o", "/o/../x"] + platforms.map { "/p/\($0)" } + ["$OTHER"])
    #expect(
      SearchPath.directories("/a/${LIB}/b:/c", origin: "/o")
        == ["/a/lib/\(machine)-linux-gnu/b", "/a/lib64/b", "/a/lib/b", "/c"])
  }

  @Test("a variable with several possible values is marked as a guess")
  func guesses() {
    #expect(SearchPath.guesses("/a:$ORIGIN/b::$OTHER", origin: "/o") == [])
    #expect(
      SearchPath.guesses("/a:/b/$LIB", origin: "/o")
        == SearchPath.directories("/b/$LIB", origin: "/o"))
  }

  @Test("the directory of a file is the part before the last slash")
  func directory() {
    #expect(SearchPath.directory(of: "/a/b.so") == "/a")
    #expect(SearchPath.directory(of: "/b.so") == "/")
    #expect(SearchPath.directory(of: "b.so") == ".")
  }
}
