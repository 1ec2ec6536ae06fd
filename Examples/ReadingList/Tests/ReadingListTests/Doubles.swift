import Cleanse
import Foundation

@testable import ReadingList

/// A clock that always returns 2026-01-02.
struct StoppedClock: WallClock {
  func now() -> Date { Date(timeIntervalSince1970: 1_767_312_000) }
}

/// A store in memory.
final class MemoryStore: Store {
  private var books: [String: [Book]] = [:]

  func books(of reader: Reader) -> [Book] { books[reader.name] ?? [] }
  func save(_ books: [Book], of reader: Reader) throws { self.books[reader.name] = books }
}

extension App {
  /// The whole application, with replacements for the clock and the store.
  static func forTesting() throws -> App {
    let factory = try ComponentFactory.of(AppComponent.self) { binder in
      binder.bind((any WallClock).self).to(factory: StoppedClock.init)
      binder.bind((any Store).self).sharedInScope().to(factory: MemoryStore.init)
    }
    return factory.build(Settings(environment: [:]))
  }
}
