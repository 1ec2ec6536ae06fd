internal import Glibc

/// Runs a program and collects what it prints.
enum ChildProcess {
  /// The standard output of a program that has ended with status 0.
  ///
  /// The program inherits the standard error and reads nothing.
  static func output(of path: String, arguments: [String]) throws(ToolError) -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure(path, errno) }
    let child: pid_t
    do throws(ToolError) {
      defer { close(ends[1]) }
      child = try spawn(path, arguments: arguments, pipe: ends)
    } catch {
      close(ends[0])
      throw error
    }
    let bytes = readAll(ends[0])
    close(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      guard errno == EINTR else { throw failure(path, errno) }
    }
    guard status == 0 else {
      throw ToolError(path: path, message: "failed with wait status \(status)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func spawn(
    _ path: String, arguments: [String], pipe ends: [Int32]
  ) throws(ToolError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    for end in ends where end != STDOUT_FILENO {
      posix_spawn_file_actions_addclose(&actions, end)
    }
    var vector = ([path] + arguments).map { strdup($0) }
    defer { vector.forEach { free($0) } }
    vector.append(nil)
    var child: pid_t = 0
    let status = posix_spawn(&child, path, &actions, nil, vector, environ)
    guard status == 0 else { throw failure(path, status) }
    return child
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        return bytes
      }
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> ToolError {
    ToolError(path: path, message: "can't be run: \(String(cString: strerror(number)))")
  }
}
