import Glibc

/// The three streams that the program was started with.
enum StandardStreams {
  /// Prepares the process: a closed pipe becomes an error of the write instead of a signal, and
  /// none of the three descriptors is left free for a file that is opened later.
  ///
  /// A closed descriptor is opened the wrong way round, so that using it fails as it would have.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free descriptor, which is this one: the lower ones are open.
      _ = unsafe open("/dev/null", mode)
    }
  }
}
