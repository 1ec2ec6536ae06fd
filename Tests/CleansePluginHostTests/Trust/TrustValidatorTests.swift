@testable import CleanseCrypto
@testable import CleanseGraph
import ElfImages
@testable import PluginFiles
@testable import PluginTrust
import CleanseTestSupport
import Glibc
import Testing

@Suite("What a trust policy refuses")
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
    return TrustValidator(policy: policy, directories: [scratch.path]).validate(inspections)
  }

  private func only(_ set: (inout TrustPolicy) -> Void) throws -> PluginInspection {
    let result = validate([words], set)
    try #require(result.count == 1)
    return result[0]
  }

  @Test("nothing of a plugin that only its user can change, unless more is asked for")
  func sound() throws {
    #expect(try only { _ in } == words)
    #expect(words.digest == ContentDigest(of: try #require(readFile(words.file.path))))
  }

  @Test("a plugin that others can change; or, if that is allowed, it warns")
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

  @Test("a plugin in a directory that others can change")
  func insecureDirectory() throws {
    let directory = try scratch.makeDirectory("open")
    try #require(chmod(directory, 0o1777) == 0)
    let inner = try inspect(samplePlugin().bytes, in: scratch, as: "open/words.so")
    let refused = validate([inner]) { _ in }
    #expect(refused.first?.codes == ["plugin/insecure-permissions"])
    expectGolden(scratch.anonymous(refused[0].report), "trust-insecure-directory")
  }

  @Test("a plugin that is not the locked one, field by field")
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

  @Test("a plugin that is not locked, and it tells of one that is and is not there")
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

  @Test("a plugin without a signature")
  func unsigned() throws {
    let refused = try only { $0.trustedKeys = [key.verificationKey] }
    #expect(refused.codes == ["plugin/unsigned"])
    expectGolden(scratch.anonymous(refused.report), "trust-unsigned")
  }

  @Test("a plugin that was changed since it was signed, and none that was not")
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

  @Test("a plugin that brings a library that is not signed, or not so")
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

  @Test("a plugin whose library is looked for first where others can put one")
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
    "a plugin whose library others can replace by what is none yet, and is looked at first",
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
      // Root reads it: then it is found, and counts as a library.
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
    "a plugin with a variant of its library that belongs to another user",
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

  @Test("a plugin that somebody else has signed, also where nobody is trusted")
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

  @Test("a plugin whose signature can't be read")
  func damagedSignature() throws {
    try scratch.write("cleanse-signature-1 0123456789abcdef AAAA\n", to: "words.so.sig")
    let refused = try only { $0.trustedKeys = [key.verificationKey] }
    #expect(refused.codes == ["plugin/invalid-signature"])
    expectGolden(scratch.anonymous(refused.report), "trust-damaged-signature")
  }

  @Test("all that is wrong with a plugin at once, and nothing of one that can't be used anyway")
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
