import Glibc
import Measuring

/// Runs of other processes until they exit.
enum Process {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The path of this program.
  static var own: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &path, path.count - 1)
    return String(
      decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Runs a command and returns its standard output.
  ///
  /// - Parameter command: A shell command.
  static func output(of command: String) throws -> String {
    guard let pipe = unsafe popen(command, "r") else {
      throw Failure(description: "no process could be started")
    }
    var output = ""
    var buffer = [CChar](repeating: 0, count: 4_096)
    while unsafe fgets(&buffer, Int32(buffer.count), pipe) != nil {
      let line = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      output += String(decoding: line, as: UTF8.self)
    }
    guard unsafe pclose(pipe) == 0 else { throw Failure(description: "failed: \(command)") }
    return output
  }

  /// Runs a program until it exits with any status, and discards its output.
  static func run(_ words: [String]) throws -> (seconds: Double, peakMegabytes: Double) {
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let start = nanoseconds()
    var process: pid_t = 0
    guard unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw Failure(description: "\(words[0]) can't be started")
    }
    var usage = rusage()
    guard unsafe wait4(process, nil, 0, &usage) == process else {
      throw Failure(description: "\(words[0]) is lost")
    }
    // The system counts in kilobytes.
    return (Double(nanoseconds() - start) * 1e-9, Double(usage.ru_maxrss) / 1024)
  }

  /// Returns the numbers that a probe prints in a separate process: most of the cost of a type arises at its
  /// first use in a process.
  static func probe(_ arguments: String) throws -> [Double] {
    try output(of: "'\(own)' --probe \(arguments)").split { $0.isWhitespace }.compactMap {
      Double($0)
    }
  }
}
