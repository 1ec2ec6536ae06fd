@testable import CleansePluginProbing
import CleanseTestSupport
import Glibc
import Testing

@Suite("The cache directory")
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

  @Test("missing directories are created, but not the home directory")
  func making() throws {
    let scratch = try TemporaryDirectory()
    try scratch.makeDirectory("home")
    _ = try VerdictCache(environment: ["HOME": scratch.path(of: "home")])
    var status = stat()
    for level in [".cache", ".cache/cleanse", ".cache/cleanse/verdicts-1"] {
      #expect(stat(scratch.path(of: "home/" + level), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
    _ = try VerdictCache(environment: ["XDG_CACHE_HOME": scratch.path(of: "new")])
    #expect(throws: VerdictCacheError.self) {
      try VerdictCache(environment: ["HOME": scratch.path(of: "absent")])
    }
    #expect(stat(scratch.path(of: "absent"), &status) != 0)
  }

  @Test(
    "a directory that can't be created, or that others may write to, is rejected with the reason")
  func refusals() throws {
    let scratch = try TemporaryDirectory()
    try scratch.write([], to: "file")
    try scratch.makeDirectory("shared")
    chmod(scratch.path(of: "shared"), 0o770)
    try scratch.link("link", to: scratch.path)
    var errors = [
      refusal(of: scratch.path(of: "file")), refusal(of: scratch.path(of: "file/below")),
      refusal(of: scratch.path(of: "shared")), refusal(of: scratch.path(of: "link")),
      refusal(of: scratch.path(of: "a\u{0}b")),
    ]
    do throws(VerdictCacheError) {
      _ = try VerdictCache(environment: [:])
    } catch {
      errors.append(error)
    }
    errors.append(VerdictCacheError(.foreign(owner: 33), path: scratch.path(of: "other")))
    let text = errors.map { $0.map { "\($0)\n  \($0.fix)" } ?? "none" }.joined(separator: "\n")
    expectGolden(scratch.anonymous(text).replacing("\u{0}", with: "NULL"), "cache-refusals")
  }

  @Test("a directory of another user is rejected", .enabled(if: geteuid() == 0))
  func foreign() throws {
    let scratch = try TemporaryDirectory()
    try scratch.makeDirectory("other")
    chown(scratch.path(of: "other"), 12345, 12345)
    let error = refusal(of: scratch.path(of: "other"))
    #expect(error?.cause == .foreign(owner: 12345))
  }

  @Test("a directory that others may only read is accepted")
  func readable() throws {
    let scratch = try TemporaryDirectory()
    try scratch.makeDirectory("cache")
    let cache = try VerdictCache(directory: scratch.path(of: "cache"))
    #expect(cache.store([1], for: "key"))
  }

  @Test("the directory that was opened stays in use after another replaces it")
  func replaced() throws {
    let scratch = try TemporaryDirectory()
    let cache = try VerdictCache(directory: scratch.path(of: "cache"))
    rename(scratch.path(of: "cache"), scratch.path(of: "old"))
    try scratch.makeDirectory("cache")
    cache.store([1], for: "key")
    #expect(readFile(scratch.path(of: "old/" + CacheEntry.name(for: "key"))) != nil)
  }
}
