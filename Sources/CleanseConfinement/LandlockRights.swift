import CCleanseConfinement

/// The rights of Landlock that a version of its interface has. (landlock(7).)
struct LandlockRights {
  let version: Int

  /// All rights to files that it can refuse. Version 1 always refuses to move files between directories.
  var handled: UInt64 {
    guard version > 0 else { return 0 }
    return (CCONFINEMENT_REFER - 1) | refer | truncate | controlDevices
  }

  var handledPorts: UInt64 {
    version >= 4 ? CCONFINEMENT_BIND_TCP | CCONFINEMENT_CONNECT_TCP : 0
  }

  var scopes: UInt64 {
    version >= 6 ? CCONFINEMENT_SCOPE_ABSTRACT_SOCKETS | CCONFINEMENT_SCOPE_SIGNALS : 0
  }

  var reading: UInt64 { CCONFINEMENT_READ_FILE | CCONFINEMENT_READ_DIR }

  /// Devices and their control are left out.
  var writing: UInt64 {
    reading | CCONFINEMENT_WRITE_FILE | truncate | refer | CCONFINEMENT_REMOVE_DIR
      | CCONFINEMENT_REMOVE_FILE | CCONFINEMENT_MAKE_DIR | CCONFINEMENT_MAKE_REG
      | CCONFINEMENT_MAKE_SOCK | CCONFINEMENT_MAKE_FIFO | CCONFINEMENT_MAKE_SYM
  }

  var executing: UInt64 { reading | CCONFINEMENT_EXECUTE }

  /// Those of them that apply to a file; a rule for a file may have no other.
  func ofFile(_ rights: UInt64) -> UInt64 {
    rights
      & (CCONFINEMENT_EXECUTE | CCONFINEMENT_WRITE_FILE | CCONFINEMENT_READ_FILE
        | CCONFINEMENT_TRUNCATE | CCONFINEMENT_IOCTL_DEV)
  }

  private var refer: UInt64 { version >= 2 ? CCONFINEMENT_REFER : 0 }
  private var truncate: UInt64 { version >= 3 ? CCONFINEMENT_TRUNCATE : 0 }
  private var controlDevices: UInt64 { version >= 5 ? CCONFINEMENT_IOCTL_DEV : 0 }
}
