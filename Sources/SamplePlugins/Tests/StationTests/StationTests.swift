import Cleanse
import Testing

@testable import Station

@Suite("The weather station")
struct StationTests {
  @Test("numbers the pages consecutively")
  func pages() throws {
    let book = try ComponentFactory.of(BookComponent.self).build()
    #expect((0..<3).map { _ in book.page.get() } == [1, 2, 3])
  }
}

private struct Book {
  let page: TaggedProvider<Page>
}

private enum BookComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: StationModule.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Book>) -> BindingReceipt<Book> {
    bind.to(factory: Book.init)
  }
}
