public import CleansePluginMetadata
import CleanseSupport

extension Permissions {
  /// Confines this process and all that it starts: what the permissions don't list fails from now on with `EPERM`, `EACCES` or
  /// `ENOSYS`. It can't be undone.
  ///
  /// Call it at the beginning of `main`, before anything that starts a task or a thread, and before plugins are loaded: a
  /// confinement applies to the calling thread and those that it starts. A probe has to be started before. Its processes
  /// are not confined by these permissions, as each is in its own sandbox. They end before plugins are loaded through it.
  /// Without a process that answers for it, the process can also read what `/proc` shows every user of other processes, such as
  /// their command lines: libdispatch reads the states of its threads there.
  ///
  /// ```swift
  /// let probe = try PluginProbe.start(for: EditorComponent.self)
  /// let access = try SystemAccess(reading: ["/srv/words"], writing: ["/var/lib/editor"])
  /// try Permissions(access).apply(readingPluginsIn: ["/usr/lib/editor/plugins"], probe: probe)
  /// ```
  ///
  /// - Parameters:
  ///   - directories: The plugin directories, which it may read.
  ///   - probe: The probe that this process goes on to use.
  /// - Throws: If a path lies below one that may be written, if this process has other threads, or if the system can't enforce
  ///   all of the permissions, before it is confined; and if the system fails, after which it may be confined in part.
  public func apply(
    readingPluginsIn directories: [String] = [], probe: PluginProbe? = nil
  ) throws(PermissionsError) {
    if let found = replaceablePath {
      throw PermissionsError(description: "the list of permissions \(found)")
    }
    do throws(PluginProbeError) {
      try probe?.prepareForConfinement()
    } catch {
      throw PermissionsError(description: error.description)
    }
    try RunSandbox(self, readingPluginsIn: directories.map { FilePath($0) }).enter()
  }
}
