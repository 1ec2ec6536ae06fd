import Glibc

/// The three standard streams of the process.
///
/// They are prepared before anything else. Then ``OutputGuard`` separates the output of the program from that of plugins, and
/// a ``FileDescriptorSink`` for each stream writes it. ``TextTable``, ``Markdown`` and ``JSONTree`` are the forms of results.
enum StandardStreams {
  /// Prepares the process: writing to a closed pipe becomes an error instead of a signal, and none of the
  /// three descriptors stays free for a file that is opened later.
  ///
  /// A closed descriptor is opened with the opposite access mode, so that using it still fails.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is this one, since the lower ones are open.
      _ = unsafe open("/dev/null", mode)
    }
  }
}
