/// What a plugin has to fulfil beyond being one that works, so that a host uses it.
///
/// ```swift
/// var trust = TrustPolicy()
/// trust.lock = try PluginLock(contentsOf: "/etc/editor/plugins.lock")
/// trust.trustedKeys = [try VerificationKey(contentsOf: "/etc/editor/release.key.pub")]
/// let plugins = try PluginHost(directories: ["/usr/lib/editor/plugins"], trust: trust).load()
/// ```
///
/// What it can't do is to make a plugin harmless: one that is used has all rights of its host.
public struct TrustPolicy: Hashable, Sendable {
  /// Whether a plugin that others than root and the user can change is used, with a warning. Otherwise
  /// it is refused.
  public var allowsInsecure = false
  /// The only plugins that are used, if there is a lock: those that it names, each exactly as it was.
  public var lock: PluginLock?
  /// Whose signatures are believed. A plugin without one by any of these keys is refused; nothing if
  /// signatures don't matter.
  public var trustedKeys: [VerificationKey]?

  /// Refuses what others can change, and asks for neither a lock nor signatures.
  public init() {}
}
