import CleanseTestSupport
import Foundation
import Glibc
import Testing

@Suite("host key and host sign", .blocking)
struct SignatureTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try CPlugin().build("plugins/c.so", in: directory)
    try #require(host("key", "new", "--output", "my.key", in: directory).status == 0)
  }

  @Test("a key is for its owner alone and is never overwritten")
  func key() throws {
    let secret = try directory.bytes(of: "my.key")
    let published = try String(decoding: directory.bytes(of: "my.key.pub"), as: UTF8.self)
    var status = stat()
    try #require(stat(directory.path(of: "my.key"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let again = try host("key", "new", "--output", "my.key", in: directory)
    #expect(again.status == 3)
    expectGolden(again, "key-again")
    #expect(try directory.bytes(of: "my.key") == secret)
    let other = try host("key", "new", in: directory)
    #expect(other.status == 0)
    #expect(other.output.wholeMatch(of: #/cleanse-public-key-1 [A-Za-z0-9+/]{43}=\n/#) != nil)
    #expect(
      other.errors.wholeMatch(
        of: #/wrote secret key [0-9a-f]{16} to cleanse.key, public key to cleanse.key.pub\n/#)
        != nil)
    #expect(published.hasPrefix("# Cleanse public key "))
    #expect(!published.contains(other.output))
  }

  @Test("a plugin that is signed is used, with any of the trusted keys")
  func signed() throws {
    let sign = try host("sign", "--key", "my.key", "plugins/c.so", in: directory)
    #expect(sign.status == 0)
    expectGolden(sign, "sign", in: directory)
    _ = try host("key", "new", in: directory)
    for command in [["list"], ["validate"], ["run"]] {
      let run = try host(
        arguments: command + [
          "--require-signed", "--trust", "cleanse.key.pub", "--trust=my.key.pub", "plugins",
        ], in: directory)
      #expect(run.status == 0, "\(run.transcript)")
    }
  }

  @Test(
    "a missing, foreign or outdated signature is rejected, each with its own code")
  func refused() throws {
    let arguments = ["list", "--require-signed", "--trust", "my.key.pub", "plugins"]
    let unsigned = try host(arguments: arguments, in: directory)
    #expect(unsigned.status == 1)
    expectGolden(unsigned, "sign-unsigned", in: directory)

    _ = try host("key", "new", in: directory)
    _ = try host("sign", "--key", "cleanse.key", "plugins/c.so", in: directory)
    let foreign = try host(arguments: arguments, in: directory)
    #expect(foreign.status == 1)
    #expect(foreign.errors.contains("[plugin/untrusted-signature]"))

    _ = try host("sign", "--key", "my.key", "plugins/c.so", in: directory)
    #expect(try host(arguments: arguments, in: directory).status == 0)
    var changed = CPlugin()
    changed.declarations = CPlugin.marking(directory.path(of: "marker"))
    try changed.build("plugins/c.so", in: directory)
    let bad = try host(arguments: arguments, in: directory)
    #expect(bad.status == 1)
    #expect(bad.errors.contains("[plugin/invalid-signature]"))
    #expect(
      try host(arguments: ["run"] + arguments.dropFirst(), in: directory)
        .errors.contains("[plugin/invalid-signature]"))
    #expect(!directory.contains("marker"))
  }

  @Test("a library that a plugin brings needs its own signature")
  func library() throws {
    try CPlugin.compile(
      "int answer(void) { return 42; }\n", to: "plugins/libanswer.so", in: directory)
    var plugin = CPlugin()
    plugin.options = ["-Lplugins", "-Wl,--no-as-needed,-rpath,$ORIGIN", "-lanswer"]
    try plugin.build("plugins/c.so", in: directory)
    let arguments = ["run", "--require-signed", "--trust", "my.key.pub", "plugins"]
    _ = try host("sign", "--key", "my.key", "plugins/c.so", in: directory)
    let unsigned = try host(arguments: arguments, in: directory)
    #expect(unsigned.status == 1)
    #expect(unsigned.errors.contains("/plugins/libanswer.so, which is not signed: there is no "))
    #expect(try host("sign", "--key", "my.key", "plugins/libanswer.so", in: directory).status == 0)
    #expect(try host(arguments: arguments, in: directory).status == 0)
  }

  @Test("a file that is neither a plugin nor a library is not signed, and the others are")
  func noPlugin() throws {
    try directory.write("text".utf8, to: "plugins/text.so")
    try CPlugin.compile("int answer(void) { return 42; }\n", to: "library.so", in: directory)
    try directory.write("INPUT(library.so)".utf8, to: "script.so")
    let run = try host(
      "sign", "--key", "my.key", "plugins/text.so", "library.so", "script.so", "none.so",
      "plugins/c.so",
      in: directory)
    #expect(run.status == 1)
    expectGolden(run, "sign-no-plugin", in: directory)
    #expect(!directory.contains("plugins/text.so.sig"))
    #expect(!directory.contains("script.so.sig"))
    #expect(directory.contains("library.so.sig"))
    #expect(directory.contains("plugins/c.so.sig"))
  }

  @Test(
    "with --any, files of any kind are signed; verify rejects changed, unsigned and foreign ones"
  )
  func anyFile() throws {
    for name in ["SHA256SUMS", "changed", "foreign", "broken", "empty"] {
      try directory.write(name.utf8, to: name)
    }
    try directory.write("".utf8, to: "empty")
    _ = try host("key", "new", in: directory)
    let files = ["SHA256SUMS", "changed", "empty", "plugins/c.so"]
    let sign = try host(arguments: ["sign", "--key", "my.key", "--any"] + files, in: directory)
    #expect(sign.status == 0, "\(sign.transcript)")
    _ = try host("sign", "--key", "cleanse.key", "--any", "foreign", in: directory)
    try directory.write("SHA256SUMs".utf8, to: "changed")
    try directory.write("text".utf8, to: "broken.sig")
    let verify = try host(
      arguments: ["verify", "--key", "my.key.pub"] + files
        + ["foreign", "broken", "my.key", "plugins", "none"], in: directory)
    #expect(verify.status == 1)
    expectGolden(
      verify, "verify", in: directory,
      names: [
        try identifier(of: "my.key.pub"): "<key>", try identifier(of: "cleanse.key.pub"): "<other>",
      ])
    let both = try host(
      "verify", "--key", "my.key.pub", "--key", "cleanse.key.pub", "foreign", "SHA256SUMS",
      in: directory)
    #expect(both.status == 0)
    let missing = try host("sign", "--key", "my.key", "--any", "none", "plugins", in: directory)
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("host: none was not signed: it can't be read: No such file"))
  }

  /// The identifier of a public key, which its comment names.
  private func identifier(of file: String) throws -> String {
    let text = try String(decoding: directory.bytes(of: file), as: UTF8.self)
    return try String(#require(text.firstMatch(of: /[0-9a-f]{16}/)).output)
  }

  @Test("a signature can be checked with openssl, as the guide shows")
  func openssl() throws {
    let page = try Readme("Documentation/Installing.md")
    try directory.write("an archive".utf8, to: "archive")
    try Shell.run("sha256sum archive > SHA256SUMS", in: directory)
    _ = try host("sign", "--key", "my.key", "--any", "SHA256SUMS", in: directory)
    try directory.copy("my.key.pub", to: "release.key.pub")
    let script = try page.script("openssl")
    #expect(
      try Shell.run(script, in: directory) == "Signature Verified Successfully\narchive: OK\n")
    // A forged list, for a shell that goes on after an error.
    try Shell.run("sha256sum archive SHA256SUMS.sig > SHA256SUMS", in: directory)
    let forged = try Shell.run("set +e\n\(script)\necho \"status $?\"", in: directory)
    #expect(forged == "Signature Verification Failure\nstatus 1\n")
  }

  @Test("a key that can't be used is reported")
  func keys() throws {
    try #require(chmod(directory.path(of: "my.key"), 0o644) == 0)
    let open = try host("sign", "--key", "my.key", "plugins/c.so", in: directory)
    #expect(open.status == 3)
    expectGolden(open, "sign-open-key")
    let list = { (key: String) in
      try host("list", "--require-signed", "--trust", key, "plugins", in: directory)
    }
    #expect(try list("none").status == 2)
    #expect(try list("plugins/c.so").status == 3)
    let secret = try list("my.key")
    #expect(secret.status == 3)
    #expect(secret.errors == "host: my.key is not a public key\n")
  }
}
