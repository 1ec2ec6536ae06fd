import CleanseCrypto
import PluginMetadata

extension PluginLock {
  /// One field in which a plugin is not what was locked.
  public struct Drift: Hashable, Sendable, CustomStringConvertible {
    /// The path of the field in the lock's entry, as in `stamp.compiler`; of a library, `libraries` and its file.
    public let field: String
    /// What the lock has, if it has the field.
    public let locked: String?
    /// What the plugin has, if it has the field.
    public let found: String?

    fileprivate static let libraryPrefix = "libraries "
    fileprivate var isOfLibrary: Bool { field.hasPrefix(Self.libraryPrefix) }

    /// Both sides in one line.
    public var description: String {
      "\(field): the lock has \(locked ?? "none"), the plugin has \(found ?? "none")"
    }
  }

  /// What became of one plugin since it was locked.
  public enum Change: Hashable, Sendable {
    /// It was not locked.
    case came(Entry)
    /// It was locked, and there is no such plugin that can be used.
    case went(Entry)
    /// It was locked otherwise.
    case changed(Entry, [Drift])
  }

  /// What differs between this lock and what there is now, ordered by identifier.
  public func changes(to found: PluginLock) -> [Change] {
    let identifiers = Set((entries + found.entries).map(\.identifier)).sorted()
    let old = Dictionary(entries.map { ($0.identifier, $0) }) { first, _ in first }
    let new = Dictionary(found.entries.map { ($0.identifier, $0) }) { first, _ in first }
    return identifiers.compactMap { identifier in
      switch (old[identifier], new[identifier]) {
      case (let old?, let new?):
        let drift = old.drift(to: new)
        return drift.isEmpty ? nil : .changed(new, drift)
      case (let old?, nil): return .went(old)
      case (nil, let new?): return .came(new)
      case (nil, nil): return nil
      }
    }
  }
}

extension PluginLock.Entry {
  /// The fields in which a plugin is not what this entry says, in a fixed order.
  func drift(to found: PluginLock.Entry) -> [PluginLock.Drift] {
    zip(fields, found.fields).compactMap { locked, found in
      locked.value == found.value
        ? nil : PluginLock.Drift(field: locked.name, locked: locked.value, found: found.value)
    } + libraryDrift(to: found)
  }

  /// The fields in which a plugin is not what this entry lets it be: a library that it does not bring is none, as a
  /// program that has loaded it already, or another processor, needs it no more.
  func violations(by found: PluginLock.Entry) -> [PluginLock.Drift] {
    drift(to: found).filter { !($0.isOfLibrary && $0.found == nil) }
  }

  private func libraryDrift(to found: PluginLock.Entry) -> [PluginLock.Drift] {
    let (old, new) = (digests, found.digests)
    return Set(old.keys).union(new.keys).sorted().compactMap { file in
      let (locked, found) = (old[file], new[file])
      return locked == found
        ? nil
        : PluginLock.Drift(
          field: "\(PluginLock.Drift.libraryPrefix)\(file)", locked: locked?.description,
          found: found?.description)
    }
  }

  private var digests: [String: ContentDigest] {
    Dictionary(libraries.map { ($0.file, $0.digest) }) { first, _ in first }
  }

  /// Everything but the identifier, by which entries belong together.
  private var fields: [(name: String, value: String?)] {
    [
      ("version", version), ("file", file), ("digest", digest.description),
      ("stamp.abi", "\(stamp.abi)"), ("stamp.architecture", stamp.architecture),
      ("stamp.language", stamp.language), ("stamp.framework", stamp.framework),
      ("stamp.interface", stamp.interface), ("stamp.compiler", stamp.compiler),
      ("contributes", contributes.isEmpty ? nil : contributes.joined(separator: ", ")),
    ]
  }
}
