// This folder checks that files are the intended ones. `TrustValidator` compares each usable plugin with a `TrustPolicy`:
// who can write its file (`PathPermissions`), whether it is in the `PluginLock`, whether a key of the policy has signed
// it (`PluginSignature`).

import CleanseGraphAnalysis
import CleanseSupport
package import CleansePluginFiles
package import CleansePluginMetadata
import CleanseGraph

/// Rejects plugins that violate a ``TrustPolicy``.
package struct TrustValidator {
  private let policy: TrustPolicy
  private let directories: [String]
  private let host: ABIStamp
  private let locked: [String: PluginLock.Entry]

  /// - Parameters:
  ///   - directories: The plugin directories.
  ///   - host: The stamp of the host.
  package init(policy: TrustPolicy, directories: [String], host: ABIStamp = .host) {
    self.policy = policy
    self.directories = directories
    self.host = host
    locked = Dictionary(keepingFirst: (policy.lock?.entries ?? []).map { ($0.identifier, $0) })
  }

  /// Returns the inspections in the same order, with every usable plugin that violates the policy rejected,
  /// followed by a rejection for each missing plugin of the lock.
  package func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    var permissions = PathPermissions()
    let checked = inspections.map { inspection in
      guard let plugin = inspection.usable else { return inspection }
      return inspection.adding(
        compilerFindings(plugin) + permissionFindings(plugin, inspection, &permissions)
          + signatureFindings(plugin, inspection) + lockFindings(plugin, inspection))
    }
    return checked + missing(from: checked)
  }

  /// The inspection has rejected a plugin of another compiler, unless the policy allows it.
  private func compilerFindings(_ plugin: PluginDescription) -> [Diagnostic] {
    guard policy.allowsSimilarCompiler, let compiler = plugin.stamp.compiler,
      let own = host.compiler, compiler != own
    else { return [] }
    return [.otherCompiler(plugin, compiler: compiler, host: own)]
  }

  /// The permissions of a plugin's libraries are checked as well, because their code also runs. So are those of the
  /// searched directories and of unfit candidates, where another user could place a library.
  private func permissionFindings(
    _ plugin: PluginDescription, _ inspection: PluginInspection,
    _ permissions: inout PathPermissions
  ) -> [Diagnostic] {
    var weaknesses = permissions.weaknesses(of: inspection.file.resolvedPath)
    var seen = Set(weaknesses)
    let linkage = inspection.linkage
    let links = permissions.weaknesses(
      ofLinksOn: FilePath(inspection.file.path), to: FilePath(inspection.file.resolvedPath))
    for found in [links]
      + (linkage?.libraries ?? []).map({ permissions.weaknesses(ofLibrary: $0.path) })
      + (linkage?.unfitCandidates ?? []).map({ permissions.weaknesses(ofCandidate: $0) })
      + (linkage?.searchedDirectories ?? []).map({ permissions.weaknesses(ofSearched: $0) })
    {
      weaknesses += found.filter { seen.insert($0).inserted }
    }
    guard !weaknesses.isEmpty else { return [] }
    return [.insecure(plugin, weaknesses, severity: policy.allowsInsecure ? .warning : .error)]
  }

  /// Each library other than those of the process and the system needs its own signature.
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
    switch SignatureOutcome(ofFile: file.path, file.digest, keys: keys) {
    case .valid: nil
    case .unsigned: .unsigned(plugin, file)
    case .unreadable(let error): .unreadableSignature(plugin, file, error)
    case .untrusted(let key): .foreignSignature(plugin, file, key, trusted: keys)
    case .invalid(let key): .badSignature(plugin, file, key)
    }
  }

  private func lockFindings(
    _ plugin: PluginDescription, _ inspection: PluginInspection
  ) -> [Diagnostic] {
    guard policy.lock != nil else { return [] }
    guard let locked = locked[plugin.manifest.identifier],
      let found = PluginLock.Entry(inspection)
    else { return [.notLocked(plugin, update: policy.lockCommand)] }
    let drift = locked.violations(by: found)
    return drift.isEmpty ? [] : [.lockedDrift(plugin, drift, update: policy.lockCommand)]
  }

  /// Rejections for the missing plugins of the lock. The finding is about the file that should exist.
  private func missing(from inspections: [PluginInspection]) -> [PluginInspection] {
    guard let lock = policy.lock else { return [] }
    let found = Set(inspections.compactMap(\.description?.manifest.identifier))
    return lock.entries.filter { !found.contains($0.identifier) }.map { entry in
      let directory = directories.first ?? "."
      let file = PluginFile(
        path: FilePath(directory).appending(entry.file).text)
      return PluginInspection(
        file: file, outcome: .rejected(nil),
        diagnostics: [.lockedMissing(entry, update: policy.lockCommand)])
    }
  }
}
