import CleanseSupport

/// How many descriptors a process can have open: the supervisor has some for each worker. Workers get the limit that there was
/// before, since a plugin may use functions that can't handle larger numbers, such as select(2).
struct DescriptorLimit {
  /// What the supervisor itself needs, and how many it has for each worker and its listening socket; twice as many while a reload
  /// replaces all.
  private static let (own, each): (Int, Int) = (256, 16)

  /// The soft limit before it was raised; nil if it was not.
  private(set) var earlier: rlim_t?

  /// - Parameter earlier: The soft limit before another program has raised it; nil if none has.
  init(earlier: UInt64? = nil) {
    self.earlier = earlier.map(rlim_t.init)
  }

  /// Raises the limit of this process, as far as it may, if so many workers need that.
  mutating func makeRoom(forWorkers count: Int) {
    var limit = rlimit()
    let needed = rlim_t(Self.own + count * Self.each)
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < needed
    else { return }
    let soft = limit.rlim_cur
    limit.rlim_cur = min(needed, limit.rlim_max)
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    earlier = earlier ?? soft
  }

  /// Sets this process, a worker, back to the limit that there was before.
  func restore() {
    var limit = rlimit()
    guard let earlier, unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    else { return }
    limit.rlim_cur = earlier
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
