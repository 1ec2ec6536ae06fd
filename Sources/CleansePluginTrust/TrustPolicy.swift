/// The requirements that a working plugin has to meet, so that a host uses it.
///
/// ```swift
/// var trust = TrustPolicy()
/// trust.lock = try PluginLock(contentsOf: "/etc/editor/plugins.lock")
/// trust.trustedKeys = [try VerificationKey(contentsOf: "/etc/editor/release.key.pub")]
/// let plugins = try PluginHost(directories: ["/usr/lib/editor/plugins"], trust: trust)
///   .load(for: EditorComponent.self)
/// ```
///
/// A policy can't make a plugin harmless: a plugin that is used has all privileges of its host.
public struct TrustPolicy: Hashable, Sendable {
  /// Whether a plugin that users other than root and the current user can change is used, with a warning.
  /// Otherwise it is rejected.
  public var allowsInsecure = false
  /// The lock. Only plugins that match it are used; nil to accept any plugins.
  public var lock: PluginLock?
  /// The command that writes the lock again, as a shell takes it; for the fixes of findings.
  package var lockCommand = "host lock"
  /// The trusted keys. A plugin without a signature by one of them is rejected; nil to ignore signatures.
  public var trustedKeys: [VerificationKey]?

  /// Whether a Swift plugin is used, with a warning, that a compiler of the same major and minor version but of another
  /// patch level built. Otherwise it is rejected: Swift promises no stable binary interface on Linux.
  public var allowsSimilarCompiler = false

  /// Whether it compares digests, which have to be those of the bytes that were inspected.
  package var needsDigests: Bool { lock != nil || trustedKeys != nil }

  /// Creates a policy that rejects plugins that other users can change, and requires neither a lock nor signatures.
  public init() {}
}
