/// The median and the quartiles of repeated measurements.
package struct Summary: Codable {
  package let median: Double
  /// The lower quartile.
  package let low: Double
  /// The upper quartile.
  package let high: Double
  package let repetitions: Int

  package init(_ values: [Double]) {
    let sorted = values.sorted()
    func quantile(_ part: Double) -> Double {
      guard let last = sorted.last else { return .nan }
      let position = part * Double(sorted.count - 1)
      let below = sorted[Int(position)]
      let above = Int(position) + 1 < sorted.count ? sorted[Int(position) + 1] : last
      return below + (above - below) * (position - position.rounded(.down))
    }
    median = quantile(0.5)
    low = quantile(0.25)
    high = quantile(0.75)
    repetitions = values.count
  }

  /// Whether more repetitions would hardly change the median: its standard error, estimated from
  /// the quartiles as for a normal distribution (1.25 × 0.74 × the distance, over the root of the
  /// number), is at most half a percent.
  package var isStable: Bool {
    repetitions >= 21
      && 0.93 * (high - low) / Double(repetitions).squareRoot() <= 0.005 * median
  }
}

extension Summary {
  /// Returns the summary in another unit.
  package func scaled(by factor: Double) -> Summary {
    Summary(
      median: median * factor, low: low * factor, high: high * factor, repetitions: repetitions)
  }

  private init(median: Double, low: Double, high: Double, repetitions: Int) {
    self.median = median
    self.low = low
    self.high = high
    self.repetitions = repetitions
  }
}
