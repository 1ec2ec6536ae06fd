/// How messages name a service.
package enum ServiceTitle {
  /// The key of a service with its plugin, if that is known and the key does not have it.
  package static func text(_ service: String, of plugin: String?) -> String {
    guard let plugin, !service.contains(plugin) else { return service }
    return "\(service) of \(plugin)"
  }
}
