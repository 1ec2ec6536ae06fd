import CCleanseSupervision

/// File systems whose files can change without an event of inotify(7), because another machine changes them.
package enum RemoteFileSystem {
  /// The name of the file system of a path; nil for a local one, or if it is not known.
  package static func name(of path: String) -> String? {
    name(ofType: UInt32(truncatingIfNeeded: unsafe csupervision_file_system(path)))
  }

  /// The name of a file system by its number.
  static func name(ofType number: UInt32) -> String? {
    names[number]
  }

  /// By the numbers of statfs(2) and of linux/magic.h. What FUSE mounts is often on another machine.
  private static let names: [UInt32: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB", 0x0102_1997: "9P",
    0x6573_5546: "FUSE", 0x5346_414F: "AFS", 0x00C3_6400: "Ceph", 0x0BD0_0BD0: "Lustre",
    0x7375_7245: "Coda", 0x786F_4256: "a shared folder of VirtualBox",
  ]
}
