import CleansePluginHost
import CleanseSupport

/// Checks of the programs that plugins are built with. None of them has to be installed.
struct CompilerChecks {
  let search: ProgramSearch

  private static let timeLimit = Duration.seconds(10)

  var all: [DoctorCheck] {
    [
      swift, optional("cc", for: "plugins in C", package: "gcc"),
      optional("c++", for: "plugins in C++", package: "g++"),
      optional("cargo", for: "plugins in Rust", package: "cargo"),
      optional("dot", for: "pictures of the graph", package: "graphviz", argument: "-V"),
    ]
  }

  /// The compiler of Swift, which has to be that of this program.
  private var swift: DoctorCheck {
    guard let compiler = search.program("swiftc") else {
      return .ok(.compilers, "no swiftc, which only plugins in Swift need")
    }
    guard let printed = version(compiler, "--version") else {
      return .warning(.compilers, "\(compiler) does not print its version", fix: "install it again")
    }
    guard let own = ABIStamp.host.compiler, !printed.contains(own) else {
      return .ok(.compilers, "\(compiler) is the compiler of this program")
    }
    return .warning(
      .compilers,
      "\(compiler) is another compiler than that of this program, which rejects plugins in Swift that it makes",
      fix: "install \(own)")
  }

  private func optional(
    _ program: String, for purpose: String, package: String, argument: String = "--version"
  ) -> DoctorCheck {
    guard let path = search.program(program) else {
      return .ok(
        .compilers, "no \(program), which only \(purpose) need: apt-get install \(package)")
    }
    guard let printed = version(path, argument) else {
      return .warning(
        .compilers, "\(path), for \(purpose), can't be run",
        fix: "see what `\(path) \(argument)` prints, or install another: apt-get install \(package)"
      )
    }
    let line = printed.split(whereSeparator: \.isNewline).first.map(String.init) ?? program
    return .ok(.compilers, "\(line), for \(purpose)")
  }

  /// What the program prints as its version; nil if it can't be run.
  private func version(_ path: String, _ argument: String) -> String? {
    let child = ChildProgram(
      path: path, arguments: [argument], limit: Self.timeLimit, mostBytes: 1 << 16)
    guard let outcome = try? child.run(input: ""), outcome.isSuccess else { return nil }
    return String(decoding: outcome.output + outcome.errors, as: UTF8.self)
  }
}
