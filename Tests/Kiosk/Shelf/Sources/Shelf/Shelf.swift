public struct Shelf: Sendable {
  public let boards: Int

  public init(boards: Int) {
    self.boards = boards
  }
}
