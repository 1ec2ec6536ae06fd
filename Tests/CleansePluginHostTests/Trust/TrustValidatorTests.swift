@testable import CleanseCrypto
@testable import CleanseGraph
import ElfImages
@testable import CleansePluginFiles
@testable import CleansePluginTrust
import CleanseSupport
import CleanseTestSupport
import Glibc
import CleansePluginMetadata
import Testing

@Suite("Trust policies")
struct TrustValidatorTests {
  private let scratch: TemporaryDirectory
  private let words: PluginInspection
  private let key: SigningKey

  init() throws {
    scratch = try TemporaryDirectory()
    words = try inspect(samplePlugin().bytes, in: scratch, as: "words.so")
    key = try #require(SigningKey())
    try #require(words.usable != nil, "\(words.report)")
  }

  private func validate(
    _ inspections: [PluginInspection], _ set: (inout TrustPolicy) -> Void
  ) -> [PluginInspection] {
    var policy = TrustPolicy()
    set(&policy)
    return TrustValidator(policy: policy, directories: [scratch.path], host: hostStamp)
      .validate(inspections)
  }

  private func only(_ set: (inout TrustPolicy) -> Void) throws -> PluginInspection {
    let result = validate([words], set)
    try #require(result.count == 1)
    return result[0]
  }

  @Test("a plugin that only its user can change is accepted, unless more is required")
  func sound() throws {
    #expect(try only { _ in } == words)
    #expect(words.digest == ContentDigest(of: try #require(readFile(words.file.path))))
  }

  @Test(
    "a plugin that others can change is rejected; or, if that is allowed, reported with a warning")
  func insecure() throws {
    try #require(chmod(words.file.path, 0o666) == 0)
    let refused = try only { _ in }
    #expect(refused.usable == nil)
    #expect(refused.codes == ["plugin/insecure-permissions"])
    expectGolden(scratch.anonymous(refused.report), "trust-insecure")
    let allowed = try only { $0.allowsInsecure = true }
    #expect(allowed.usable != nil)
    #expect(allowed.diagnostics.map(\.severity) == [.warning])
    #expect(allowed.codes == ["plugin/insecure-permissions"])
  }

  // The link was resolved first, so the directory that others could write was not seen.
  @Test("a plugin that is found through a link in a directory that others can write is rejected")
  func insecureLink() throws {
    let directory = try scratch.makeDirectory("open")
    try #require(chmod(directory, 0o777) == 0)
    let link = try scratch.link("open/linked.so", to: "../words.so")
    let linked = PluginInspector(host: hostStamp).inspect(PluginDirectory.file(at: link))
    let checked = validate([linked]) { _ in }
    #expect(checked.map(\.codes) == [["plugin/insecure-permissions"]])
    #expect(checked[0].report.contains("\(directory) is writable by any user (mode 777)"))
    try #require(chmod(directory, 0o755) == 0)
    #expect(validate([linked]) { _ in }.map(\.codes) == [[]])
  }

