import CleanseSupport
import CleanseTestSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("The directories of private copies")
struct SetStoreTests {
  private let directory: TemporaryDirectory
  private let parent: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    parent = FilePath(directory.path(of: "a/state"))
  }

  private func store() throws -> SetStore { try SetStore(in: [parent]) { _ in [] } }

  private func names() -> [FilePath] { (try? Directory.entries(in: parent)) ?? [] }

  @Test("are created with their parents, for the user alone, and removed at the end")
  func life() throws {
    let store = try store()
    var status = stat()
    #expect(stat(store.directory.text, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    store.remove()
    #expect(names() == [])
    store.remove()
    #expect(store.takeWarnings() == [])
  }

  @Test("only those of sets in use stay")
  func unused() throws {
    let store = try store()
    let numbers = (1...3).map { SetNumber(rawValue: $0) }
    for number in numbers {
      #expect(mkdir(store.directory(of: number).text, 0o700) == 0)
      try directory.write("", to: "a/state/\(store.directory.name)/\(number.rawValue)/files/x.so")
    }
    store.keepOnly([numbers[1]])
    #expect(try Directory.entries(in: store.directory) == ["2"])
    store.keepOnly([])
    #expect(try Directory.entries(in: store.directory) == [])
    #expect(store.takeWarnings() == [])
    store.remove()
  }

  @Test("those without a lock are removed, and no others")
  func abandoned() throws {
    try directory.write("", to: "a/state/cleanse-serve-1/1/files/x.so")
    try directory.write("", to: "a/state/other/x")
    let first = try store()
    #expect(Set(names()) == [first.directory.name, "other"])
    let second = try store()
    #expect(Set(names()) == [first.directory.name, second.directory.name, "other"])
    withExtendedLifetime(first) {}
    second.remove()
    first.remove()
  }

  @Test("the next directory is used if one can't be, which is a warning")
  func next() throws {
    let store = try SetStore(in: ["/proc/no", parent]) { _ in [] }
    #expect(store.directory.isWithin(parent))
    #expect(
      store.takeWarnings().map { $0.hasPrefix("plugins can't be copied to /proc/no: ") } == [true])
    #expect(store.takeWarnings() == [])
    store.remove()
  }

  @Test("a directory that others can change, or with a variable in its path, is refused")
  func refused() throws {
    let weak = #expect(throws: SetStore.Failure.self) {
      try SetStore(in: [parent]) { _ in ["anyone may write"] }
    }
    #expect(weak?.lines.last == "anyone may write")
    let variable = #expect(throws: SetStore.Failure.self) {
      try SetStore(in: [parent.appending("$x")]) { _ in [] }
    }
    #expect(variable?.lines.last?.contains("has a `$`") == true)
    #expect(names() == ["$x"])
  }
}
