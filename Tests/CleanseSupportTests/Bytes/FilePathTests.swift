import CleanseSupport
import Testing

@Suite("Paths as bytes")
struct FilePathTests {
  @Test("components are the names between slashes, whatever follows a slash")
  func components() {
    #expect(FilePath("/a//b/").components == ["a", "b"])
    #expect(FilePath("a/./../b").components == ["a", ".", "..", "b"])
    #expect(FilePath("/").components == [])
    #expect(FilePath("/a/\u{301}b").components == ["a", "\u{301}b"])
  }

  @Test(
    "the directory of a path is that of dirname",
    arguments: [
      ("/a/b.so", "/a"), ("/b.so", "/"), ("b.so", "."), ("/", "/"), ("", "."), ("a/b/", "a"),
      ("/a//b", "/a"), ("a/", "."), ("/a/\u{301}b", "/a"),
    ] as [(FilePath, FilePath)])
  func directory(path: FilePath, directory: FilePath) {
    #expect(path.removingLastComponent == directory)
  }

  @Test("the last component is that of basename, and the root has none")
  func lastComponent() {
    #expect(FilePath("/a/b.so").lastComponent == "b.so")
    #expect(FilePath("a/").lastComponent == "a")
    #expect(FilePath("/a/\u{301}b").lastComponent == "\u{301}b")
    #expect(FilePath("a").lastComponent == "a" && FilePath("//a//").lastComponent == "a")
    #expect(FilePath("/").lastComponent == nil && FilePath("//").lastComponent == nil)
    #expect(FilePath("").lastComponent == nil)
    #expect(FilePath("/").name == "/")
  }

  @Test("joining needs one slash, and an absolute path stays as it is")
  func joining() {
    #expect(FilePath("/a").appending("b") == "/a/b")
    #expect(FilePath("/a/").appending("b") == "/a/b")
    #expect(FilePath("/").appending("b") == "/b")
    #expect(FilePath("").appending("b") == "b")
    #expect(FilePath("b").from("/a") == "/a/b")
    #expect(FilePath("/b").from("/a") == "/b")
  }

  @Test("the directories on the way are listed from either end")
  func ways() {
    #expect(FilePath("/a/\u{301}b/c").ancestors == ["/a/\u{301}b", "/a", "/"])
    #expect(FilePath("a/b").ancestors == ["a", "."])
    #expect(FilePath("/").ancestors == [])
    #expect(FilePath("/a//\u{301}b/").prefixes == ["/a", "/a/\u{301}b"])
    #expect(FilePath("a/b").prefixes == ["a", "a/b"])
  }

  @Test("a path is within another by whole names")
  func containment() {
    #expect(FilePath("/a/b").isWithin("/a"))
    #expect(FilePath("/a/").isWithin("/a"))
    #expect(FilePath("/a/\u{301}b").isWithin("/a"))
    #expect(!FilePath("/ab").isWithin("/a"))
    #expect(!FilePath("a/b").isWithin("/a"))
  }

  // Canonically equivalent texts were one key.
  @Test("names that look the same are different")
  func equivalence() {
    let (composed, decomposed): (FilePath, FilePath) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(LinkerName("\u{212A}") != LinkerName("K"))
    #expect([composed, decomposed].sorted() == [decomposed, composed])
  }

  @Test("a name is hidden by its first byte, and its extension follows the last dot")
  func names() {
    #expect(FilePath("/a/.\u{301}b").isHidden)
    #expect(!FilePath("/.a/b").isHidden)
    #expect(FilePath("/a/lib.so.1").extension == "1")
    #expect(FilePath("/a/lib.so.1").stem == "lib.so")
    #expect(FilePath(".so").extension == nil)
    #expect(FilePath("..").extension == nil)
    #expect(FilePath("a.\u{301}so").extension == "\u{301}so")
  }

  @Test("a list of paths is split before a combining mark, and keeps empty ones")
  func list() {
    #expect(FilePath.list("/a:\u{301}b::c;d") == ["/a", "\u{301}b", "", "c;d"])
    #expect(FilePath.list("/a;b:c", separators: ":;") == ["/a", "b", "c"])
  }

  @Test("bytes that are not UTF-8 are kept, and only the text for people replaces them")
  func bytes() {
    let path = FilePath(bytes: [0x61, 0xFF])
    #expect(path.text == "a\u{FFFD}")
    #expect(path.validText == nil)
    #expect(path != FilePath(path.text))
    #expect(path.debugDescription != FilePath(bytes: [0x61, 0xFE]).debugDescription)
    #expect(path.cString.map { UInt8(bitPattern: $0) } == [0x61, 0xFF, 0])
  }
}
