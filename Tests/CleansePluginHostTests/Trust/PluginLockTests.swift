import CleanseGraphAnalysis
@testable import CleanseCrypto
import ElfImages
@testable import CleansePluginFiles
@testable import CleansePluginMetadata
@testable import CleansePluginTrust
import CleanseSupport
import CleanseTestSupport
import Glibc
import Testing

@Suite("plugins.lock")
struct PluginLockTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  private func entry(
    _ identifier: String = "org.example.words", version: String = "1.2.3",
    file: String = "words.so", contents: String = "abc", stamp: ABIStamp = hostStamp,
    contributes: [String] = ["Command"], needs: SystemAccess? = nil,
    libraries: [PluginLock.Library] = []
  ) -> PluginLock.Entry {
    PluginLock.Entry(
      identifier: identifier, version: version, file: file,
      digest: ContentDigest(of: contents.utf8), stamp: stamp, contributes: contributes,
      needs: needs, libraries: libraries)
  }

  @Test("its bytes are fixed, in the order of the identifiers, and it can be written and read back")
  func text() throws {
    let lock = PluginLock(entries: [
      entry(),
      entry(
        "org.example.c", stamp: ABIStamp(abi: 1, architecture: "x", language: "c"), contributes: [],
        libraries: [.init(file: "libdep.so", digest: ContentDigest(of: "abc".utf8))]),
    ])
    #expect(lock.entries.map(\.identifier) == ["org.example.c", "org.example.words"])
    let path = scratch.path(of: "plugins.lock")
    try lock.write(to: path)
    let written = try #require(readFile(path))
    expectGolden(scratch.anonymous(String(decoding: written.dropLast(), as: UTF8.self)), "lock")
    #expect(try PluginLock(contentsOf: path) == lock)
    try lock.write(to: path)
    #expect(readFile(path) == written)
  }

  // A directory was compared as a text, so a slash before a combining mark was not found.
  @Test("a library in the plugin's directory has a relative path, by its bytes")
  func libraryPaths() {
    let directory: FilePath = "/srv/caf\u{E9}"
    #expect(PluginLock.Entry.path("/srv/caf\u{E9}/libdep.so", from: directory) == "libdep.so")
    #expect(
      PluginLock.Entry.path("/srv/caf\u{E9}/sub/libdep.so", from: directory) == "sub/libdep.so")
    #expect(
      PluginLock.Entry.path("/srv/caf\u{E9}/\u{301}.so", from: directory).utf8
        .elementsEqual("\u{301}.so".utf8))
    let other: FilePath = "/srv/cafe\u{301}/libdep.so"
    #expect(PluginLock.Entry.path(other, from: directory).utf8.elementsEqual(other.bytes))
  }

  // One of two libraries whose names look the same was not compared.
  @Test("libraries are compared by the bytes of their names")
  func libraryNames() {
    let digests = ["abc", "abd"].map { ContentDigest(of: $0.utf8) }
    let locked = entry(libraries: [.init(file: "caf\u{E9}.so", digest: digests[0])])
    let found = entry(libraries: [
      .init(file: "caf\u{E9}.so", digest: digests[0]),
      .init(file: "cafe\u{301}.so", digest: digests[1]),
    ])
    #expect(locked.drift(to: found).map(\.found) == [digests[1].description])
  }

  // Both names were printed alike: "the lock has café.so, the plugin has café.so".
  @Test("names that look the same are shown by their code points")
  func twins() {
    let (composed, decomposed) = ("caf\u{E9}.so", "cafe\u{301}.so")
    #expect(
      entry(file: composed).drift(to: entry(file: decomposed)).map(\.description)
        == [#"file: the lock has caf\u{E9}.so, the plugin has cafe\u{301}.so"#])
    let digest = ContentDigest(of: "abc".utf8)
    let locked = entry(libraries: [.init(file: composed, digest: digest)])
    let found = entry(libraries: [.init(file: decomposed, digest: digest)])
    #expect(
      locked.drift(to: found).map(\.field)
        == [#"libraries cafe\u{301}.so"#, #"libraries caf\u{E9}.so"#])
  }

  @Test("it has the plugins' own metadata, and no plugin that can't be used")
  func inspections() throws {
    let words = try inspect(samplePlugin().bytes, in: scratch, as: "words.so")
    let empty = try inspect([], in: scratch, as: "empty.so")
    let lock = PluginLock(of: [empty, words])
    let entry = try #require(lock.entries.first)
    #expect(lock.entries.count == 1)
    #expect(entry.identifier == "org.example.words")
    #expect(entry.version == "1.2.3")
    #expect(entry.file == "words.so")
    #expect(entry.digest == ContentDigest(of: try #require(readFile(words.file.path))))
    #expect(entry.stamp == hostStamp)
  }

  @Test("a comparison lists added, removed and changed plugins, field by field")
  func changes() {
    let old = PluginLock(entries: [entry("a.absent"), entry("a.same"), entry("a.words")])
    let stamp = ABIStamp(abi: 2, architecture: "x", language: "c")
    let words = entry(
      "a.words", version: "2.0.0", contents: "abd", stamp: stamp, contributes: [],
      libraries: [.init(file: "libdep.so", digest: ContentDigest(of: "abc".utf8))])
    let new = PluginLock(entries: [entry("a.new"), entry("a.same"), words])
    let changes = old.changes(to: new)
    #expect(changes.count == 3)
    #expect(changes.first == .removed(entry("a.absent")))
    #expect(changes.dropFirst().first == .added(entry("a.new")))
    guard case .changed(words, let drift)? = changes.last else {
      Issue.record("a.words is not reported as changed")
      return
    }
    #expect(
      drift.map(\.field) == [
        "version", "digest", "stamp.abi", "stamp.architecture", "stamp.language",
        "stamp.framework", "stamp.interface", "stamp.compiler", "contributes",
        "libraries libdep.so",
      ])
    #expect(drift.first?.description == "version: the lock has 1.2.3, the plugin has 2.0.0")
    #expect(
      drift.dropLast().last?.description == "contributes: the lock has Command, the plugin has none"
    )
    #expect(old.changes(to: old).isEmpty)
  }

  @Test("a plugin that needs more of the system differs, and a lock has what it needs")
  func needs() throws {
    let old = entry(needs: try SystemAccess(reading: ["/srv/a"]))
    var needs = try SystemAccess(reading: ["/srv/a", "/srv/b"], writing: ["/var/lib/a"])
    needs.connectPorts = [443, 80]
    needs.resolvesNames = true
    let new = entry(needs: needs)
    #expect(
      old.drift(to: new).map(\.description) == [
        "needs.read: the lock has /srv/a, the plugin has /srv/a, /srv/b",
        "needs.write: the lock has none, the plugin has /var/lib/a",
        "needs.ports.connect: the lock has none, the plugin has 80, 443",
        "needs.resolve: the lock has none, the plugin has true",
      ])
    let path = scratch.path(of: "plugins.lock")
    try PluginLock(entries: [new]).write(to: path)
    #expect(try PluginLock(contentsOf: path).entries == [new])
  }

  @Test(
    "it lists files of any name, and can be read back",
    arguments: [
      "a\tb.so", "a\nb.so", "\u{1B}[2J.so", "a\u{202E}os.b", "\u{7F}", " ", "\u{1F4A9}.so",
    ])
  func fileNames(file: String) throws {
    let lock = PluginLock(entries: [entry("a.a"), entry("a.b", file: file)])
    let path = scratch.path(of: "plugins.lock")
    try lock.write(to: path)
    #expect(try PluginLock(contentsOf: path) == lock)
  }

  @Test("a lock that no host could read is not written, and the plugin is named")
  func unusable() throws {
    let path = scratch.path(of: "plugins.lock")
    let old = PluginLock(entries: [entry("a.a")])
    try old.write(to: path)
    let new = PluginLock(entries: [entry("a.a"), entry("a.b", version: "1\n2"), entry("a.c")])
    let error = #expect(throws: DocumentError.self) { try new.write(to: path) }
    #expect(
      error?.message == "can't write to \(path): no host could read this lock file: "
        + "plugin a.b: field `plugins[1].version` has more than one line")
    #expect(try PluginLock(contentsOf: path) == old)
  }

  @Test("it replaces only regular files: a link stays, and a pipe is an error")
  func targets() throws {
    let lock = PluginLock(entries: [entry()])
    let (path, link, pipe) = (
      scratch.path(of: "plugins.lock"), scratch.path(of: "link"), scratch.path(of: "pipe")
    )
    try lock.write(to: path)
    try #require(symlink("plugins.lock", link) == 0 && mkfifo(pipe, 0o600) == 0)
    let other = PluginLock(entries: [])
    try other.write(to: link)
    #expect(try PluginLock(contentsOf: path) == other)
    let error = #expect(throws: DocumentError.self) { try lock.write(to: pipe) }
    #expect(error?.message == "can't write to \(pipe): it is not a regular file")
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test(
    "it includes the libraries that a plugin brings from outside the system, and their variants")
  func libraries() throws {
    try scratch.makeDirectory("glibc-hwcaps/x86-64-v2")
    try scratch.makeDirectory("system")
    let paths = ["libdep.so", "glibc-hwcaps/x86-64-v2/libdep.so", "system/libc.so.9"]
    for path in paths { try scratch.write(ElfImage().bytes, to: path) }
    var image = try samplePlugin()
    image.needed += ["libdep.so", "libc.so.9"]
    image.runPath = "$ORIGIN"
    var process = HostProcess()
    process.programNames = ["libCleanseRuntime.so", "libc.so.6"]
    process.systemDirectories = [FilePath(scratch.path(of: "system"))]
    func locked() throws -> PluginLock.Entry {
      let inspection = try inspect(image.bytes, in: scratch, as: "words.so", for: process)
      return try #require(PluginLock(of: [inspection]).entries.first, "\(inspection.report)")
    }
    let digest = ContentDigest(of: ElfImage().bytes)
    let lock = try locked()
    #expect(
      lock.libraries == [
        .init(file: "glibc-hwcaps/x86-64-v2/libdep.so", digest: digest),
        .init(file: "libdep.so", digest: digest),
      ])
    try scratch.write(ElfImage().bytes + [0], to: paths[1])
    #expect(
      lock.violations(by: try locked()).map(\.field) == [
        "libraries glibc-hwcaps/x86-64-v2/libdep.so"
      ])
    scratch.remove(paths[1])
    // A library that is no longer loaded does no harm, but `host diff` reports it.
    #expect(lock.violations(by: try locked()).isEmpty)
    #expect(lock.drift(to: try locked()).map(\.found) == [nil])
    try scratch.makeDirectory("tls")
    try scratch.write(ElfImage().bytes, to: "tls/libdep.so")
    #expect(lock.violations(by: try locked()).map(\.field) == ["libraries tls/libdep.so"])
  }

  @Test("a lock that can't be read is reported with file, line and field")
  func malformed() throws {
    let path = scratch.path(of: "plugins.lock")
    try PluginLock(entries: [entry("a.a"), entry("a.b")]).write(to: path)
    let whole = String(decoding: try #require(readFile(path)), as: UTF8.self)
    let faults: [(String, String)] = [
      ("empty", ""), ("text", "hello"), ("array", "[]"), ("cut off", String(whole.prefix(400))),
      ("nested", String(repeating: "[", count: 5000)),
      ("newer", whole.replacing("cleanse-lock/1", with: "cleanse-lock/2")),
      ("newer, of another shape", #"{"schema": "cleanse-lock/2", "plugins": {}}"#),
      ("other document", whole.replacing("cleanse-lock/1", with: "cleanse-list/1")),
      ("no schema", #"{"plugins": []}"#), ("no plugins", #"{"schema": "cleanse-lock/1"}"#),
      ("plugins", #"{"schema": "cleanse-lock/1", "plugins": ["a"]}"#),
      ("digest", whole.replacing("blake2b-256:b", with: "blake2b-256:x")),
      ("twice", whole.replacing("a.b", with: "a.a")),
      ("abi", whole.replacing(#""abi" : 1"#, with: #""abi" : "1""#)),
      ("version", whole.replacing("1.2.3", with: #"\u001b[2J"#)),
      ("comma", whole.replacing("\"a.b\",", with: "\"a.b\",,")),
    ]
    var report: [String] = []
    for (name, text) in faults {
      try scratch.write(text, to: "plugins.lock")
      let error = #expect(throws: DocumentError.self) { try PluginLock(contentsOf: path) }
      report.append("\(name): \(error?.message ?? "")")
      #expect(error?.isMissing == false)
    }
    expectGolden(scratch.anonymous(report.joined(separator: "\n")), "lock-malformed")
  }

  @Test("a lock that was cut off anywhere is an error, never another lock")
  func truncated() throws {
    let path = scratch.path(of: "plugins.lock")
    try PluginLock(entries: [entry()]).write(to: path)
    let whole = try #require(readFile(path))
    // The last two bytes are a brace and a line feed.
    for count in 0...(whole.count - 2) {
      try scratch.write(whole.prefix(count), to: "plugins.lock")
      #expect(throws: DocumentError.self) { try PluginLock(contentsOf: path) }
    }
  }

  @Test("a huge, missing or special file is an error before anything is read")
  func unreadable() throws {
    let path = try scratch.write([], to: "plugins.lock")
    try #require(truncate(path, 8 << 30) == 0)
    #expect(
      #expect(throws: DocumentError.self) { try PluginLock(contentsOf: path) }?.message
        == "\(path) has 8589934592 bytes, more than the limit of 8388608")
    let fifo = try scratch.makePipe("fifo")
    #expect(throws: DocumentError.self) { try PluginLock(contentsOf: fifo) }
    let missing = #expect(throws: DocumentError.self) {
      try PluginLock(contentsOf: scratch.path(of: "none"))
    }
    #expect(missing?.isMissing == true)
  }

  @Test("it is written completely or not at all, and leaves nothing else behind")
  func atomic() throws {
    let path = scratch.path(of: "plugins.lock")
    try PluginLock(entries: [entry()]).write(to: path)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var before = stat()
    try #require(fstat(descriptor, &before) == 0)
    try PluginLock(entries: []).write(to: path)
    var after = stat()
    try #require(fstat(descriptor, &after) == 0)
    // A process that has the old file open still reads all of it.
    #expect(after.st_size == before.st_size)
    #expect(after.st_nlink == 0)
    #expect(try PathStatus.read(FilePath(path)).get().mode & 0o444 != 0)
    #expect(entries(of: scratch.path) == ["plugins.lock"])
    let directory = try scratch.makeDirectory("a-directory")
    #expect(throws: DocumentError.self) { try PluginLock(entries: []).write(to: directory) }
    #expect(throws: DocumentError.self) {
      try PluginLock(entries: []).write(to: scratch.path(of: "none/plugins.lock"))
    }
    #expect(entries(of: scratch.path) == ["a-directory", "plugins.lock"])
  }

  private func entries(of path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
