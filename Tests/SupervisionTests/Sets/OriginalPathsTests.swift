import CleanseSupport
import CleanseTestSupport
@testable import CleanseSupervision
import Testing

@Suite("Paths of private copies in texts")
struct OriginalPathsTests {
  private let paths = OriginalPaths(in: "/var/lib/x/cleanse-serve-12ab")

  @Test(
    "are shown as those of the originals",
    arguments: [
      ("/var/lib/x/cleanse-serve-12ab/3/files/usr/lib/a.so is broken", "/usr/lib/a.so is broken"),
      ("`/var/lib/x/cleanse-serve-ff/12/settings/etc/host.json`", "`/etc/host.json`"),
      (
        "a /var/lib/x/cleanse-serve-1/1/files/a and /var/lib/x/cleanse-serve-1/2/files/b",
        "a /a and /b"
      ),
    ])
  func shown(text: String, expected: String) {
    #expect(paths.shown(in: text) == expected)
  }

  @Test(
    "others are not changed",
    arguments: [
      "", "/", "/var/lib/x/cleanse-serve-12ab", "/var/lib/x/cleanse-serve-12ab/3",
      "/var/lib/x/cleanse-serve-12ab/3/files", "/var/lib/x/cleanse-serve-12ab//files/a",
      "/var/lib/x/cleanse-serve-12ab/x/files/a", "/var/lib/x/cleanse-serve-12ab/3/other/a",
      "/var/lib/y/cleanse-serve-12ab/3/files/a", "/usr/e\u{301}",
    ])
  func unchanged(text: String) {
    #expect(paths.shown(in: text).utf8.elementsEqual(text.utf8))
  }
}
