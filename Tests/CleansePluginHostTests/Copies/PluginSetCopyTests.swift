@testable import CleansePluginFiles
@testable import CleansePluginHost
import CleansePluginTrust
import CleanseSupport
import CleanseTestSupport
import ElfImages
import FoundationEssentials
import Glibc
import Testing

@Suite("Private copies of plugins")
struct PluginSetCopyTests {
  private let scratch: TemporaryDirectory
  private let root: FilePath

  init() throws {
    scratch = try TemporaryDirectory()
    root = FilePath(try scratch.makeDirectory("copy"))
  }

  /// A plugin of this host that needs libraries.
  private func writePlugin(
    _ name: String = "words.so", needing libraries: [String] = [], runPath: String = "$ORIGIN",
    _ identifier: String = "org.example.words"
  ) throws {
    var stamp = ABIStamp.host
    stamp = ABIStamp(
      abi: stamp.abi, architecture: stamp.architecture, language: "c", framework: nil,
      interface: nil, compiler: nil)
    var image = try samplePlugin(sampleNote(identifier: identifier, stamp: stamp))
    image.needed += libraries
    if !libraries.isEmpty { image.runPath = runPath }
    try scratch.write(image.bytes, to: "plugins/\(name)")
  }

  private var host: PluginHost { PluginHost(directories: [scratch.path(of: "plugins")]) }

  private func copied(_ host: PluginHost? = nil) throws -> PluginSetCopy {
    try PluginSetCopy(
      of: (host ?? self.host).originals(), in: [scratch.path(of: "plugins")], at: root)
  }

  private func path(_ name: String) -> String { "copy\(scratch.path(of: name))" }

  @Test("have the layout of the originals, and are inspected under their names")
  func layout() throws {
    var library = ElfImage()
    library.needed = []
    try scratch.write(library.bytes, to: "plugins/libnear.so")
    try scratch.write(library.bytes, to: "lib/libfar.so")
    try scratch.write("data", to: "plugins/words.txt")
    try writePlugin(needing: ["libnear.so", "libfar.so"], runPath: "$ORIGIN:$ORIGIN/../lib")
    let copy = try copied()
    for name in ["plugins/libnear.so", "plugins/words.so", "lib/libfar.so", "plugins/words.txt"] {
      #expect(try scratch.bytes(of: path(name)) == scratch.bytes(of: name), "\(name)")
    }
    #expect(SystemPath.target(ofLink: scratch.path(of: path("plugins/words.txt"))) != "unknown")
    for name in ["plugins", "lib"] { scratch.remove(name) }
    let inspections = try host.using(copy).inspect()
    let words = try #require(inspections.first { $0.file.path.hasSuffix("words.so") })
    #expect(words.isUsable, "\(words.report)")
    #expect(words.file.path == scratch.path(of: "plugins/words.so"))
    #expect(words.file.original(of: words.file.resolvedPath).text == words.file.path)
    #expect(words.libraries.allSatisfy { FilePath($0.path).isWithin(root) })
    try copy.check()
  }

  @Test("have what was found about the trust in the originals, also without them")
  func trust() throws {
    try writePlugin()
    #expect(chmod(scratch.path(of: "plugins/words.so"), 0o666) == 0)
    let copy = try copied()
    scratch.remove("plugins")
    let inspection = try #require(try host.using(copy).inspect().first)
    #expect(inspection.codes == ["plugin/insecure-permissions"], "\(inspection.report)")
    #expect(inspection.isRejected)
  }

  @Test("have the reasons why other files are no plugins")
  func unusable() throws {
    try writePlugin()
    try scratch.makePipe("plugins/pipe.so")
    try scratch.write("text", to: "plugins/text.so")
    try scratch.link("plugins/broken.so", to: "nowhere")
    let expected = try host.inspect()
    let copy = try copied()
    scratch.remove("plugins")
    let inspections = try host.using(copy).inspect()
    #expect(inspections.map(\.file.path) == expected.map(\.file.path))
    #expect(inspections.map(\.codes) == expected.map(\.codes))
  }

