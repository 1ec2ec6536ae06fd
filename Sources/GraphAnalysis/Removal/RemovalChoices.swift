import CleanseGraph

/// What a finding says of the plugins that can be blamed for it.
struct RemovalChoices {
  /// The plugins, in the order in which the finding tells them; at least one of them has to go. Empty
  /// where the finding stays, whichever go.
  let plugins: [String]
  /// Whether it is sure that one of them has to go. A validator may have looked at anything, so of
  /// most findings nobody knows whom else they would go with.
  let isSure: Bool
  /// Those whose absence is likely to mend it.
  let likely: [String]

  /// To take plugins away makes no binding of others that was not there. So what is asked for in vain
  /// stays so until nobody asks, a ring stays as long as its hops do, and rivals stay rivals.
  init(_ finding: Diagnostic) {
    let asking = [finding.provenance?.origin].compactMap { $0 }
    let noted = finding.notes.compactMap { $0.provenance?.origin }
    var seen: Set<String> = []
    switch finding.code {
    case .missingBinding where finding.subject?.binding != nil, .overrideWithoutTarget:
      (plugins, isSure, likely) = (asking, true, asking)
    case .duplicateBinding, .duplicateEntry, .overrideConflict:
      plugins = (asking + noted).filter { seen.insert($0).inserted }
      isSure = true
      // One may stay, unless the application is a rival, too.
      let hasApplication = finding.notes.contains { $0.provenance?.origin == nil }
      likely = hasApplication ? plugins : Array(plugins.dropFirst())
    case .dependencyCycle:
      plugins = (asking + noted).filter { seen.insert($0).inserted }
      isSure = true
      likely = plugins.suffix(1)
    default:
      plugins = (asking + noted).filter { seen.insert($0).inserted }
      isSure = false
      likely = plugins.prefix(1) + []
    }
  }
}
