@testable import CleansePluginFiles
import CleanseSupport
import Testing

@Suite("LoaderCache")
struct LoaderCacheTests {
  /// A cache with libraries of names and paths.
  private func cache(_ entries: [(name: String, path: String)]) -> [UInt8] {
    var texts: [UInt8] = []
    var table: [UInt32] = []
    let textStart = 48 + 24 * entries.count
    for entry in entries {
      table += [0x0303, UInt32(textStart + texts.count)]
      texts += Array(entry.name.utf8) + [0]
      table += [UInt32(textStart + texts.count), 0, 0, 0]
      texts += Array(entry.path.utf8) + [0]
    }
    let header: [UInt32] = [UInt32(entries.count), UInt32(texts.count), 0, 0, 0, 0, 0]
    let words = (header + table).flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    return Array("glibc-ld.so.cache1.1".utf8) + words + texts
  }

  @Test("all paths of a name are returned, in their order")
  func names() throws {
    let bytes = cache([("liba.so", "/x/liba.so"), ("libab.so", "/ab"), ("liba.so", "/y/liba.so")])
    let cache = try #require(LoaderCache(bytes))
    #expect(cache.paths(of: "liba.so") == ["/x/liba.so", "/y/liba.so"])
    #expect(cache.paths(of: "libab.so") == ["/ab"])
    #expect(cache.paths(of: "lib") == [])
    #expect(cache.paths(of: "") == [])
  }

  @Test("a section in the older format before it is skipped")
  func older() throws {
    let old = Array("ld.so-1.7.0\0".utf8) + [3, 0, 0, 0] + [UInt8](repeating: 9, count: 36 + 4)
    let cache = try #require(LoaderCache(old + cache([("liba.so", "/x/liba.so")])))
    #expect(cache.paths(of: "liba.so") == ["/x/liba.so"])
    #expect(LoaderCache(old) == nil)
  }

  @Test("reading ends, whatever the bytes are")
  func damaged() {
    let whole = cache([("liba.so", "/x/liba.so"), ("libb.so", "/x/libb.so")])
    for count in 0...whole.count {
      _ = LoaderCache(Array(whole[..<count]))?.paths(of: "liba.so")
    }
    for offset in 20..<whole.count {
      var bytes = whole
      bytes[offset] = 0xFF
      _ = LoaderCache(bytes)?.paths(of: "liba.so")
    }
    #expect(LoaderCache([]) == nil)
  }

  @Test("the system's cache has the C library", .enabled(if: LoaderCache.system != nil))
  func system() {
    #expect(LoaderCache.system?.paths(of: "libc.so.6").isEmpty == false)
  }
}
