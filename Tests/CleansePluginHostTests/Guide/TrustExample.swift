import CleansePluginHost

/// An application that uses only trusted plugins.
enum TrustExample {
  // guide: trust
  static func plugins(
    in directory: String, lock: String, key: String, through probe: PluginProbe
  ) throws -> PluginSet {
    var trust = TrustPolicy()
    trust.lock = try PluginLock(contentsOf: lock)
    trust.trustedKeys = [try VerificationKey(contentsOf: key)]
    return try PluginHost(directories: [directory], trust: trust).load(through: probe)
  }
  // guide: end
}
