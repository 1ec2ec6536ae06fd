package import CleanseConfinement
package import CleansePluginMetadata

extension Confinement {
  /// Allows an access in addition to what it allows already.
  package mutating func allow(_ access: SystemAccess) {
    readable += access.readable.sorted()
    writable += access.writable.sorted()
    connectPorts.formUnion(access.connectPorts)
    bindPorts.formUnion(access.bindPorts)
    resolvesNames = resolvesNames || access.resolvesNames
  }
}
