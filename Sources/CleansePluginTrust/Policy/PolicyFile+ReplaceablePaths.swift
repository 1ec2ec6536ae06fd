import CleansePluginMetadata
import CleanseSupport

extension PolicyFile {
  /// Paths of one member.
  private struct Paths {
    let field: String
    let line: Int?
    let paths: Set<FilePath>
  }

  /// Refuses paths below what may be written, by whichever member: all plugins can be in one process, and a link that one process
  /// has created leads the next one elsewhere.
  ///
  /// - Throws: A `ManifestError` with the member and its line.
  func checkReplaceablePaths() throws(ManifestError) {
    let writable = writablePaths
    for list in writable + otherPaths {
      let directories = Set(writable.flatMap(\.paths))
      if let found = ReplaceablePath(of: list.paths, below: directories) {
        throw ManifestError(field: list.field, message: "\(found)", line: list.line)
      }
    }
  }

  private var writablePaths: [Paths] {
    accesses.map {
      Paths(field: "\($0).write", line: $1.line(of: "write"), paths: $1.access.writable)
    }
      + permitted("write", \.access.writable)
  }

  private var otherPaths: [Paths] {
    accesses.map {
      Paths(field: "\($0).read", line: $1.line(of: "read"), paths: $1.access.readable)
    }
      + permitted("read", \.access.readable) + permitted("exec", \.executable)
  }

  /// What plugins may do while they are checked, with the names of the members.
  private var accesses: [(member: String, access: Access)] {
    let single = pluginGrants.sorted { $0.key < $1.key }
      .map { (member: "plugins.\($0.printable).sandbox", access: $1.value) }
    return (grants.map { [(member: "sandbox", access: $0)] } ?? []) + single
  }

  /// Of the processes that run plugins, also of islands.
  private func permitted(_ member: String, _ paths: (Permissions) -> Set<FilePath>) -> [Paths] {
    let all = permissions.map {
      Paths(field: "permissions.\(member)", line: $0.line, paths: paths($0.value))
    }
    let single = islands.sorted { $0.key < $1.key }.compactMap { name, island in
      island.value.permissions.map {
        Paths(
          field: "islands.\(name.printable).permissions.\(member)", line: island.line,
          paths: paths($0))
      }
    }
    return [all].compactMap(\.self) + single
  }
}