  @Test("have one file for several names, as the dynamic linker compares files")
  func names() throws {
    var library = ElfImage()
    library.needed = []
    try scratch.write(library.bytes, to: "plugins/libnear.so.1")
    try scratch.link("plugins/libnear.so", to: "libnear.so.1")
    try writePlugin(needing: ["libnear.so", "libnear.so.1"])
    _ = try copied()
    func inode(_ name: String) -> ino_t {
      var status = stat()
      return stat(scratch.path(of: path(name)), &status) == 0 ? status.st_ino : 0
    }
    #expect(inode("plugins/libnear.so.1") != 0)
    #expect(inode("plugins/libnear.so.1") == inode("plugins/libnear.so"))
  }

  // `link/..` was the directory with the link. So a library of one plugin took the place of that of another one in the copy, or
  // of a plugin itself, whatever their contents.
  @Test("have the files that paths lead to, also through links and `..`")
  func links() throws {
    for (name, size) in [("plugins/lib/libdep.so", 1), ("other/lib/libdep.so", 2)] {
      var library = ElfImage()
      library.needed = []
      try scratch.write(library.bytes + Array(repeating: 0, count: size), to: name)
    }
    try scratch.makeDirectory("other/inner")
    try scratch.link("plugins/link", to: "../other/inner")
    try writePlugin("first.so", needing: ["libdep.so"], runPath: "$ORIGIN/link/../lib")
    try writePlugin(
      "second.so", needing: ["libdep.so"], runPath: "$ORIGIN/lib", "org.example.second")
    let copy = try copied()
    let inspections = try host.using(copy).inspect()
    let found = try ["first.so", "second.so"].map { name in
      let plugin = try #require(inspections.first { $0.file.path.hasSuffix(name) })
      let library = try #require(plugin.libraries.first { $0.path.hasSuffix("libdep.so") })
      #expect(FilePath(library.path).isWithin(root))
      return library.stamp.size
    }
    let sizes = try ["other", "plugins"].map { try scratch.bytes(of: "\($0)/lib/libdep.so").count }
    #expect(found == sizes.map(UInt64.init))
    try copy.check()
  }

  // A directory of the copy had only what was copied into it.
  @Test("find other files next to a library, and on the way to it")
  func neighbours() throws {
    var library = ElfImage()
    library.needed = []
    try scratch.write(library.bytes, to: "plugins/lib/inner/libnear.so")
    for name in ["plugins/lib/words", "plugins/lib/inner/words", "plugins/lib/inner/extra.so"] {
      try scratch.write(name, to: name)
    }
    try writePlugin(needing: ["libnear.so"], runPath: "$ORIGIN/lib/inner")
    _ = try copied()
    for name in ["plugins/lib/words", "plugins/lib/inner/words", "plugins/lib/inner/extra.so"] {
      #expect(try scratch.bytes(of: path(name)) == Array(name.utf8), "\(name)")
    }
  }

  // A library with a `..` in its path was listed, and hashed in each check, once for each plugin that needs it.
  @Test("list a library once that several plugins need")
  func once() throws {
    var library = ElfImage()
    library.needed = []
    try scratch.write(library.bytes, to: "lib/libfar.so")
    for name in ["first", "second"] {
      try writePlugin(
        "\(name).so", needing: ["libfar.so"], runPath: "$ORIGIN/../lib", "org.example.\(name)")
    }
    let encoded = try JSONEncoder().encode(copied())
    let text = String(decoding: encoded, as: UTF8.self).replacing("\\/", with: "/")
    #expect(text.ranges(of: "/lib/libfar.so").count == 1, "\(text)")
  }

