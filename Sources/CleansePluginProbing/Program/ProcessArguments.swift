import CCleanseProbe

/// The arguments of this process.
package enum ProcessArguments {
  /// All arguments, first the name of the program. `CommandLine` reads them from `/proc`, and has none without it.
  package static var all: [String] {
    guard CommandLine.arguments.isEmpty else { return CommandLine.arguments }
    var count: Int32 = 0
    // Safety: the C library keeps the arguments as long as the process runs, and there are as many as it says.
    guard let arguments = unsafe cprobe_arguments(&count) else { return [] }
    return (0..<Int(count)).compactMap { index in
      unsafe arguments[index].map { unsafe String(cString: $0) }
    }
  }
}
