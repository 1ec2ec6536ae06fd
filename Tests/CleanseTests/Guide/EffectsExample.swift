import Cleanse

/// Throwing and asynchronous factories.
enum EffectsExample {
  // guide: throwing
  final class Library {
    struct NoBooks: Error {}
    let books: [String]

    init(shelf: [String]) throws {
      guard !shelf.isEmpty else { throw NoBooks() }
      books = shelf
    }
  }

  struct ReadingRoom { let library: Library }

  enum ReadingRoomComponent: RootComponent, ThrowingComponent {
    typealias Seed = [String]

    static func configure(binder: Binder<Singleton>) {
      binder.bind(Library.self).sharedInScope().to(factory: Library.init)
    }

    static func configureRoot(
      binder bind: ReceiptBinder<ReadingRoom>
    ) -> BindingReceipt<ReadingRoom> {
      bind.to(factory: ReadingRoom.init)
    }
  }
  // guide: end

  static func open(_ shelf: [String]) throws -> ReadingRoom {
    // guide: throwing
    let room = try ComponentFactory.of(ReadingRoomComponent.self).build(shelf)
    // guide: end
    return room
  }

  // guide: throwing-provider
  struct Librarian {
    let library: ThrowingProvider<Library>

    var answer: String {
      do {
        return "\(try library.get().books.count) books"
      } catch {
        return "closed: \(error.underlying)"
      }
    }
  }
  // guide: end

  enum LibrarianComponent: RootComponent {
    typealias Seed = [String]

    static func configure(binder: Binder<Singleton>) {
      binder.bind(Library.self).sharedInScope().to(factory: Library.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Librarian>) -> BindingReceipt<Librarian> {
      bind.to(factory: Librarian.init)
    }
  }

  // guide: asynchronous
  final class Catalogue: Sendable {
    let titles: [String]
    init(titles: [String]) { self.titles = titles }

    static func load() async throws -> Catalogue {
      try await Task.sleep(for: .milliseconds(1))
      return Catalogue(titles: ["Momo"])
    }
  }

  struct Search {
    let catalogue: Catalogue
    func find(_ title: String) -> Bool { catalogue.titles.contains(title) }
  }

  enum SearchComponent: RootComponent, AsyncComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Catalogue.self).sharedInScope().to(asyncFactory: Catalogue.load)
    }

    static func configureRoot(binder bind: ReceiptBinder<Search>) -> BindingReceipt<Search> {
      bind.to(factory: Search.init)
    }
  }
  // guide: end

  static func search() async throws -> Search {
    // guide: asynchronous
    let search = try await ComponentFactory.of(SearchComponent.self).build()
    // guide: end
    return search
  }
}
