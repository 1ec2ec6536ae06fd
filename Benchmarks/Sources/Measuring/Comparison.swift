import Glibc

/// Two ways to do the same, measured in turns until the ratio of their times is stable.
///
/// Each repetition measures both, one right after the other and with a changing one first, so that
/// what slows the machine down for a while slows down both.
package struct Comparison: Codable {
  /// Does the work so many times.
  package typealias Work = (_ times: Int) -> Void

  private static let sampleTime = 2_000_000.0
  private static let mostRepetitions = 1_001

  /// The second's time by the first's.
  package let ratio: Summary
  /// Nanoseconds each.
  package let reference: Summary
  /// Nanoseconds each.
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

  /// The time of one, in nanoseconds.
  static func time(_ work: Work, _ times: Int) -> Double {
    let start = nanoseconds()
    work(times)
    return Double(nanoseconds() - start) / Double(times)
  }

  private static func timesASample(_ work: Work) -> Int {
    var times = 1
    while true {
      let each = time(work, times)
      if each * Double(times) > sampleTime / 4 { return max(1, Int(sampleTime / each)) }
      times *= 4
    }
  }
}

/// A monotonic clock.
package func nanoseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000_000 + now.tv_nsec
}
