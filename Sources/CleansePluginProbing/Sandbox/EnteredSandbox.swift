import CleanseConfinement

/// What a process says about itself when it has entered a ``RunSandbox``, before it runs code of plugins.
struct EnteredSandbox: Codable {
  let confinement: Confinement
  /// The addresses of the sockets that the settings have it listen at, which another process opens for it.
  let addresses: Set<String>
}