  // The inner one was a link to the original, in which links were created then.
  @Test("have a directory of their own for a plugin directory in another one")
  func nested() throws {
    try writePlugin()
    try scratch.write("data", to: "plugins/inner/words.txt")
    let directories = ["plugins", "plugins/inner"].map { scratch.path(of: $0) }
    _ = try PluginSetCopy(of: host.originals(), in: directories, at: root)
    #expect(SystemPath.target(ofLink: FilePath(scratch.path(of: path("plugins/inner")))) == nil)
    #expect(try scratch.bytes(of: path("plugins/inner/words.txt")) == Array("data".utf8))
  }

  @Test("a file that has changed since it was inspected is not copied")
  func changed() throws {
    try writePlugin()
    let originals = try host.originals()
    try scratch.write("other", to: "plugins/words.so")
    let error = #expect(throws: PluginCopyError.self) {
      try PluginSetCopy(of: originals, in: [scratch.path(of: "plugins")], at: root)
    }
    #expect(error?.cause == .original)
    scratch.remove("copy")
    try scratch.makeDirectory("copy")
    scratch.remove("plugins/words.so")
    let missing = #expect(throws: PluginCopyError.self) {
      try PluginSetCopy(of: originals, in: [scratch.path(of: "plugins")], at: root)
    }
    #expect(missing?.cause == .original)
  }

  @Test("a copy that was changed is found out")
  func damaged() throws {
    try writePlugin()
    let copy = try copied()
    let file = scratch.path(of: path("plugins/words.so"))
    #expect(chmod(file, 0o600) == 0)
    try scratch.write("other", to: path("plugins/words.so"))
    #expect(throws: PluginCopyError.self) { try copy.check() }
    scratch.remove(path("plugins/words.so"))
    #expect(throws: PluginCopyError.self) { try copy.check() }
  }

  @Test("copies of the same files are the same to a cache, and differ from the originals")
  func identity() throws {
    var library = ElfImage()
    library.needed = []
    try scratch.write(library.bytes, to: "plugins/libnear.so")
    try writePlugin(needing: ["libnear.so"])
    let first = try copied()
    let second = try PluginSetCopy(
      of: host.originals(), in: [scratch.path(of: "plugins")],
      at: FilePath(try scratch.makeDirectory("other")))
    func identity(_ host: PluginHost) throws -> String? {
      var mounts = MountFlags()
      return try host.inspect().first { $0.isUsable }?.identity(&mounts)
    }
    let known = try identity(host.using(first))
    #expect(known != nil)
    #expect(try identity(host.using(second)) == known)
    #expect(try identity(host) != known)
  }

  // A library next to a plugin was known to a cache by its stamp alone, which a mapping does not change once its page is dirty.
  @Test("a library that is written to through a mapping is another one to a cache")
  func mapping() throws {
    var library = ElfImage()
    library.needed = []
    try scratch.write(library.bytes + [0], to: "plugins/libnear.so")
    try writePlugin(needing: ["libnear.so"])
    let file = open(scratch.path(of: "plugins/libnear.so"), O_RDWR | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    let count = library.bytes.count + 1
    let mapped = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    let bytes = try unsafe #require(mapped != MAP_FAILED ? mapped : nil)
    defer { unsafe munmap(bytes, count) }
    let keys = try (1...3).map { (number: UInt8) in
      unsafe bytes.storeBytes(of: number, toByteOffset: count - 1, as: UInt8.self)
      var mounts = MountFlags()
      return try #require(host.inspect().first { $0.isUsable }?.identity(&mounts))
    }
    #expect(Set(keys).count == 3)
  }

  @Test("an unwritable directory is an error about the copy")
  func unwritable() throws {
    try writePlugin()
    let error = #expect(throws: PluginCopyError.self) {
      try PluginSetCopy(
        of: host.originals(), in: [scratch.path(of: "plugins")], at: "/proc/no/copy")
    }
    #expect(error?.cause == .copy)
    #expect(error?.message.hasPrefix("can't write the copy of /proc/no") == true, "\(error as Any)")
  }
}
