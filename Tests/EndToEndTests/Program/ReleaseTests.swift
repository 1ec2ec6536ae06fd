import CleanseTestSupport
import Foundation
import Testing

/// `scripts/release` in a small repository, whose other scripts do nothing but write files. The programs that sign are
/// the real ones.
@Suite("scripts/release", .blocking)
struct ReleaseTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for file in ["scripts/release", "scripts/lib/packages"] {
      let bytes = try Data(contentsOf: Build.root.appending(path: file))
      try directory.write(bytes, to: "repository/\(file)")
    }
    let compiler = try Shell.run(
      "swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*' | cut -d ' ' -f 3",
      in: directory)
    let files = [
      "Sources/CleanseGraph/CleanseVersion.swift": #"  public static let current = "1.2.0""#,
      "CHANGELOG.md": "# Changelog\n\n## 1.2.0 - 2026-11-24\n",
      "Documentation/CI.md":
        "env:\n  CLEANSE_VERSION: \"1.2.0\"\nvariables:\n  CLEANSE_VERSION: \"1.2.0\"\n"
        + "image: swift:\(compiler.dropLast())-bookworm\n",
      "SECURITY.md": "Contact: security@example.org",
      ".gitignore": ".build\n",
      "scripts/abi": "echo 'The interface is that of ABI 1.2.'",
      "scripts/test": "echo tested >&2; git rev-parse HEAD > .build/tested",
      // Writes the packages, and the program that signs.
      "scripts/package": """
      cd "$(dirname "$0")/.."
      mkdir -p "$1" .build/release
      ln -s "\(Build.host.path)" .build/release/host
      echo "packages of $(git describe) and $SOURCE_DATE_EPOCH" > "$1/cleanse_1.2.0_amd64.deb"
      """,
    ]
    for (path, text) in files { try directory.write((text + "\n").utf8, to: "repository/\(path)") }
    try shell(
      """
      chmod +x scripts/*
      mkdir .build
      git init -q
      git config user.name test
      git config user.email test@example.org
      git add -A
      git commit -q -m "Release"
      git tag -a -m "Cleanse 1.2.0" 1.2.0
      "\(Build.host.path)" key new --output ../key 2>/dev/null
      """)
  }

  @discardableResult
  private func shell(_ script: String) throws -> String {
    try Shell.run("cd repository\n" + script, in: directory)
  }

  /// Runs the script after a change, and returns its messages if it fails.
  private func refusal(after change: String, _ arguments: String = "1.2.0 --key ../key") throws
    -> String
  {
    try shell("\(change)\nif scripts/release \(arguments) 2>&1 >/dev/null; then exit 3; fi")
  }

  /// Guards against two builds that differ: with random addresses, the compiler removed a check of an index in five builds of six.
  @Test("packages are built without randomized addresses")
  func addresses() throws {
    let package = try Data(contentsOf: Build.root.appending(path: "scripts/package"))
    try directory.write(package, to: "repository/scripts/package")
    try directory.write(
      "#!/bin/sh\ncat /proc/self/personality >../personality\nexit 9\n".utf8,
      to: "repository/scripts/setup")
    try shell("chmod +x scripts/*\n! scripts/package")
    let text = try Shell.run("cat personality", in: directory)
    let personality = try #require(Int(text.filter { !$0.isNewline }, radix: 16))
    // ADDR_NO_RANDOMIZE of <sys/personality.h>.
    #expect(personality & 0x40000 != 0)
  }

  private static let hasNamespaces =
    (try? Shell.run(
      """
      unshare --mount mount --bind . /usr/src ||
        unshare --user --map-root-user --mount mount --bind . /usr/src
      """,
      in: TemporaryDirectory())) != nil

  /// Guards against two builds that differ: what the compiler generates can depend on the length of the path.
  @Test(
    "both clones are built at one path",
    .enabled(if: hasNamespaces, "this user can't create a mount namespace"))
  func path() throws {
    try shell(
      """
      echo 'pwd >> "$1/cleanse_1.2.0_amd64.deb"' >> scripts/package
      git commit -q -a -m "Paths"
      git tag -f -a -m "Cleanse 1.2.0" 1.2.0 >&2
      scripts/release 1.2.0 --key ../key --output ../one
      """)
    #expect(try shell("tail -n 1 ../one/*.deb") == "/usr/src\n")
  }

  @Test("makes files whose digests are signed, the same ones each time")
  func release() throws {
    try shell(
      "scripts/release 1.2.0 --key ../key --output ../one; scripts/release 1.2.0 --key ../key --output ../two"
    )
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path(of: "one"))
    #expect(
      names.sorted() == [
        "SHA256SUMS", "SHA256SUMS.sig", "cleanse-1.2.0.tar.gz", "cleanse_1.2.0_amd64.deb",
        "release.key.pub",
      ])
    try shell("diff -r ../one ../two")
    // Not the time of the commit, or of the build: the files of a version are the same on every day.
    #expect(try shell("cat ../one/*.deb") == "packages of 1.2.0 and 1795478400\n")
    let checks = try Shell.run(
      """
      cd one
      "\(Build.host.path)" verify --key release.key.pub SHA256SUMS >&2
      sha256sum --check SHA256SUMS
      tar -tf cleanse-1.2.0.tar.gz | grep CHANGELOG
      """, in: directory)
    #expect(
      checks == """
        cleanse-1.2.0.tar.gz: OK
        cleanse_1.2.0_amd64.deb: OK
        cleanse-1.2.0/CHANGELOG.md

        """)
    #expect(!directory.contains("repository/.build/releases"))
  }

  @Test("warns if there is no address for reports of vulnerabilities")
  func contact() throws {
    let warning = "scripts/release: warning: SECURITY.md has no address for reports"
    let run = "scripts/release 1.2.0 --key ../key 2>&1; rm -r .build/releases"
    #expect(try !shell(run).contains(warning))
    for change in ["sed -i 's/: .*/: none/' SECURITY.md", "rm SECURITY.md; touch SECURITY.md"] {
      let commit = "git commit -q -a -m Change; git tag -f -a -m x 1.2.0 >&2"
      #expect(try shell("\(change); \(commit); \(run)").contains(warning))
    }
  }

  @Test("runs the tests unless they have passed for the commit")
  func tests() throws {
    let run = "scripts/release 1.2.0 --key ../key 2>&1; rm -r .build/releases"
    #expect(try shell(run).contains("\ntested\n"))
    #expect(try !shell(run).contains("\ntested\n"))
    #expect(
      try shell("git commit -q --allow-empty -m Other; git tag -f -a -m x 1.2.0 >&2; \(run)")
        .contains("\ntested\n"))
  }

  @Test("refuses what does not fit the version, with the reason")
  func refusals() throws {
    let cases: KeyValuePairs = [
      "echo text > new": "the working tree has changes that are not committed",
      "rm new; git commit -q --allow-empty -m Later": "the tag 1.2.0 is the commit ",
      "git tag -d 1.2.0 >&2": "there is no tag 1.2.0\n  create it: git tag --annotate",
    ]
    for (change, reason) in cases {
      let text = try refusal(after: change)
      #expect(text.hasPrefix("scripts/release: \(reason)"), "\(text)")
    }
    let tagged = "git commit -q -a -m Change; git tag -f -a -m x 1.2.0 >&2"
    let versions: KeyValuePairs = [
      "sed -i s/1.2.0/1.3.0/ Sources/CleanseGraph/*": "the framework has the version 1.3.0",
      "sed -i s/1.3.0/1.2.0/ Sources/CleanseGraph/*; sed -i 's/ - 2026.*/, not yet released/' CHANGELOG.md":
        "CHANGELOG.md has no section `## 1.2.0 - DATE`",
      "sed -i 's/, not yet released/ - 2026-11-25/' CHANGELOG.md; sed -i '0,/1.2.0/s//1.1.0/' Documentation/CI.md":
        "the workflows of Documentation/CI.md use the version 1.1.0\n1.2.0",
      "sed -i 's/1.1.0/1.2.0/; s/swift:6/swift:5/' Documentation/CI.md":
        "the workflows of Documentation/CI.md use the image swift:5",
      "sed -i s/swift:5/swift:6/ Documentation/CI.md; echo 'echo The interface adds to ABI 1.1.' > scripts/abi":
        "the interface is not recorded\n  record it: scripts/abi record VERSION",
      "echo 'echo Plugins of 1.1 would break.; exit 1' > scripts/abi":
        "the interface does not fit the recorded ABI\n  Plugins of 1.1 would break.",
      "git checkout -q HEAD~2 scripts/abi; echo 'exit 1' > scripts/test": "a test fails",
      "echo 'mkdir -p .build; git rev-parse HEAD > .build/tested' > scripts/test; echo 'date +%N > $1/now' >> scripts/package":
        "two builds differ\n  Files ",
      "echo 'exit 1' > scripts/package": "the build failed",
    ]
    for (change, reason) in versions {
      let text = try refusal(after: "\(change); \(tagged)")
      #expect(text.hasPrefix("scripts/release: \(reason)"), "\(text)")
    }
    // A public key of another secret key is found at the end, before anything is written.
    let key = try refusal(
      after: """
        git checkout -q -f "$(git rev-list --max-parents=0 HEAD)"
        git tag -f -a -m x 1.2.0 >&2
        "\(Build.host.path)" key new --output ../other 2>/dev/null
        cp ../other.pub ../key.pub
        """)
    #expect(key.hasSuffix("/key.pub is not the public key of \(directory.path)/key\n"), "\(key)")
    #expect(!directory.contains("repository/.build/releases/1.2.0"))
    #expect(directory.contains("repository/.build/releases/1.2.0.first/now"))
  }

  @Test("refuses bad arguments")
  func arguments() throws {
    for (arguments, reason) in [
      ("", "usage:"), ("1.2.0", "usage:"), ("--key ../key", "usage:"), ("1.2.0 --key", "usage:"),
      ("1.2.0 1.3.0 --key ../key", "usage:"), ("1.2.0 --key ../key --fast", "usage:"),
      ("v1.2 --key ../key", "scripts/release: v1.2 is not a version such as 1.2.3"),
      ("1.2.0 --key ../none", "scripts/release: can't read the key ../none"),
      (
        "1.2.0 --key ../key --output scripts",
        "scripts/release: \(directory.path)/repository/scripts already exists"
      ),
    ] {
      let text = try refusal(after: "", arguments)
      #expect(text.hasPrefix(reason), "\(text)")
    }
  }
}
