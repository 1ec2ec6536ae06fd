import CCleanseXattr
package import CleanseSupport
import Glibc

/// The access control list of a file system entry (acl(5)): who may write it besides its owner. This is the only
/// file that reads such lists.
///
/// Layout of the attribute `system.posix_acl_access`: a version, 2, in 32 bits; then entries of a tag and permissions
/// in 16 bits each and an identifier in 32 bits, all little-endian. (Linux, `include/uapi/linux/posix_acl_xattr.h`.)
package struct AccessControlList: Hashable {
  /// The named users and groups that may write.
  private(set) var writers: [Writer] = []
  /// Whether the owning group may write.
  private(set) var groupMayWrite = false

  /// A user or group that the list names.
  enum Writer: Hashable {
    case user(UInt32)
    case group(UInt32)
  }

  private enum Tag {
    static let user: UInt16 = 2
    static let owningGroup: UInt16 = 4
    static let group: UInt16 = 8
    static let mask: UInt16 = 0x10
  }

  /// Parses the value of the attribute. Returns nil if it is malformed.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, (bytes.count - 4) % 8 == 0, bytes[..<4].elementsEqual([2, 0, 0, 0])
    else { return nil }
    let entries = stride(from: 4, to: bytes.count, by: 8).map { start in
      let word = { (offset: Int) in
        UInt16(bytes[start + offset]) | UInt16(bytes[start + offset + 1]) << 8
      }
      return (
        tag: word(0), mayWrite: word(2) & 2 != 0,
        identifier: UInt32(word(6)) << 16 | UInt32(word(4))
      )
    }
    // The mask limits all entries except those of the owner and of others.
    guard entries.allSatisfy({ $0.tag != Tag.mask || $0.mayWrite }) else { return }
    for entry in entries where entry.mayWrite {
      switch entry.tag {
      case Tag.user: writers.append(.user(entry.identifier))
      case Tag.group: writers.append(.group(entry.identifier))
      case Tag.owningGroup: groupMayWrite = true
      // The owner, the mask, and others, which the permissions include.
      default: break
      }
    }
  }

  /// What distinguishes the list of an entry from others; empty if it has none, or it can't be read.
  package static func description(of path: FilePath) -> String {
    ((try? read(path).get()) ?? nil).map { "\($0)" } ?? ""
  }

  /// Reads the list of an entry that is not a symbolic link; nil if it has none.
  static func read(_ path: FilePath) -> Result<AccessControlList?, PathStatus.Failure> {
    let value: Result<[UInt8], SystemError> = unsafe withUnsafeTemporaryAllocation(
      byteCount: sizeLimit, alignment: 1
    ) { bytes in
      let count = unsafe lgetxattr(
        path.cString, "system.posix_acl_access", bytes.baseAddress, bytes.count)
      return count < 0
        ? .failure(.last)
        : unsafe .success(Array(UnsafeRawBufferPointer(rebasing: bytes[..<count])))
    }
    do throws(SystemError) {
      guard let list = AccessControlList(try value.get()) else {
        return .failure(.init(errno: EINVAL))
      }
      return .success(list)
    } catch {
      return [ENODATA, EOPNOTSUPP].contains(error.number)
        ? .success(nil) : .failure(.init(errno: error.number))
    }
  }

  /// The kernel's maximum size of an attribute (`XATTR_SIZE_MAX`). Most files have none, so the bytes are not cleared first.
  private static let sizeLimit = 1 << 16
}
