import Foundation

struct ListCommand: Command {
  let shelf: Shelf

  let name = "list"
  let usage = "list"
  let summary = "show the books, and when they were added and read"

  func run(_ arguments: ArraySlice<String>) throws -> String {
    guard arguments.isEmpty else { throw UsageError(usage) }
    guard !shelf.books.isEmpty else { return "the list is empty" }
    return shelf.books.enumerated().map { index, book in
      let author = book.author.map { " by \($0)" } ?? ""
      let end = book.finished.map { ", read \(day($0))" } ?? ""
      return "\(index + 1). \(book.title)\(author), added \(day(book.added))\(end)"
    }.joined(separator: "\n")
  }

  private func day(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day())
  }
}
