import Glibc
import Measuring

/// The cost of linking fragments from any build: 10,000 of 20 bindings each, and twice as many.
enum FragmentRow {
  private static let folder = ".build/bench/fragments"
  private static let host = ".build/release/host"
  private static let count = 10_000
  private static let repetitions = 5

  static func fragments() throws -> [Figure] {
    let (single, double) = ("\(folder)/\(count)", "\(folder)/\(2 * count)")
    try write(count, to: single)
    try write(2 * count, to: double)
    // Fragments that can't be linked would be reported sooner.
    _ = try Process.output(of: "\(host) validate --strict --graph \(single)")
    _ = try Process.output(of: "\(host) validate --strict --graph \(double)")
    var (times, ratios, sizes): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<repetitions {
      let run = try Process.run([host, "validate", "--graph", single])
      let twice = try Process.run([host, "validate", "--graph", double])
      times.append(run.seconds)
      ratios.append(twice.seconds / run.seconds)
      sizes.append(run.peakMegabytes)
    }
    let row = Row.fragments
    return [
      row.figure("validate \(count) fragments of 20 bindings", .seconds, reach: 5, Summary(times)),
      row.figure("… memory at most", .megabytes, reach: 2048, Summary(sizes)),
      row.figure("twice as many, of these = 1", .ratio, reach: 2.2, Summary(ratios)),
    ]
  }

  private static func write(_ count: Int, to directory: String) throws {
    _ = try Process.output(of: "rm -rf \(directory) && mkdir -p \(directory)")
    for number in 0..<count {
      let path = "\(directory)/org.bench.plugin\(number).json"
      guard let stream = unsafe fopen(path, "w") else {
        throw Process.Failure(description: "\(path) can't be written to")
      }
      unsafe fputs(FragmentSource.text(number), stream)
      unsafe fclose(stream)
    }
  }
}
