import CleanseBuildTools
import CleanseTestSupport
import Foundation
import CleanseFrameworkABI
import Testing

/// The gate and the stamp, for a framework of a few lines.
@Suite("The recorded ABI")
struct FrameworkABITests {
  private let directory: TemporaryDirectory
  private let framework: FrameworkSources
  private let compiler: String

  init() throws {
    directory = try TemporaryDirectory()
    framework = FrameworkSources(root: directory.path)
    compiler = try Toolchain.swiftc
    try directory.write(
      "public enum CleanseVersion {\n  public static let current = \"0.1.0\"\n}\n",
      to: "Sources/CleanseGraph/CleanseVersion.swift")
    try directory.write(
      "module CCleansePlugin { header \"c.h\" }\n",
      to: "Sources/CCleansePlugin/include/module.modulemap")
    try directory.write("typedef int c_int;\n", to: "Sources/CCleansePlugin/include/c.h")
    for module in ["CleanseSupport", "CleansePluginMetadata"] {
      try directory.write("public struct Hidden {}\n", to: "Sources/\(module)/Hidden.swift")
    }
    try directory.write(
      "public import CleanseGraph\n@frozen public struct Provider { private var value: Int }\n",
      to: "Sources/Cleanse/Provider.swift")
    try directory.write("public import Cleanse\n", to: "Sources/CleanseC/C.swift")
    try directory.write("public import CCleansePlugin\n", to: "Sources/CleansePlugin/P.swift")
    try module("public protocol Module {\n  static func configure()\n}\n")
  }

  private func module(_ text: String) throws {
    try directory.write(text, to: "Sources/CleanseGraph/Module.swift")
  }

  private func current() throws -> CurrentABI {
    try CurrentABI(of: framework, compiler: compiler, in: directory.path + "/work")
  }

  private func record(_ version: String) throws -> String {
    try RecordCommand(current(), as: #require(ABIVersion(version))).run()
  }

  private func check() throws -> (text: String, isPassed: Bool) {
    try CheckCommand(current()).run()
  }

  private func identity() throws -> BuildIdentity {
    try BuildIdentity(of: framework, compiler: compiler, in: directory.path + "/work")
  }

  @Test("comments, private declarations and bodies do not change the digest; a public one does")
  func digest() throws {
    let original = try current().digest
    #expect(original.count == 16)
    try module(
      """
      // A comment.
      public protocol Module {
        static func configure()  // Another one.
      }
      private struct Added { let number = 3 }
      func internalToo() { print("x") }
      """)
    #expect(try current().digest == original)
    try directory.write("x", to: "Sources/Cleanse/.#Editing.swift")
    #expect(try current().digest == original)
    try module("public protocol Module {\n  static func configure()\n}\npublic struct Added {}\n")
    #expect(try current().digest != original)
  }

  @Test("a tree is of the recorded version, adds to it, or breaks it")
  func versions() throws {
    #expect(try identity().abi == nil)
    #expect(try identity().runs.isEmpty)
    #expect(try !check().isPassed)
    #expect(
      try record("0.1").hasPrefix("Recorded ABI 0.1, which runs plugins of no earlier version"))
    #expect(try check() == ("The interface is that of ABI 0.1.\n", true))
    #expect(try identity().abi == "0.1")
    #expect(try identity().runs == ["0.1"])

    // A requirement with a default and a type are additions.
    try module(
      """
      public protocol Module {
        static func configure()
        static func name() -> String
      }
      extension Module {
        public static func name() -> String { "" }
      }
      public struct Added {}
      """)
    #expect(
      try check() == ("The interface adds to ABI 0.1: plugins of 0.1 run.\n", true))
    #expect(try identity().abi == nil)
    #expect(try identity().runs == ["0.1"])
    #expect(try record("0.2").hasPrefix("Recorded ABI 0.2, which runs plugins of 0.1, in "))
    #expect(try identity().runs == ["0.1", "0.2"])
    #expect(throws: ToolError.self) { try record("0.2") }
    #expect(throws: ToolError.self) { try record("0.3") }

