@testable import CleansePluginCommands
import CleanseTestSupport
import FoundationEssentials
import Testing

@Suite("Debug information of a build")
struct DebugInformationTests {
  private static let working = "-ffile-prefix-map=\(FileManager.default.currentDirectoryPath)=."

  private func options(
    of project: String = "p", compiler: String? = "/usr/bin/env", shell: String? = nil
  ) -> [String] {
    DebugInformation(
      of: project, compiler: compiler, headers: "/opt/cleanse/include", shellDirectory: shell
    ).options
  }

  @Test("has no path of the working directory and of the headers")
  func plain() {
    let expected = ["-g", "-gz", Self.working, "-ffile-prefix-map=/opt/cleanse/include=cleanse"]
    #expect(options() == expected)
    #expect(options(compiler: nil) == expected)
    #expect(options(compiler: "/nowhere/cc") == expected)
  }

  @Test("has no path of the project, also with slashes at its end")
  func project() {
    let expected = [
      "-g", "-gz", Self.working, "-ffile-prefix-map=/home/ada/p=p",
      "-ffile-prefix-map=/opt/cleanse/include=cleanse",
    ]
    for project in ["/home/ada/p", "/home/ada//p//"] { #expect(options(of: project) == expected) }
  }

  // The absolute path of --contract was in the plugin.
  @Test("has no path of the headers of a contract")
  func contractHeaders() {
    let all = DebugInformation(
      of: "p", compiler: nil, headers: "include",
      contractHeaders: ["/home/ada/greeting-1.0.0/", "relative"], shellDirectory: nil)
    #expect(
      all.options.suffix(2) == [
        Self.working, "-ffile-prefix-map=/home/ada/greeting-1.0.0=greeting-1.0.0",
      ])
  }

  @Test("has no path of a compiler outside of the system's directories")
  func compiler() throws {
    let folder = try TemporaryDirectory()
    let compiler = try folder.write("", to: "swift/usr/bin/clang-17")
    try folder.link("cc", to: compiler)
    #expect(
      options(compiler: "\(folder.path)/cc").contains(
        "-ffile-prefix-map=\(folder.path)/swift/usr/lib=lib"))
  }

  @Test("has no path of the shell, and never replaces the root of all paths")
  func shell() {
    #expect(options(shell: "/home/link").contains("-ffile-prefix-map=/home/link=."))
    for shell in ["/", "", "link"] { #expect(options(shell: shell) == options()) }
    #expect(options(of: "/", shell: "/") == options())
  }
}
