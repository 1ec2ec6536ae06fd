import CCleanseLoadedObjects

/// The files that are mapped into this process.
///
/// Linux 6.11 and later has queries of single addresses (`PROCMAP_QUERY` of proc_pid_maps(5)); before that, all of the map is
/// read, which takes as long as some hundred queries.
///
/// The device in the map may differ from that of `stat`, as with overlayfs and btrfs, so a mapping can be compared
/// only with other mappings of the same process.
struct MemoryMap {
  /// The identity of a mapped file.
  struct FileIdentity: Hashable {
    /// The numbers of the device.
    let major, minor: UInt
    let inode: UInt
  }

  private enum Source {
    case queries(descriptor: Int32)
    case text(MemoryMapText)
  }

  /// What was found, as the same addresses are looked up for many plugins.
  private final class Known {
    var identities: [UInt: FileIdentity?] = [:]
  }

  private let source: Source
  private let known = Known()

  /// - Parameter descriptor: The open `/proc/self/maps`, which has to stay open; the caller keeps ownership.
  init?(of descriptor: Int32) {
    if Self.file(at: LoadedObject.here, in: descriptor) != nil {
      source = .queries(descriptor: descriptor)
    } else if let text = MemoryMapText(reading: descriptor) {
      source = .text(text)
    } else {
      return nil
    }
  }

  /// The file that an address is mapped from, when it is looked up for the first time.
  func identity(at address: UInt) -> FileIdentity? {
    if let identity = known.identities[address] { return identity }
    let identity: FileIdentity? =
      switch source {
      case .queries(let descriptor): Self.file(at: address, in: descriptor)
      case .text(let text): text.identity(at: address)
      }
    known.identities[address] = .some(identity)
    return identity
  }

  /// The file that a loaded object is mapped from.
  func identity(of object: LoadedObject) -> FileIdentity? {
    object.addresses.first.flatMap { identity(at: $0.lowerBound) }
  }

  private static func file(at address: UInt, in descriptor: Int32) -> FileIdentity? {
    var file = cleanse_mapped_file()
    guard unsafe cleanse_find_mapped_file(descriptor, UInt64(address), &file) == 0, file.inode > 0
    else { return nil }
    return FileIdentity(
      major: UInt(file.device_major), minor: UInt(file.device_minor), inode: UInt(file.inode))
  }
}
