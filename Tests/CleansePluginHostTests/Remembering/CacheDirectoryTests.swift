import Glibc
import Testing

@testable import CleansePluginHost

@Suite("where things are remembered")
struct CacheDirectoryTests {
  @Test(
    "XDG_CACHE_HOME counts if it is absolute, else HOME",
    arguments: [
      (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/cleanse/verdicts-1"),
      (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/cleanse/verdicts-1"),
      (["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/cleanse/verdicts-1"),
      (["HOME": "/h"], "/h/.cache/cleanse/verdicts-1"), (["HOME": "h"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func variables(environment: [String: String], directory: String?) {
    #expect(VerdictCache.directory(environment: environment) == directory)
  }

  private func refusal(of directory: String) -> VerdictCacheError? {
    do throws(VerdictCacheError) {
      _ = try VerdictCache(directory: directory)
      return nil
    } catch {
      return error
    }
  }

  @Test("what is missing is made, but not the home itself")
  func making() throws {
    let scratch = try Scratch()
    try scratch.directory("home")
    _ = try VerdictCache(environment: ["HOME": scratch.path("home")])
    var status = stat()
    for level in [".cache", ".cache/cleanse", ".cache/cleanse/verdicts-1"] {
      #expect(stat(scratch.path("home/" + level), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
    _ = try VerdictCache(environment: ["XDG_CACHE_HOME": scratch.path("new")])
    #expect(throws: VerdictCacheError.self) {
      try VerdictCache(environment: ["HOME": scratch.path("nobody")])
    }
    #expect(stat(scratch.path("nobody"), &status) != 0)
  }

  @Test("a directory that can't be had, or that others may write to, is refused with the reason")
  func refusals() throws {
    let scratch = try Scratch()
    try scratch.write("file", [])
    try scratch.directory("shared")
    chmod(scratch.path("shared"), 0o770)
    try scratch.link("link", to: scratch.path)
    var errors = [
      refusal(of: scratch.path("file")), refusal(of: scratch.path("file/below")),
      refusal(of: scratch.path("shared")), refusal(of: scratch.path("link")),
      refusal(of: scratch.path("a\u{0}b")),
    ]
    do throws(VerdictCacheError) {
      _ = try VerdictCache(environment: [:])
    } catch {
      errors.append(error)
    }
    errors.append(VerdictCacheError(.foreign(owner: 33), path: scratch.path("other")))
    let text = errors.map { $0.map { "\($0)\n  \($0.remedy)" } ?? "none" }.joined(separator: "\n")
    expectGolden(scratch.anonymous(text).replacing("\u{0}", with: "NULL"), "cache-refusals")
  }

  @Test("a directory of somebody else is refused", .enabled(if: geteuid() == 0))
  func foreign() throws {
    let scratch = try Scratch()
    try scratch.directory("other")
    chown(scratch.path("other"), 12345, 12345)
    let error = refusal(of: scratch.path("other"))
    #expect(error?.cause == .foreign(owner: 12345))
  }

  @Test("a directory that others may only read is fine")
  func readable() throws {
    let scratch = try Scratch()
    try scratch.directory("cache")
    let cache = try VerdictCache(directory: scratch.path("cache"))
    #expect(cache.store([1], for: "key"))
  }

  @Test("the directory that was opened stays in use when another takes its place")
  func replaced() throws {
    let scratch = try Scratch()
    let cache = try VerdictCache(directory: scratch.path("cache"))
    rename(scratch.path("cache"), scratch.path("old"))
    try scratch.directory("cache")
    cache.store([1], for: "key")
    #expect(readFile(scratch.path("old/" + CacheEntry.name(for: "key"))) != nil)
  }
}
