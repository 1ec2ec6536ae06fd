import Cleanse
import Measuring
import ThousandBindings

/// From declarations to a factory that can build.
enum LinkRows {
  private static let processes = 15

  static func link() throws -> [Figure] {
    let probes = try (0..<processes).map { _ in try Process.probe("thousand") }
    return [
      Row.link.figure(
        "record, validate and link 1,000 bindings, each", .microseconds, reach: 10,
        Summary(probes.map { $0[0] / 1_000 })),
      Row.link.figure(
        "… for the second time in a process", .microseconds, Summary(probes.map { $0[1] / 1_000 })),
      Row.link.figure(
        "… without validation, in a new process", .microseconds,
        Summary(try (0..<processes).map { _ in try Process.probe("unvalidated")[0] / 1_000 })),
    ]
  }

  static func growth() throws -> [Figure] {
    var times: [Int: [Double]] = [:]
    for _ in 0..<7 {
      for count in [1_000, 10_000, 100_000] {
        times[count, default: []].append(try Process.probe("layered \(count)")[0])
      }
    }
    func ratio(_ count: Int) -> Summary {
      Summary(zip(times[count * 10] ?? [], times[count] ?? []).map { $0 * 10 / $1 })
    }
    return [
      Row.growth.figure("10,000 bindings, time for 1,000 = 1", .ratio, reach: 11, ratio(1_000)),
      Row.growth.figure("100,000 bindings, time for 10,000 = 1", .ratio, reach: 11, ratio(10_000)),
    ]
      + times.keys.sorted().map { count in
        Row.growth.figure(
          "… \(count) bindings, each", .microseconds,
          Summary((times[count] ?? []).map { $0 / 1_000 }))
      }
  }

  static func memory() throws -> [Figure] {
    let probes = try (0..<5).map { _ in try Process.probe("memory") }
    return [
      Row.memory.figure(
        "a linked binding, kept by the factory", .bytes, reach: 1_024,
        Summary(probes.map { $0[1] })),
      Row.memory.figure(
        "… recorded and as a graph, while it is validated", .bytes, Summary(probes.map { $0[0] })),
      Row.memory.figure(
        "the heap after a million builds, less that before", .bytes, reach: 0,
        Summary(probes.map { $0[2] })),
    ]
  }
}
