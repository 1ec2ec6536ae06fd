/// The disturbance of the hosts in a round.
enum Disturbance: String, CaseIterable {
  /// Twenty hosts run at once with one cache.
  case crowd
  /// Hosts, fork servers and probe processes are killed.
  case kills
  /// Files are replaced, removed, added and truncated while hosts read them.
  case churn
  /// Hosts run with low resource limits.
  case limits
  /// Standard streams are closed, or writes to them fail.
  case streams
  /// The cache has no space on the disk.
  case fullDisk = "full disk"
  /// Plugins fail at the end of `host run`, which may be killed.
  case endings

  /// Whether the disturbance may affect a plugin's outcome, so that only the quiet run after it has to be
  /// right.
  var explainsRejections: Bool {
    switch self {
    case .kills, .limits: true
    case .crowd, .churn, .streams, .fullDisk, .endings: false
    }
  }
}
