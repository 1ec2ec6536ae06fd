import CleanseSupport

/// The kind of a socket, in words with an article. (address_families(7).)
struct SocketKind: CustomStringConvertible {
  let family: Int32
  let type: Int32

  /// The type without SOCK_CLOEXEC and SOCK_NONBLOCK.
  private var isDatagram: Bool { type & 0xF == 2 }

  var description: String {
    switch family {
    case AF_UNIX: "a Unix socket"
    case AF_INET: isDatagram ? "an IPv4 socket for datagrams" : "an IPv4 socket"
    case AF_INET6: isDatagram ? "an IPv6 socket for datagrams" : "an IPv6 socket"
    case AF_NETLINK: "a netlink socket"
    case AF_PACKET: "a packet socket"
    // AF_VSOCK and AF_ALG, which the C library's module map lacks.
    case 40: "a socket to the host of this virtual machine"
    case 38: "a socket to the cryptography of the kernel"
    default: "a socket of family \(family)"
    }
  }
}
