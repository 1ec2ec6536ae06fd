import CleansePluginHost
import CleanseSupport
import CleanseSupervision

extension LoadedFile {
  /// The plugins that are used, and the contracts that they get, which are libraries.
  static func all(of inspections: [PluginInspection]) -> [LoadedFile] {
    let used = inspections.filter(\.isUsable)
    return used.compactMap(LoadedFile.init) + contracts(of: used)
  }

  private init?(_ plugin: PluginInspection) {
    guard let manifest = plugin.usable?.manifest else { return nil }
    self.init(
      kind: .plugin, identifier: manifest.identifier, version: "\(manifest.version)",
      file: plugin.file.resolvedPath, digest: plugin.digest.map { "\($0)" })
  }

  private static func contracts(of plugins: [PluginInspection]) -> [LoadedFile] {
    let libraries = plugins.flatMap { $0.linkage?.libraries ?? [] }
    let digests = Dictionary(keepingFirst: libraries.map { (FilePath($0.path), $0.digest) })
    return plugins.providedContracts.map { contract in
      LoadedFile(
        kind: .contract, identifier: contract.identifier, version: "\(contract.version)",
        file: contract.file, digest: digests[FilePath(contract.file)]?.map { "\($0)" })
    }
  }
}
