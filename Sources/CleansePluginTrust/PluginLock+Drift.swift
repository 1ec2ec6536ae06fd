import CleanseCrypto
import CleansePluginMetadata
import CleanseSupport

extension PluginLock {
  /// A field in which a plugin differs from the lock.
  public struct Drift: Hashable, Sendable, CustomStringConvertible {
    /// The path of the field in the lock's entry, as in `stamp.compiler`; for a library, `libraries` and its file.
    public let field: String
    /// The value in the lock; nil if it lacks the field.
    public let locked: String?
    /// The value of the plugin; nil if it lacks the field.
    public let found: String?

    fileprivate static let libraryPrefix = "libraries "
    fileprivate var isOfLibrary: Bool { field.hasPrefix(Self.libraryPrefix) }

    /// Both values in one line.
    public var description: String {
      let values = [locked ?? "none", found ?? "none"].distinguished
      return "\(field): the lock has \(values[0]), the plugin has \(values[1])"
    }
  }

  /// A difference between a lock and the plugins found.
  public enum Change: Hashable, Sendable {
    /// A plugin that is not in the lock.
    case added(Entry)
    /// A locked plugin that is absent or can't be used.
    case removed(Entry)
    /// A locked plugin that has changed.
    case changed(Entry, [Drift])
  }

  /// The differences between this lock and the plugins found, ordered by identifier.
  public func changes(to found: PluginLock) -> [Change] {
    let identifiers = Set((entries + found.entries).map(\.identifier)).sorted()
    let old = Dictionary(keepingFirst: entries.map { ($0.identifier, $0) })
    let new = Dictionary(keepingFirst: found.entries.map { ($0.identifier, $0) })
    return identifiers.compactMap { identifier in
      switch (old[identifier], new[identifier]) {
      case (let old?, let new?):
        let drift = old.drift(to: new)
        return drift.isEmpty ? nil : .changed(new, drift)
      case (let old?, nil): return .removed(old)
      case (nil, let new?): return .added(new)
      case (nil, nil): return nil
      }
    }
  }
}

extension PluginLock.Entry {
  /// The fields in which a plugin differs from this entry, in a fixed order.
  func drift(to found: PluginLock.Entry) -> [PluginLock.Drift] {
    zip(fields, found.fields).compactMap { locked, found in
      // The name of the file is compared as bytes.
      locked.value.map { Array($0.utf8) } == found.value.map { Array($0.utf8) }
        ? nil : PluginLock.Drift(field: locked.name, locked: locked.value, found: found.value)
    } + libraryDrift(to: found)
  }

  /// The fields in which a plugin violates this entry. A locked library that the plugin does not need is not a
  /// violation: the program may have loaded it already, or the processor may not need it.
  func violations(by found: PluginLock.Entry) -> [PluginLock.Drift] {
    drift(to: found).filter { !($0.isOfLibrary && $0.found == nil) }
  }

  private func libraryDrift(to found: PluginLock.Entry) -> [PluginLock.Drift] {
    let (old, new) = (digests, found.digests)
    let files = Set(old.keys).union(new.keys).sorted()
    return zip(files, files.map(\.text).distinguished).compactMap { file, name in
      let (locked, found) = (old[file], new[file])
      return locked == found
        ? nil
        : PluginLock.Drift(
          field: "\(PluginLock.Drift.libraryPrefix)\(name)", locked: locked?.description,
          found: found?.description)
    }
  }

  private var digests: [FilePath: ContentDigest] {
    Dictionary(keepingFirst: libraries.map { (FilePath($0.file), $0.digest) })
  }

  /// What the plugin needs of the system.
  private var needsFields: [(name: String, value: String?)] {
    (needs ?? SystemAccess()).members.map { name, values in
      ("needs.\(name)", values.isEmpty ? nil : values.joined(separator: ", "))
    }
  }

  /// All fields except the identifier, by which entries are matched, and the libraries.
  private var fields: [(name: String, value: String?)] {
    [
      ("version", version), ("file", file), ("digest", digest.description),
      ("stamp.abi", "\(stamp.abi)"), ("stamp.architecture", stamp.architecture),
      ("stamp.language", stamp.language), ("stamp.framework", stamp.framework),
      ("stamp.frameworkABI", stamp.frameworkABI), ("stamp.interface", stamp.interface),
      ("stamp.compiler", stamp.compiler),
      ("contributes", contributes.isEmpty ? nil : contributes.joined(separator: ", ")),
    ] + needsFields
  }
}
