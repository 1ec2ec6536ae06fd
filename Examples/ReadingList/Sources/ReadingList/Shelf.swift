import Foundation

/// The books of a session's reader. All commands of the session share it.
final class Shelf {
  private let reader: Reader
  private let store: any Store
  private(set) var books: [Book]

  init(reader: Reader, store: any Store) {
    self.reader = reader
    self.store = store
    books = store.books(of: reader)
  }

  func add(_ book: Book) throws {
    try change(to: books + [book])
  }

  /// Marks the book at the index, counted from zero, as read.
  func finish(_ index: Int, at time: Date) throws {
    var changed = books
    changed[index].finished = time
    try change(to: changed)
  }

  private func change(to books: [Book]) throws {
    try store.save(books, of: reader)
    self.books = books
  }
}
