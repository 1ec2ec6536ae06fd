struct FinishCommand: Command {
  let shelf: Shelf
  let clock: any WallClock

  let name = "finish"
  let usage = "finish NUMBER"
  let summary = "mark a book as read"

  func run(_ arguments: ArraySlice<String>) throws -> String {
    guard let word = arguments.first, arguments.count == 1 else { throw UsageError(usage) }
    guard let number = Int(word), number >= 1, number <= shelf.books.count else {
      throw UsageError("there is no book number \(word)")
    }
    try shelf.finish(number - 1, at: clock.now())
    return "finished \(shelf.books[number - 1].title)"
  }
}
