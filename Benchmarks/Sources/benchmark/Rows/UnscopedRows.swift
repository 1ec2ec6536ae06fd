import Cleanse
import Measuring

/// The creation of objects by the graph, compared with the same calls by hand.
enum UnscopedRows {
  static func chain() throws -> [Figure] {
    let provider = try ComponentFactory.of(ChainComponent.self).build().last
    return compare(
      .chain, "chain of six unscoped classes",
      byHand: { for _ in 0..<$0 { consume(ChainByHand.make()) } },
      graph: { for _ in 0..<$0 { consume(provider.get()) } })
  }

  static func wide() throws -> [Figure] {
    let root = try ComponentFactory.of(WideComponent.self).build()
    return compare(
      .wide, "4 dependencies in one factory",
      byHand: { for _ in 0..<$0 { consume(WideByHand.wide4()) } },
      graph: { for _ in 0..<$0 { consume(root.wide4.get()) } })
      + compare(
        .wide, "8 dependencies in one factory",
        byHand: { for _ in 0..<$0 { consume(WideByHand.wide8()) } },
        graph: { for _ in 0..<$0 { consume(root.wide8.get()) } })
      + compare(
        .wide, "16 dependencies in one factory",
        byHand: { for _ in 0..<$0 { consume(WideByHand.wide16()) } },
        graph: { for _ in 0..<$0 { consume(root.wide16.get()) } })
  }

  private static func compare(
    _ row: Row, _ what: String, byHand: Comparison.Work, graph: Comparison.Work
  ) -> [Figure] {
    let comparison = Comparison(reference: byHand, subject: graph)
    return [
      row.figure("\(what), by hand = 1", .ratio, reach: 2, comparison.ratio),
      row.figure("… by hand", .nanoseconds, comparison.reference),
      row.figure("… from the graph", .nanoseconds, comparison.subject),
    ]
  }
}
