import CleansePluginHost

/// An application that may do only what its permissions list.
enum PermissionsExample {
  typealias EditorComponent = CompositionExample.EditorComponent

  // guide: permissions
  static func main() throws {
    // Before the first task. The processes of the probe are not confined by the permissions.
    let probe = try PluginProbe.start(for: EditorComponent.self)
    let plugins = try confine(pluginsIn: "/usr/lib/editor/plugins", through: probe)
      .load(through: probe)
    print("\(plugins.inspections.count) plugins")
  }

  static func confine(
    pluginsIn directory: String, through probe: PluginProbe
  ) throws -> PluginHost {
    var access = try SystemAccess(reading: ["/srv/words"], writing: ["/var/lib/editor"])
    access.connectPorts = [443]
    let permissions = try Permissions(access, executing: ["/usr/bin/dot"], memory: 1 << 30)
    try permissions.apply(readingPluginsIn: [directory], probe: probe)
    return PluginHost(directories: [directory])
  }
  // guide: end
}
