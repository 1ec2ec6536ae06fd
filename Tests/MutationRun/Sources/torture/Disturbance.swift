/// What is done to hosts in a round.
enum Disturbance: String, CaseIterable {
  /// Twenty hosts at once with one cache.
  case crowd
  /// Hosts, fork servers and processes of the probe are killed.
  case kills
  /// Files are replaced, removed, added and cut off while hosts read them.
  case churn
  /// Little of what the system has.
  case limits
  /// Standard streams are closed, or take nothing.
  case streams
  /// The cache has no room.
  case fullDisk = "full disk"
  /// Plugins end badly in `host run`, which may be killed.
  case endings

  /// Whether the disturbance may decide on what a host says of a plugin, so that only the quiet run after
  /// it has to be right.
  var explainsRejections: Bool {
    switch self {
    case .kills, .limits: true
    case .crowd, .churn, .streams, .fullDisk, .endings: false
    }
  }
}
