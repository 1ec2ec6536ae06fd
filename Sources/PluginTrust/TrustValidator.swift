package import PluginFiles
import PluginMetadata
import CleanseGraph

/// Rejects plugins that a ``TrustPolicy`` does not let be used.
package struct TrustValidator {
  private let policy: TrustPolicy
  private let directories: [String]
  private let locked: [String: PluginLock.Entry]

  /// - Parameter directories: Where the plugins were looked for.
  package init(policy: TrustPolicy, directories: [String]) {
    self.policy = policy
    self.directories = directories
    locked = Dictionary((policy.lock?.entries ?? []).map { ($0.identifier, $0) }) { first, _ in
      first
    }
  }

  /// The same inspections in the same order, with every usable plugin that the policy refuses made a
  /// rejected one; behind them a rejection for each plugin of the lock that is not there.
  package func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    var permissions = PathPermissions()
    let checked = inspections.map { inspection in
      guard let plugin = inspection.usable else { return inspection }
      return inspection.adding(
        permissionFindings(plugin, inspection, &permissions)
          + signatureFindings(plugin, inspection) + lockFindings(plugin, inspection))
    }
    return checked + missing(from: checked)
  }

  /// The libraries that a plugin brings count, too: whoever can change one of them runs code as well. So does whoever
  /// can put one into a directory that the dynamic linker looks in first, or make one of what it passes over there.
  private func permissionFindings(
    _ plugin: PluginDescription, _ inspection: PluginInspection,
    _ permissions: inout PathPermissions
  ) -> [Diagnostic] {
    var weaknesses = permissions.weaknesses(of: inspection.file.resolvedPath)
    var seen = Set(weaknesses)
    let linkage = inspection.linkage
    for found in (linkage?.libraries ?? []).map({ permissions.weaknesses(ofLibrary: $0.path) })
      + (linkage?.unfitCandidates ?? []).map({ permissions.weaknesses(ofCandidate: $0) })
      + (linkage?.searchedDirectories ?? []).map({ permissions.weaknesses(ofSearched: $0) })
    {
      weaknesses += found.filter { seen.insert($0).inserted }
    }
    guard !weaknesses.isEmpty else { return [] }
    return [.insecure(plugin, weaknesses, severity: policy.allowsInsecure ? .warning : .error)]
  }

  /// Each library that neither the process nor the system has needs a signature of its own.
  private func signatureFindings(
    _ plugin: PluginDescription, _ inspection: PluginInspection
  ) -> [Diagnostic] {
    guard let keys = policy.trustedKeys else { return [] }
    let own = signatureFinding(
      plugin, SignedFile(path: inspection.file.resolvedPath, digest: inspection.digest), keys)
    let libraries = (inspection.linkage?.libraries ?? []).compactMap { library in
      library.digest.flatMap { digest in
        signatureFinding(
          plugin,
          SignedFile(
            path: PluginDirectory.file(at: library.path).resolvedPath, digest: digest,
            library: library.path), keys)
      }
    }
    return [own].compactMap(\.self) + libraries
  }

  private func signatureFinding(
    _ plugin: PluginDescription, _ file: SignedFile, _ keys: [VerificationKey]
  ) -> Diagnostic? {
    let signature: PluginSignature
    do throws(DocumentError) {
      signature = try PluginSignature(contentsOf: file.signaturePath)
    } catch {
      return error.isMissing
        ? .unsigned(plugin, file) : .unreadableSignature(plugin, file, error)
    }
    let named = keys.filter { $0.identifier == signature.keyIdentifier }
    guard !named.isEmpty else {
      return .foreignSignature(plugin, file, signature.keyIdentifier, trusted: keys)
    }
    guard let digest = file.digest,
      named.contains(where: { signature.isValid(for: digest, by: $0) })
    else { return .badSignature(plugin, file, signature.keyIdentifier) }
    return nil
  }

  private func lockFindings(
    _ plugin: PluginDescription, _ inspection: PluginInspection
  ) -> [Diagnostic] {
    guard policy.lock != nil else { return [] }
    guard let locked = locked[plugin.manifest.identifier],
      let found = PluginLock.Entry(inspection)
    else { return [.notLocked(plugin)] }
    let drift = locked.violations(by: found)
    return drift.isEmpty ? [] : [.lockedDrift(plugin, drift)]
  }

  /// What is locked and not there can't be told of any file that is; it is told of one that should be.
  private func missing(from inspections: [PluginInspection]) -> [PluginInspection] {
    guard let lock = policy.lock else { return [] }
    let found = Set(inspections.compactMap(\.description?.manifest.identifier))
    return lock.entries.filter { !found.contains($0.identifier) }.map { entry in
      let directory = directories.first ?? "."
      let file = PluginFile(
        path: directory.hasSuffix("/") ? directory + entry.file : "\(directory)/\(entry.file)")
      return PluginInspection(
        file: file, verdict: .rejected(nil), diagnostics: [.lockedMissing(entry)])
    }
  }
}
