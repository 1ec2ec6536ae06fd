import Testing

@Suite("The articles, and the pages of Documentation with examples in Swift")
struct GuideTextTests {
  @Test("every block of Swift names its snippet or file")
  func named() throws {
    let blocks = try Guide.blocks()
    #expect(blocks.count > 20)
    #expect(blocks.filter { $0.marker == nil }.map(\.location) == [])
  }

  @Test("every block equals the code that the tests run")
  func equal() throws {
    let snippets = try Guide.snippets()
    for block in try Guide.blocks() {
      guard case .snippet(let name) = block.marker else { continue }
      #expect(block.code == snippets[name], "\(block.location): \(name)")
    }
  }

  @Test("every snippet is on one page, once")
  func complete() throws {
    let names = try Guide.blocks().compactMap { block in
      if case .snippet(let name) = block.marker { name } else { nil }
    }
    #expect(names.sorted() == (try Guide.snippets()).keys.sorted())
  }
}
