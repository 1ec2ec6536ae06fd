import Cleanse

struct AddCommand: Command {
  let shelf: Shelf
  let books: Factory<Book.Making>

  let name = "add"
  let usage = "add TITLE [AUTHOR]"
  let summary = "add a book to the list"

  func run(_ arguments: ArraySlice<String>) throws -> String {
    guard let title = arguments.first, arguments.count <= 2 else { throw UsageError(usage) }
    for word in arguments where word.isEmpty || word.contains(where: \.isNewline) {
      throw UsageError("a title or an author must be one line that is not empty")
    }
    let book = books.build((title: title, author: arguments.dropFirst().first))
    try shelf.add(book)
    return "added number \(shelf.books.count)"
  }
}
