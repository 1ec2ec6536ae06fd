import FoundationEssentials
import Measuring

/// Functions of plugins in C, called through the graph, against bare calls through libffi.
enum ForeignRow {
  private static let folder = ".build/bench/foreign-plugins"
  private static let processes = 11

  static func foreign() throws -> [Figure] {
    for plugin in ["calls", "signatures"] {
      _ = try Process.output(
        of: "mkdir -p \(folder) && cc -O2 -shared -fPIC -I Sources/CCleansePlugin/include "
          + "-o \(folder)/\(plugin).so Benchmarks/ForeignPlugins/\(plugin).c")
    }
    let comparisons = try measure("calls", [String: Comparison].self)
    func compare(
      _ name: String, _ what: String, reach: Double? = nil, calls: Double = 1
    ) -> [Figure] {
      guard let comparison = comparisons[name] else { return [] }
      return [
        Row.foreign.figure(what, .ratio, reach: reach, comparison.ratio),
        Row.foreign.figure("… that", .nanoseconds, comparison.reference.scaled(by: 1 / calls)),
        Row.foreign.figure("… this", .nanoseconds, comparison.subject.scaled(by: 1 / calls)),
      ]
    }
    // What a name costs is spent at its first use in a process.
    let registrations = try (0..<processes).map { _ in try measure("signatures", Double.self) }
    return compare(
      "area", "C factory with 2 scalars from the graph, bare ffi_call = 1", reach: 1.5)
      + compare("mixed", "C factory with 16 mixed scalars, likewise", reach: 1.5)
      + compare("areaOfMade", "C factory with a shared and an unshared scalar, likewise")
      + compare(
        "total", "provider of a value called from C, bare closure of libffi = 1", reach: 2,
        calls: 1_000)
      + compare(
        "totalOfMade", "provider of an unshared number, likewise", reach: 2, calls: 1_000)
      + compare("totalOfShared", "provider of a shared number, likewise", calls: 1_000)
      + compare("settled", "shared number of C in Swift, one of Swift = 1", reach: 1.1)
      + compare("label", "shared string of C in Swift, one of Swift = 1", reach: 1.1)
      + [
        Row.foreign.figure(
          "register 10,000 functions of C, each", .microseconds, reach: 5,
          Summary(registrations).scaled(by: 1e-3))
      ]
  }

  /// What the program prints that shares the framework with the plugin.
  private static func measure<Result: Decodable>(
    _ plugin: String, _ type: Result.Type
  ) throws -> Result {
    let output = try Process.output(
      of: ".build/release/call-plugins \(plugin) \(folder)/\(plugin).so")
    return try JSONDecoder().decode(type, from: Data(output.utf8))
  }
}
