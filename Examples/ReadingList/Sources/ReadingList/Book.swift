import Cleanse
import Foundation

/// A book on a reader's list.
struct Book: Codable, Equatable {
  let title: String
  let author: String?
  let added: Date
  var finished: Date?
}

extension Book {
  /// Makes a new book: the title and the author come from the user, the time from the graph.
  enum Making: AssistedFactory {
    typealias Seed = (title: String, author: String?)
    typealias Element = Book
  }

  init(wanted: Assisted<Making.Seed>, clock: any WallClock) {
    let (title, author) = wanted.get()
    self.init(title: title, author: author, added: clock.now())
  }
}

enum BookModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.include(module: ClockModule.self)
    binder.bindFactory(Book.self).with(Book.Making.self).to(factory: Book.init(wanted:clock:))
  }
}