    // A requirement without a default breaks.
    try module("public protocol Module {\n  static func other()\n}\n")
    #expect(try identity().abi == nil)
    #expect(try identity().runs.isEmpty)
  }

  @Test("a break of a provisional ABI has to be documented, and one of a stable ABI is refused")
  func breaks() throws {
    _ = try record("0.1")
    try directory.write("# Breaking changes\n", to: "ABI/CHANGES.md")
    try directory.write(
      """
      public import CleanseGraph
      @frozen public struct Provider { private var value: Int; var more: Int }
      """,
      to: "Sources/Cleanse/Provider.swift")
    let refused = try check()
    #expect(!refused.isPassed)
    let line = try #require(
      refused.text.split(separator: "\n").first { $0.hasPrefix("  Cleanse: ") }?.dropFirst(2))
    #expect(line.contains("Provider"))
    try directory.write("# Breaking changes\n\n- \(line): as a test\n", to: "ABI/CHANGES.md")
    #expect(try check().isPassed)
    #expect(try identity().runs.isEmpty)

    #expect(try record("1.0").contains("runs plugins of no earlier version"))
    try directory.write("public import CleanseGraph\n", to: "Sources/Cleanse/Provider.swift")
    let broken = try check()
    #expect(!broken.isPassed)
    #expect(broken.text.hasPrefix("Plugins of ABI 1.0 would break:\n  Cleanse: "))
    #expect(throws: ToolError.self) { try record("1.1") }
    #expect(try record("2.0").contains("runs plugins of no earlier version"))
  }

  @Test("the compiler's errors are reported as they are, and damaged recordings with their file")
  func errors() throws {
    _ = try record("0.1")
    try directory.write("1.x\n", to: "ABI/0.1/runs")
    #expect {
      try current()
    } throws: { error in
      "\(error)" == directory.path + "/ABI/0.1/runs: error: `1.x` is not a version such as 1.3"
    }
    directory.remove("ABI/0.1/Cleanse.swiftinterface")
    #expect {
      try current()
    } throws: { error in
      "\(error)".hasSuffix(
        "ABI/0.1/Cleanse.swiftinterface: error: can't be read: No such file or directory")
    }
    try module("public func (\n")
    #expect {
      try current()
    } throws: { error in
      "\(error)".contains("/Sources/CleanseGraph/Module.swift:1:13: error: ")
    }
  }

  @Test(
    "a version is two decimal numbers",
    arguments: [
      ("0.1", true), ("10.23", true), ("1", false), ("1.2.3", false), ("1.", false), ("", false),
      ("01.2", false), ("1.-2", false), ("1.x", false), ("1.99999999999999999999", false),
      ("١.٢", false),
    ])
  func version(text: String, isValid: Bool) {
    #expect((ABIVersion(text) != nil) == isValid)
  }

  @Test("the identity of a build is read back from its file, and a damaged file is refused")
  func identityFile() throws {
    let identity = try identity()
    let source = try identity.source()
    let file = try directory.write(source, to: "BuildIdentity.swift")
    #expect(try BuildIdentity(file: file) == identity)
    #expect(source.contains("package static let interface = \"\(identity.interface)\"\n"))
    #expect(source.contains("package static let abi: String? = nil\n"))
    for damaged in ["", "\n", "// identity: {\n", "// identity: {}\n"] {
      try directory.write(damaged, to: "BuildIdentity.swift")
      #expect {
        try BuildIdentity(file: file)
      } throws: { error in
        "\(error)".hasPrefix(file + ": error: does not describe a build of the framework")
      }
    }
  }

  @Test("the framework's version is read from its declaration")
  func frameworkVersion() throws {
    #expect(try framework.version() == "0.1.0")
    let file = try directory.write("let x = 1\n", to: "Sources/CleanseGraph/CleanseVersion.swift")
    #expect(
      throws: ToolError(path: file, message: "doesn't declare the version as `let current = \"…\"`")
    ) { try framework.version() }
  }
}

/// The toolchain that builds the tests.
enum Toolchain {
  struct Missing: Error {}

  static var swiftc: String {
    get throws {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      for folder in folders {
        let path = URL(filePath: "\(folder)/swiftc").resolvingSymlinksInPath()
        let real = path.deletingLastPathComponent().appending(path: "swiftc").path
        if FileManager.default.isExecutableFile(atPath: real) { return real }
      }
      throw Missing()
    }
  }
}
