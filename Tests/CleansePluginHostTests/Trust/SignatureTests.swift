import CleanseGraphAnalysis
@testable import CleanseCrypto
@testable import CleansePluginTrust
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

@Suite("Keys and signatures")
struct SignatureTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  @Test("they are those of Ed25519: the first two test vectors of RFC 8032")
  func vectors() throws {
    for (seed, publicKey, message, signature) in [
      (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
          + "d25bf5f0595bbe24655141438e7a100b"
      ),
      (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
          + "387b2eaeb4302aeeb00d291612bb0c00"
      ),
    ].map({ ($0.0, $0.1, $0.2, $0.3) }) {
      let (seed, message) = (bytes(seed), bytes(message))
      #expect(Sodium.publicKey(ofSeed: seed) == bytes(publicKey))
      #expect(Sodium.signature(of: message, seed: seed) == bytes(signature))
      #expect(Sodium.isSignature(bytes(signature), of: message, by: bytes(publicKey)))
      #expect(!Sodium.isSignature(bytes(signature), of: message + [0], by: bytes(publicKey)))
    }
  }

  // The user names the signed file. A link next to it, of another user, had the signature written over any file.
  @Test("a link in the place of a signature is replaced, and its target is not")
  func links() throws {
    let signature = try #require(SigningKey()).signature(of: ContentDigest(of: "abc".utf8))
    try scratch.write("precious", to: "victim")
    try scratch.link("a.so.sig", to: "victim")
    try signature.write(to: scratch.path(of: "a.so.sig"))
    #expect(try scratch.bytes(of: "victim") == Array("precious".utf8))
    #expect(try PluginSignature(contentsOf: scratch.path(of: "a.so.sig")) == signature)
  }

  @Test("they can be written to files and read back")
  func files() throws {
    let key = try #require(SigningKey())
    try key.write(to: scratch.path(of: "a.key"))
    let read = try SigningKey(contentsOf: scratch.path(of: "a.key"))
    #expect(read.verificationKey == key.verificationKey)
    #expect(
      try VerificationKey(contentsOf: scratch.path(of: "a.key.pub")) == key.verificationKey)
    let digest = ContentDigest(of: "abc".utf8)
    let signature = read.signature(of: digest)
    try signature.write(to: scratch.path(of: "a.sig"))
    let readSignature = try PluginSignature(contentsOf: scratch.path(of: "a.sig"))
    #expect(readSignature == signature)
    #expect(readSignature.isValid(for: digest, by: key.verificationKey))
    #expect(!readSignature.isValid(for: ContentDigest(of: "abd".utf8), by: key.verificationKey))
    #expect(
      try !readSignature.isValid(for: digest, by: #require(SigningKey()).verificationKey))
  }

  @Test("a secret key is readable by its owner only, and neither half is ever overwritten")
  func permissions() throws {
    let key = try #require(SigningKey())
    let path = scratch.path(of: "a.key")
    try key.write(to: path)
    #expect(try PathStatus.read(FilePath(path)).get().mode == 0o600)
    let before = readFile(path)
    #expect(throws: DocumentError.self) { try key.write(to: path) }
    try #require(unlink(path + ".pub") == 0)
    #expect(throws: DocumentError.self) { try key.write(to: path) }
    #expect(readFile(path) == before)
    #expect(readFile(path + ".pub") == nil, "half of a pair was left")
    try #require(chmod(path, 0o640) == 0)
    #expect(
      throws: DocumentError(
        path: path, message: "\(path) is a secret key that other users may read or write",
        fix: "create a new key; or, if this one has not been read, `chmod 600 \(path)`")
    ) { try SigningKey(contentsOf: path) }
  }

  @Test(
    "a secret key of another user is refused, as this user can sign with it",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func foreignKey() throws {
    let key = try #require(SigningKey())
    let path = scratch.path(of: "a.key")
    try key.write(to: path)
    try #require(chown(path, 12345, 12345) == 0)
    #expect(
      throws: DocumentError(
        path: path,
        message: "\(path) is a secret key of user 12345",
        fix: "sign with a key of your own: `host key new --output KEYFILE` creates one")
    ) { try SigningKey(contentsOf: path) }
  }

  @Test("a file without a key or signature is reported, whatever it is")
  func malformed() throws {
    let key = try #require(SigningKey())
    let line = key.verificationKey.text
    let base64 = line.split(separator: " ")[1]
    for (index, text) in [
      "", "# a comment\n", line + " x", line + "\n" + line, line.uppercased(),
      "cleanse-public-key-2 \(base64)", "cleanse-public-key-1 \(base64.dropLast(4))",
      "cleanse-public-key-1 \(base64.dropLast())", "cleanse-public-key-1  ",
      "cleanse-secret-key-1 \(base64)",
      "cleanse-public-key-1 \(base64)\r", "cleanse-public-key-1\t\(base64)", "\u{0}",
    ].enumerated() {
      let path = try scratch.write(text, to: "\(index).pub")
      let error = #expect(throws: DocumentError.self) { try VerificationKey(contentsOf: path) }
      #expect(error?.message == "\(path) is not a public key", "\(text)")
    }
    let comments = try scratch.write("# one\n\n\(line)\n#two", to: "fine.pub")
    #expect(try VerificationKey(contentsOf: comments) == key.verificationKey)
    let long = try scratch.write(Array(repeating: 0x23, count: 5000), to: "long.pub")
    #expect(
      #expect(throws: DocumentError.self) { try VerificationKey(contentsOf: long) }?.message
        == "\(long) has 5000 bytes, more than the limit of 4096")
    #expect(
      #expect(throws: DocumentError.self) {
        try VerificationKey(contentsOf: scratch.path(of: "none"))
      }?.isMissing == true)
    let fifo = try scratch.makePipe("fifo")
    #expect(
      #expect(throws: DocumentError.self) { try VerificationKey(contentsOf: fifo) }?.message
        == "\(fifo) is a FIFO, not a regular file")
  }

  // Two spaces, and spaces at either end, were accepted, although the format has single ones.
  @Test("no space is accepted but the one between two words")
  func spaces() throws {
    let key = try #require(SigningKey())
    let path = scratch.path(of: "a.sig")
    try key.signature(of: ContentDigest(of: "abc".utf8)).write(to: path)
    let text = String(decoding: try #require(readFile(path)), as: UTF8.self)
    let line = String(try #require(text.split(separator: "\n").last))
    for (index, faulty) in [
      line.replacing(" ", with: "  "), " \(line)", "\(line) ", "\(line)\n ", "\(line)\t",
    ].enumerated() {
      let path = try scratch.write(faulty, to: "\(index).sig")
      let error = #expect(throws: DocumentError.self) { try PluginSignature(contentsOf: path) }
      #expect(error?.message == "\(path) is not a signature", "\(faulty.debugDescription)")
    }
    let lines = try scratch.write("\n\(line)\n\n", to: "lines.sig")
    #expect(throws: Never.self) { try PluginSignature(contentsOf: lines) }
  }

  @Test("a signature with any bit flipped is invalid")
  func flipped() throws {
    let digest = ContentDigest(of: "abc".utf8)
    let message = PluginSignature.message(for: digest)
    #expect(
      String(decoding: message, as: UTF8.self)
        == "cleanse-signature-1\nblake2b-256:"
        + "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319\n")
    let seed = try #require(Sodium.randomBytes(count: Sodium.seedSize))
    let signature = Sodium.signature(of: message, seed: seed)
    let publicKey = Sodium.publicKey(ofSeed: seed)
    for bit in 0..<(8 * Sodium.signatureSize) {
      var other = signature
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(!Sodium.isSignature(other, of: message, by: publicKey), "bit \(bit)")
    }
    #expect(!Sodium.isSignature(signature.dropLast(), of: message, by: publicKey))
    #expect(!Sodium.isSignature(signature, of: message, by: publicKey.dropLast()))
  }

  private func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0
    }
  }
}
