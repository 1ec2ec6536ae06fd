import CCleanseSupervision
import CleanseSupport

/// The address and the options of a listening socket, as they were before a worker had it.
///
/// Workers share the socket itself, not only what it is bound to: what a plugin changes there stays changed for the workers that
/// follow.
struct SocketCondition: Equatable {
  private struct Option: Equatable {
    let level: Int32
    let name: Int32
    let value: [UInt8]
  }

  /// The longest value is the name of a congestion control. (TCP_CA_NAME_MAX.)
  private static let longestValue = 16

  private let address: [UInt8]
  private let options: [Option]

  init(of descriptor: Int32) {
    address = Self.address(of: descriptor)
    options = Self.names.compactMap { level, name in
      Self.value(level, name, of: descriptor).map { Option(level: level, name: name, value: $0) }
    }
  }

  /// Sets what was changed back, unless the socket is damaged.
  ///
  /// - Returns: Whether the socket is as it was.
  func restore(_ descriptor: Int32) -> Bool {
    // All the flags, so also without O_ASYNC.
    guard isIntact(descriptor), fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0,
      csupervision_detach_filter(descriptor) == 0
    else { return false }
    return options.allSatisfy { Self.restore($0, of: descriptor) }
  }

  /// Whether the socket listens at its address. What is different then can't be set back.
  func isIntact(_ descriptor: Int32) -> Bool {
    // A local socket that was shut down remains one that listens.
    let isShut = Int16(POLLHUP | POLLERR | POLLNVAL) | Self.receivesNoMore
    var polled = pollfd(fd: descriptor, events: Self.receivesNoMore, revents: 0)
    guard unsafe poll(&polled, 1, 0) >= 0, polled.revents & isShut == 0 else { return false }
    return Descriptors.isListening(descriptor) && Self.address(of: descriptor) == address
  }

  /// POLLRDHUP of poll(2).
  private static let receivesNoMore: Int16 = 0x2000

  private static func restore(_ option: Option, of descriptor: Int32) -> Bool {
    func isRestored() -> Bool {
      value(option.level, option.name, of: descriptor) == option.value
    }
    if isRestored() { return true }
    unsafe setsockopt(
      descriptor, option.level, option.name, option.value, socklen_t(option.value.count))
    return isRestored()
  }

  private static var names: [(level: Int32, name: Int32)] {
    var names: [(level: Int32, name: Int32)] = []
    var (level, name): (Int32, Int32) = (0, 0)
    while unsafe csupervision_socket_option(Int32(names.count), &level, &name) == 0 {
      names.append((level, name))
    }
    return names
  }

  /// Returns nil for an option that a socket of this kind, or this kernel, does not have.
  private static func value(_ level: Int32, _ name: Int32, of descriptor: Int32) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: longestValue)
    var size = socklen_t(longestValue)
    guard unsafe getsockopt(descriptor, level, name, &value, &size) == 0 else { return nil }
    return Array(value.prefix(Int(size)))
  }

  private static func address(of descriptor: Int32) -> [UInt8] {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      guard let base = bytes.baseAddress,
        unsafe getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &size) == 0
      else { return [] }
      return unsafe Array(bytes.prefix(Int(size)))
    }
  }
}