  @Test(
    "a plugin of a compiler with another patch level is used with a warning, if that is allowed")
  func similarCompiler() throws {
    for (compiler, isSimilar) in [
      ("Swift version 6.3.9 (swift-6.3.9-RELEASE)", true), ("Swift version 6.3 (x)", true),
      ("Swift version 6.2.1 (swift-6.2.1-RELEASE)", false), ("Swift version 6 (x)", false),
      ("Swift version 6.. (x)", false), ("Swift version 6.30 (x)", false), ("clang 6.3.1", false),
    ] {
      let stamp = ABIStamp(
        abi: 1, architecture: hostStamp.architecture, language: "swift", framework: "0.1.0",
        interface: hostStamp.interface, compiler: compiler)
      let path = try scratch.write(
        try samplePlugin(sampleNote(stamp: stamp)).bytes, to: "similar/plugin.so")
      for allows in [false, true] {
        let inspection = PluginInspector(
          host: hostStamp, allowsSimilarCompiler: allows, process: .current
        ).inspect(PluginFile(path: path))
        let checked = validate([inspection]) { $0.allowsSimilarCompiler = allows }[0]
        #expect(
          checked.codes
            == [allows && isSimilar ? "plugin/other-compiler" : "plugin/stamp-mismatch"],
          "\(compiler)")
        #expect((checked.usable != nil) == (allows && isSimilar))
        if compiler.contains("6.3.9"), allows {
          expectGolden(scratch.anonymous(checked.report), "trust-other-compiler")
        }
      }
    }
    #expect(try only { $0.allowsSimilarCompiler = true } == words)
  }

  @Test("a plugin in a directory that others can change is rejected")
  func insecureDirectory() throws {
    let directory = try scratch.makeDirectory("open")
    try #require(chmod(directory, 0o1777) == 0)
    let inner = try inspect(samplePlugin().bytes, in: scratch, as: "open/words.so")
    let refused = validate([inner]) { _ in }
    #expect(refused.first?.codes == ["plugin/insecure-permissions"])
    expectGolden(scratch.anonymous(refused[0].report), "trust-insecure-directory")
  }

  @Test("a plugin that differs from the locked one is rejected, field by field")
  func drift() throws {
    let lock = PluginLock(of: [words])
    #expect(try only { $0.lock = lock } == words)
    let other = try inspect(samplePlugin(sampleNote(version: "2.0.0")).bytes, in: scratch)
    let refused = validate([other]) { $0.lock = lock }
    #expect(refused.map(\.codes) == [["plugin/lock-mismatch"]])
    #expect(refused.first?.usable == nil)
    let digests = [words, other].compactMap(\.digest).map(\.description)
    try #require(digests.count == 2)
    expectGolden(
      scratch.anonymous(refused[0].report).replacing(digests[0], with: "LOCKED")
        .replacing(digests[1], with: "FOUND"), "trust-lock-mismatch")
  }

  @Test("a plugin that is not locked is rejected, and a locked one that is absent is reported")
  func notLocked() throws {
    let other = try inspect(
      samplePlugin(sampleNote(identifier: "org.example.other")).bytes, in: scratch,
      as: "other.so")
    let result = validate([other]) { $0.lock = PluginLock(of: [words]) }
    #expect(result.map(\.codes) == [["plugin/not-locked"], ["plugin/locked-plugin-missing"]])
    #expect(result.allSatisfy { $0.usable == nil })
    #expect(result.last?.file.path == words.file.path)
    expectGolden(
      scratch.anonymous(result.map(\.report).joined(separator: "\n")), "trust-not-locked")
  }

  @Test("a plugin without a signature is rejected")
  func unsigned() throws {
    let refused = try only { $0.trustedKeys = [key.verificationKey] }
    #expect(refused.codes == ["plugin/unsigned"])
    expectGolden(scratch.anonymous(refused.report), "trust-unsigned")
  }

  @Test("a plugin that was changed since it was signed is rejected, and only that")
  func signed() throws {
    let digest = try #require(words.digest)
    try key.signature(of: digest).write(to: scratch.path(of: "words.so.sig"))
    let other = try #require(SigningKey()).verificationKey
    let keys = [other, key.verificationKey]
    #expect(try only { $0.trustedKeys = keys } == words)
    let changed = try inspect(
      samplePlugin(sampleNote(version: "2.0.0")).bytes, in: scratch, as: "words.so")
    let refused = validate([changed]) { $0.trustedKeys = keys }
    #expect(refused.map(\.codes) == [["plugin/invalid-signature"]])
    expectGolden(anonymous(refused[0].report), "trust-bad-signature")
  }

  @Test("a plugin that brings a library without a valid signature is rejected")
  func signedLibrary() throws {
    var process = HostProcess()
    process.programNames = ["libCleanseRuntime.so", "libc.so.6"]
    let library = try scratch.write(ElfImage().bytes, to: "libdep.so")
    var image = try samplePlugin()
    image.needed += ["libdep.so"]
    image.runPath = "$ORIGIN"
    let plugin = try inspect(image.bytes, in: scratch, as: "words.so", for: process)
    try key.signature(of: try #require(plugin.digest)).write(to: scratch.path(of: "words.so.sig"))
    func refused() throws -> PluginInspection {
      try #require(validate([plugin]) { $0.trustedKeys = [key.verificationKey] }.first)
    }
    let unsigned = try refused()
    #expect(unsigned.codes == ["plugin/unsigned"])
    expectGolden(scratch.anonymous(unsigned.report), "trust-unsigned-library")
    let signature = "\(library).sig"
    try key.signature(of: ContentDigest(of: "abc".utf8)).write(to: signature)
    #expect(try refused().codes == ["plugin/invalid-signature"])
    let other = try #require(SigningKey())
    try other.signature(of: ContentDigest(of: ElfImage().bytes)).write(to: signature)
    #expect(try refused().codes == ["plugin/untrusted-signature"])
    try key.signature(of: ContentDigest(of: ElfImage().bytes)).write(to: signature)
    #expect(try refused() == plugin)
  }

  @Test("a plugin whose library others could shadow in an earlier directory is rejected")
  func searchedDirectory() throws {
    try #require(chmod(scratch.makeDirectory("open"), 0o1777) == 0)
    try scratch.write(ElfImage().bytes, to: "libdep.so")
    var process = HostProcess()
    process.programNames = ["libCleanseRuntime.so", "libc.so.6"]
    var image = try samplePlugin()
    image.needed += ["libdep.so"]
    image.runPath = "$ORIGIN/open/later:$ORIGIN"
    let plugin = try inspect(image.bytes, in: scratch, as: "words.so", for: process)
    #expect(plugin.codes == [])
    let refused = try #require(validate([plugin]) { _ in }.first)
    #expect(refused.codes == ["plugin/insecure-permissions"])
    expectGolden(scratch.anonymous(refused.report), "trust-insecure-search")
    #expect(validate([plugin]) { $0.allowsInsecure = true }.first?.usable != nil)
  }

  @Test(
    "a plugin is rejected if others can replace an entry that is tried before its library",
    arguments: ["first", "x86_64", "glibc-hwcaps/x86-64-v2", "tls/x86_64"],
    ["another machine", "dangling", "unreadable", "sound"])
  func unfitCandidate(_ directory: String, _ kind: String) throws {
    try scratch.makeDirectory(directory)
    try scratch.makeDirectory("open")
    try #require(chmod(scratch.path(of: "open"), 0o777) == 0)
    let candidate = scratch.path(of: "\(directory)/libdep.so")
    switch kind {
    case "another machine":
      var image = ElfImage()
      image.machine = 243
      try scratch.write(image.bytes, to: "\(directory)/libdep.so")
      try #require(chmod(candidate, 0o666) == 0)
    case "dangling":
      try scratch.link("\(directory)/libdep.so", to: scratch.path(of: "open/libdep.so"))
    case "unreadable":
      // Root can read it: then it is found, and counts as a library.
      try scratch.write(ElfImage().bytes, to: "\(directory)/libdep.so")
      try #require(chmod(candidate, 0o022) == 0)
    default: try scratch.link("\(directory)/libdep.so", to: scratch.path(of: "none"))
    }
    try scratch.write(ElfImage().bytes, to: "libdep.so")
    var process = HostProcess()
    process.programNames = ["libCleanseRuntime.so", "libc.so.6"]
    var image = try samplePlugin()
    image.needed += ["libdep.so"]
    image.runPath = "$ORIGIN/first:$ORIGIN"
    let plugin = try inspect(image.bytes, in: scratch, as: "words.so", for: process)
    #expect(plugin.codes == [])
    let result = try #require(validate([plugin]) { _ in }.first)
    #expect(result.codes == (kind == "sound" ? [] : ["plugin/insecure-permissions"]))
    if directory == "first", kind == "dangling" {
      expectGolden(scratch.anonymous(result.report), "trust-insecure-candidate")
    }
  }

  @Test(
    "a plugin with a variant of its library that belongs to another user is rejected",
    .enabled(if: geteuid() == 0, "only root can give a file away"))
  func foreignVariant() throws {
    for name in ["libdep.so", "glibc-hwcaps/x86-64-v2/libdep.so"] {
      try scratch.makeDirectory("glibc-hwcaps/x86-64-v2")
      try scratch.write(ElfImage().bytes, to: name)
    }
    try #require(chown(scratch.path(of: "glibc-hwcaps/x86-64-v2/libdep.so"), 12345, 12345) == 0)
    var process = HostProcess()
    process.programNames = ["libCleanseRuntime.so", "libc.so.6"]
    var image = try samplePlugin()
    image.needed += ["libdep.so"]
    image.runPath = "$ORIGIN"
    let plugin = try inspect(image.bytes, in: scratch, as: "words.so", for: process)
    let refused = try #require(validate([plugin]) { _ in }.first)
    #expect(refused.codes == ["plugin/insecure-permissions"])
    #expect(refused.report.contains("/x86-64-v2/libdep.so belongs to user 12345"))
  }

  @Test("a plugin with a signature by an untrusted key is rejected, also if no key is trusted")
  func foreign() throws {
    let digest = try #require(words.digest)
    try key.signature(of: digest).write(to: scratch.path(of: "words.so.sig"))
    let other = try #require(SigningKey()).verificationKey
    let refused = try only { $0.trustedKeys = [other] }
    #expect(refused.codes == ["plugin/untrusted-signature"])
    expectGolden(
      anonymous(refused.report).replacing(other.identifier, with: "OTHER"),
      "trust-foreign-signature")
    #expect(try only { $0.trustedKeys = [] }.codes == ["plugin/untrusted-signature"])
  }

  @Test("a plugin whose signature can't be read is rejected")
  func damagedSignature() throws {
    try scratch.write("cleanse-signature-1 0123456789abcdef AAAA\n", to: "words.so.sig")
    let refused = try only { $0.trustedKeys = [key.verificationKey] }
    #expect(refused.codes == ["plugin/invalid-signature"])
    expectGolden(scratch.anonymous(refused.report), "trust-damaged-signature")
  }

  @Test("all problems of a plugin are reported at once, and none of an unusable plugin")
  func several() throws {
    try #require(chmod(words.file.path, 0o666) == 0)
    let refused = try only {
      $0.trustedKeys = [key.verificationKey]
      $0.lock = PluginLock(entries: [])
    }
    #expect(
      refused.codes == ["plugin/insecure-permissions", "plugin/unsigned", "plugin/not-locked"])
    let damaged = try inspect([], in: scratch, as: "empty.so")
    #expect(
      validate([damaged]) { $0.trustedKeys = [key.verificationKey] }.map(\.codes)
        == [["plugin/empty-file"]])
  }

  private func anonymous(_ text: String) -> String {
    scratch.anonymous(text).replacing(key.verificationKey.identifier, with: "KEY")
  }
}
