import CleanseTestSupport
import Foundation
import Testing

/// `scripts/lib/recorded-plugins` in a small repository, with a recorded call that only copies a plugin.
@Suite("the plugins of a recorded ABI", .blocking)
struct RecordedPluginsTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let functions = try Data(
      contentsOf: Build.root.appending(path: "scripts/lib/recorded-plugins"))
    try directory.write(functions, to: "functions")
    for (name, file) in ["form": "libForm.so", "other": "libChecksum.so"] {
      try directory.write(
        Data(contentsOf: Build.plugins.appending(path: file)), to: "repository/\(name).so")
    }
    try shell(
      """
      git init -q
      git config user.name test
      git config user.email test@example.org
      mkdir -p ABI/1.0
      (mkdir ../once; cd ../once; cp ../repository/form.so .; plugin_digest form.so >digest)
      {
        echo "release 1.0.0"
        plugin_tools | sed 's/^/with /'
        echo "input $(sha256sum form.so | sed 's/  / /')"
        echo "call mkdir made"
        echo "call cp form.so made/form.so"
        echo "plugin $(cat ../once/digest) made/form.so"
      } >ABI/1.0/plugins
      git add -A
      git commit -q -m "Plugins"
      git tag 1.0.0
      """)
  }

  @discardableResult
  private func shell(_ script: String) throws -> String {
    try Shell.run(
      """
      set -eu
      SWIFTC=swiftc RUSTC=rustc
      . ./functions
      cd repository
      \(script)
      """, in: directory)
  }

  /// What is printed after a change of the repository, with `failed` at the end if nothing is made.
  private func make(after change: String) throws -> String {
    try shell(
      """
      \(change)
      { make_recorded_plugins 1.0 ../work || echo failed; } 2>&1
      """)
  }

  @Test("are made from the files of the release, whatever has become of them")
  func changed() throws {
    #expect(try make(after: "") == "")
    for change in ["cp other.so form.so", "rm form.so"] {
      #expect(try make(after: change) == "")
      #expect(
        try Data(contentsOf: URL(filePath: directory.path(of: "work/made/form.so")))
          == Data(contentsOf: Build.plugins.appending(path: "libForm.so")))
    }
  }

  @Test("are not recorded again after their release")
  func again() throws {
    let text = try shell("{ record_plugins 1.0 ../work || echo failed; } 2>&1")
    #expect(
      text
        == "The plugins of ABI 1.0 have been released, as 1.0.0, and are not recorded again\nfailed\n"
    )
  }

  @Test("are not made from other files")
  func missing() throws {
    #expect(
      try make(after: "git tag -d 1.0.0 >/dev/null; cp other.so form.so") == """
        form.so is not the file that the plugins of ABI 1.0 are made from, and the tag 1.0.0 does not have it.
          Before that release, record the plugins again: scripts/abi record-plugins
        failed

        """)
    #expect(
      try make(after: "rm ABI/1.0/plugins")
        == "ABI/1.0/plugins is missing: scripts/abi record-plugins\nfailed\n")
  }

  @Test("are compared with the recorded digests if the tools are the same")
  func differing() throws {
    let other = try make(
      after: "sed -i 's/cp form.so/cp ..\\/repository\\/other.so/' ABI/1.0/plugins")
    #expect(other.contains("> "))
    #expect(other.hasSuffix("not those of release 1.0.0 any more: see ABI/1.0/plugins\nfailed\n"))
    #expect(
      try make(after: "sed -i 's/^with Swift.*/with Swift 5/' ABI/1.0/plugins")
        == """
        The plugins of ABI 1.0 are made with other tools than those of the record, so their digests are not comparable

        """)
  }
}
