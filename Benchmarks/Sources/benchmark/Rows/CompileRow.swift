import BenchmarkInputs
import Glibc
import Measuring

/// The compile time of a module with a thousand bindings, compared with the same classes with plain
/// functions.
enum CompileRow {
  private static let folder = ".build/bench"
  private static let repetitions = 3

  static func compile() throws -> [Figure] {
    unsafe mkdir(folder, 0o777)
    for input in [Input.bindings, .functions] {
      guard input.write(to: path(input)) else {
        throw Process.Failure(description: "\(folder) can't be written to")
      }
    }
    return try compare("release", "-O -wmo", reach: 2.5) + compare("debug", "-Onone -g", reach: 2)
  }

  private static func compare(
    _ configuration: String, _ options: String, reach: Double
  ) throws -> [Figure] {
    var (functions, bindings): ([Double], [Double]) = ([], [])
    for _ in 0..<repetitions {
      functions.append(try time(.functions, configuration, options))
      bindings.append(try time(.bindings, configuration, options))
    }
    let what = "\(configuration) compile of 1,000 bindings"
    return [
      Row.compile.figure(
        "\(what), plain functions = 1", .ratio, reach: reach,
        Summary(zip(functions, bindings).map { $1 / $0 })),
      Row.compile.figure("… plain functions", .seconds, Summary(functions)),
      Row.compile.figure("… bindings", .seconds, Summary(bindings)),
    ]
  }

  /// Returns the compile time in seconds.
  private static func time(
    _ input: Input, _ configuration: String, _ options: String
  ) throws -> Double {
    let start = nanoseconds()
    _ = try Process.output(
      of: "swiftc -c \(options) -swift-version 6 -parse-as-library -module-name Input "
        + "-I .build/\(configuration)/Modules -o \(folder)/\(input.rawValue).o \(path(input))")
    return Double(nanoseconds() - start) * 1e-9
  }

  private static func path(_ input: Input) -> String {
    "\(folder)/\(input.rawValue).swift"
  }
}
