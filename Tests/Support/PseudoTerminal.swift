import Glibc

/// A pseudo-terminal for the output of a program under test.
enum PseudoTerminal {
  /// Opens a terminal of that width.
  ///
  /// - Returns: The descriptor that the test reads, and the one that the program writes to.
  static func open(columns: UInt16) throws -> (reader: Int32, writer: Int32) {
    let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
    let reader = unsafe Glibc.open("/dev/ptmx", flags)
    guard reader >= 0 else { throw FailedCall("open /dev/ptmx") }
    var locked: Int32 = 0
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(reader, setLock, &locked) == 0,
      unsafe ioctl(reader, UInt(TIOCSWINSZ), &size) == 0
    else { throw FailedCall("ioctl") }
    let writer = ioctl(reader, getPeer, flags)
    guard writer >= 0 else { throw FailedCall("TIOCGPTPEER") }
    return (reader, writer)
  }

  // TIOCSPTLCK and TIOCGPTPEER of asm-generic/ioctls.h. Swift can't import them, because the macros
  // contain a sizeof.
  private static let setLock: UInt = 0x4004_5431
  private static let getPeer: UInt = 0x5441
}
