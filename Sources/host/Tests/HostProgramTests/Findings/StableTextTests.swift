import CleansePluginHost
import Testing

@testable import HostProgram

@Suite("The text of a message that stays as it is")
struct StableTextTests {
  private let plain = StableText(files: [])

  @Test(
    "has no directories",
    arguments: [
      ("/opt/plugins/libA.so is empty", "libA.so is empty"),
      ("plugins/libA.so needs `../lib/libB.so.2`", "libA.so needs `libB.so.2`"),
      ("App/Main.swift and /", "Main.swift and "),
      ("no path at all", "no path at all"), ("", ""), ("///", ""),
      ("/tmp/dir/ is there", "dir is there"),
    ])
  func directories(message: String, stable: String) {
    #expect(plain.of(message, taking: .lines) == stable)
  }

  @Test("has no directories of known files either, of which a space is a part")
  func knownDirectories() {
    let text = StableText(files: [
      PluginFile(path: "my plugins/libA.so", resolvedPath: "/home/a b/plugins/libA.so")
    ])
    #expect(
      text.of(
        "my plugins/libA.so is not signed: there is no /home/a b/plugins/libA.so.sig", taking: .all)
        == "libA.so is not signed: there is no libA.so.sig")
    #expect(text.of("my plugins/libB.so is empty", taking: .all) == "my libB.so is empty")
  }

  @Test(
    "has no lines, and its other numbers",
    arguments: [
      ("Main.swift:12: no 3", "Main.swift:#: no 3"), ("a/b.c:12:34", "b.c:#:#"),
      ("at line 7 of 8", "at line # of 8"), ("Line 7", "Line #"), ("baseline 7", "baseline 7"),
      ("port 8080, pair 1:2, Int32, :5", "port 8080, pair 1:2, Int32, :5"),
    ])
  func lines(message: String, stable: String) {
    #expect(plain.of(message, taking: .lines) == stable)
  }

  @Test(
    "has no number that stands by itself, where all are taken out",
    arguments: [
      ("prints 12 bytes", "prints # bytes"),
      ("Int32 in lib2.so and utf8", "Int32 in lib2.so and utf8"),
      ("1.2.3, _4, 5", "#.#.#, _4, #"), ("é1 1é", "é1 1é"),
    ])
  func numbers(message: String, stable: String) {
    #expect(plain.of(message, taking: .all) == stable)
  }
}
