@testable import CleansePluginProbing
import CleanseTestSupport
import Glibc
import Testing

@Suite("The cache directory")
struct CacheDirectoryTests {
  @Test(
    "XDG_CACHE_HOME counts if it is absolute, else HOME",
    arguments: [
      (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/cleanse/outcomes-1"),
      (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/cleanse/outcomes-1"),
      (["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/cleanse/outcomes-1"),
      (["HOME": "/h"], "/h/.cache/cleanse/outcomes-1"), (["HOME": "h"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func variables(environment: [String: String], directory: String?) {
    #expect(OutcomeCache.directory(environment: environment) == directory)
  }

  private func refusal(of directory: String) -> OutcomeCacheError? {
    do throws(OutcomeCacheError) {
      _ = try OutcomeCache(directory: directory)
      return nil
    } catch {
      return error
    }
  }

  @Test("missing directories are created, but not the home directory")
  func making() throws {
    let scratch = try TemporaryDirectory()
    try scratch.makeDirectory("home")
    _ = try OutcomeCache(environment: ["HOME": scratch.path(of: "home")])
    var status = stat()
    for level in [".cache", ".cache/cleanse", ".cache/cleanse/outcomes-1"] {
      #expect(stat(scratch.path(of: "home/" + level), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
    _ = try OutcomeCache(environment: ["XDG_CACHE_HOME": scratch.path(of: "new")])
    #expect(throws: OutcomeCacheError.self) {
      try OutcomeCache(environment: ["HOME": scratch.path(of: "absent")])
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
    do throws(OutcomeCacheError) {
      _ = try OutcomeCache(environment: [:])
    } catch {
      errors.append(error)
    }
    errors.append(OutcomeCacheError(.foreign(owner: 33), path: scratch.path(of: "other")))
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

  // Only `outcomes-1` was checked, so who owned `/tmp/cleanse` chose what a host with XDG_CACHE_HOME=/tmp read.
  @Test(
    "in the directory of the user's caches, the parent is checked as well",
    arguments: ["foreign", "writable", "link"])
  func parents(kind: String) throws {
    let scratch = try TemporaryDirectory()
    let parent = scratch.path(of: "cleanse")
    let expected: OutcomeCacheError.Cause
    try scratch.makeDirectory("other/outcomes-1")
    switch kind {
    case "foreign":
      guard geteuid() == 0 else { return }
      try scratch.makeDirectory("cleanse/outcomes-1")
      try #require(chown(parent, 12345, 12345) == 0)
      expected = .foreign(owner: 12345)
    case "writable":
      try scratch.makeDirectory("cleanse/outcomes-1")
      try #require(chmod(parent, 0o777) == 0)
      expected = .writable(mode: 0o777)
    default:
      try scratch.link("cleanse", to: scratch.path(of: "other"))
      expected = .link
    }
    let error = #expect(throws: OutcomeCacheError.self) {
      try OutcomeCache(environment: ["XDG_CACHE_HOME": scratch.path])
    }
    #expect(error?.cause == expected)
    #expect(error?.path == parent)
    #expect(error?.isUnsafe == true)
  }

  @Test("a link to a directory creates nothing in it")
  func linkedParent() throws {
    let scratch = try TemporaryDirectory()
    try scratch.makeDirectory("other")
    try scratch.link("cleanse", to: scratch.path(of: "other"))
    #expect(throws: OutcomeCacheError.self) {
      try OutcomeCache(environment: ["XDG_CACHE_HOME": scratch.path])
    }
    #expect(!scratch.contains("other/outcomes-1"))
  }

  @Test("a directory of the user's caches that is a link is followed")
  func linkedHome() throws {
    let scratch = try TemporaryDirectory()
    try scratch.makeDirectory("other")
    try scratch.link("caches", to: scratch.path(of: "other"))
    let cache = try OutcomeCache(environment: ["XDG_CACHE_HOME": scratch.path(of: "caches")])
    #expect(cache.store([1], for: "key"))
    #expect(scratch.contains("other/cleanse/outcomes-1"))
  }

  @Test("a directory that others may only read is accepted")
  func readable() throws {
    let scratch = try TemporaryDirectory()
    try scratch.makeDirectory("cache")
    let cache = try OutcomeCache(directory: scratch.path(of: "cache"))
    #expect(cache.store([1], for: "key"))
  }

  @Test("the directory that was opened stays in use after another replaces it")
  func replaced() throws {
    let scratch = try TemporaryDirectory()
    let cache = try OutcomeCache(directory: scratch.path(of: "cache"))
    rename(scratch.path(of: "cache"), scratch.path(of: "old"))
    try scratch.makeDirectory("cache")
    cache.store([1], for: "key")
    #expect(readFile(scratch.path(of: "old/" + CacheEntry.name(for: "key"))) != nil)
  }
}
