import Glibc

/// A comparison of two ways to do the same work, repeated until the ratio of their times is stable.
///
/// Each repetition measures both, one right after the other and in alternating order, so that a temporary
/// slowdown of the machine affects both.
package struct Comparison: Codable {
  /// Does the work the given number of times.
  package typealias Work = (_ times: Int) -> Void

  private static let sampleTime = 2_000_000.0
  private static let mostRepetitions = 1_001

  /// The time of the subject divided by that of the reference.
  package let ratio: Summary
  /// The time of one unit of work, in nanoseconds.
  package let reference: Summary
  /// The time of one unit of work, in nanoseconds.
  package let subject: Summary

  package init(reference: Work, subject: Work) {
    let times = (Self.timesASample(reference), Self.timesASample(subject))
    var (ratios, references, subjects): ([Double], [Double], [Double]) = ([], [], [])
    repeat {
      var result = (0.0, 0.0)
      if ratios.count.isMultiple(of: 2) {
        result.0 = Self.time(reference, times.0)
        result.1 = Self.time(subject, times.1)
      } else {
        result.1 = Self.time(subject, times.1)
        result.0 = Self.time(reference, times.0)
      }
      references.append(result.0)
      subjects.append(result.1)
      ratios.append(result.1 / result.0)
    } while ratios.count < Self.mostRepetitions && !Summary(ratios).isStable
    ratio = Summary(ratios)
    self.reference = Summary(references)
    self.subject = Summary(subjects)
  }

  /// Returns the time of one unit of work, in nanoseconds.
  static func time(_ work: Work, _ times: Int) -> Double {
    let start = nanoseconds()
    work(times)
    return Double(nanoseconds() - start) / Double(times)
  }

  private static func timesASample(_ work: Work) -> Int {
    var times = 1
    while true {
      // The fastest of several: one that was interrupted would end the search too early.
      let each = (0..<5).map { _ in time(work, times) }.min() ?? 0
      if each * Double(times) > sampleTime / 4 { return max(1, Int(sampleTime / each)) }
      times *= 4
    }
  }
}

/// Returns the time of a monotonic clock, in nanoseconds.
package func nanoseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000_000 + now.tv_nsec
}
