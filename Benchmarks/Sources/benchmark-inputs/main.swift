import BenchmarkInputs
import Glibc

/// Prints an error.
func report(_ text: String) {
  let line = text + "\n"
  _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
}

// benchmark-inputs NAME FILE: writes the input of that name.
guard CommandLine.arguments.count == 3, let input = Input(rawValue: CommandLine.arguments[1]) else {
  let names = Input.allCases.map(\.rawValue).joined(separator: "|")
  report("usage: benchmark-inputs \(names) FILE")
  exit(2)
}
guard input.write(to: CommandLine.arguments[2]) else {
  unsafe perror(CommandLine.arguments[2])
  exit(1)
}
