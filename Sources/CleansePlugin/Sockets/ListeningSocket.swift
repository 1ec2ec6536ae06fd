package import CleanseSupport
internal import CleansePluginMetadata

/// A socket that listens for connections: the value of an option of the type `socket`.
///
/// The address is a setting. `host serve` opens the socket and passes it from one worker process to the next, so no
/// connection is refused during a reload. In any other program, it is opened when it is first used.
public struct ListeningSocket: OptionElement {
  /// The address, such as `127.0.0.1:8080`, `unix:/run/web.sock` or `systemd:web`.
  public let address: String

  /// Creates a socket, for use in tests. It is opened when it is first used, as the socket of an option.
  public init(address: String) {
    self.address = address
  }

  /// Converts the value of a `socket`.
  public init?(option: OptionContent) {
    guard case .string(let address) = option.value else { return nil }
    self.address = address
  }

  /// Returns a descriptor of the socket, which belongs to the caller.
  ///
  /// The socket does not block: `accept` fails with `EAGAIN` if no connection waits, as another process may have
  /// accepted it. To stop accepting, close the descriptor; don't shut the socket down, as other processes use it.
  ///
  /// - Throws: A ``ListeningSocketError`` if the address is in use, or the system refuses it.
  public func descriptor() throws(ListeningSocketError) -> Int32 {
    do throws(SystemError) {
      return try Descriptors.duplicate(of: try SocketProvider.result(for: address).get())
    } catch {
      throw ListeningSocketError(address, error)
    }
  }
}

/// A socket can't be opened.
public struct ListeningSocketError: Error, Hashable, CustomStringConvertible {
  /// The address.
  public let address: String
  /// The reason in the words of the system.
  public let reason: String
  /// The setting that has the address; nil if it is not known.
  package let setting: SocketSetting?

  /// Creates an error, for use in tests.
  public init(address: String, reason: String) {
    (self.address, self.reason, setting) = (address, reason, nil)
  }

  init(_ address: String, _ error: SystemError) {
    self.address = address
    setting = SocketProvider.setting(of: address)
    reason =
      switch (SocketAddress(address), error.number) {
      case (.inherited?, ENOENT): "the program has got no socket of this name"
      case (.inherited?, ENOTSOCK):
        "the program has got another descriptor of this name, not a listening socket"
      case (.inherited?, EBADFD):
        "an earlier worker has damaged the socket; restart the unit that it comes from"
      default: "\(error)"
      }
  }

  /// The address, the setting that has it, and the reason in one line.
  public var description: String {
    let source = setting.flatMap { $0.location?.description ?? $0.source }
    return sentence(source.map { " (\($0))" } ?? "")
  }

  /// The same without where the address is set.
  package var message: String { sentence() }

  private func sentence(_ source: String = "") -> String {
    "can't listen at \(address)" + (setting.map { ", the value of \($0.option)\(source)" } ?? "")
      + ": \(reason)"
  }
}

/// Where the listening sockets of this process come from.
package enum SocketProvider {
  /// Returns the descriptor of an address.
  package typealias Opening = @Sendable (_ address: String) -> Result<Int32, SystemError>

  private struct State {
    var open: Opening?
    /// The settings with addresses.
    var settings: [String: SocketSetting] = [:]
    var descriptors: [String: Int32] = [:]
  }

  private static let state = TrackedMutex(State())

  /// Gets the sockets from the function from now on.
  ///
  /// - Parameter settings: The settings with the addresses, for messages.
  package static func use(_ open: @escaping Opening, for settings: [String: SocketSetting]) {
    state.withLock { ($0.open, $0.settings) = (open, settings) }
  }

  static func setting(of address: String) -> SocketSetting? {
    state.withLock { $0.settings[address] }
  }

  /// Whether another process provides the sockets, so that one can be requested before it is used.
  package static var isProvided: Bool { state.withLock { $0.open != nil } }

  /// Returns the descriptor of an address, which stays open.
  package static func descriptor(for address: String) throws(ListeningSocketError) -> Int32 {
    do throws(SystemError) {
      return try result(for: address).get()
    } catch {
      throw ListeningSocketError(address, error)
    }
  }

  static func result(for address: String) -> Result<Int32, SystemError> {
    state.withLock { state in
      if let known = state.descriptors[address] { return .success(known) }
      let opened = state.open.map { $0(address) } ?? open(address)
      state.descriptors[address] = try? opened.get()
      return opened
    }
  }

  /// Opens a socket in this process.
  private static func open(_ text: String) -> Result<Int32, SystemError> {
    guard let address = SocketAddress(text) else { return .failure(.invalid) }
    do throws(SystemError) {
      return .success(try address.listen())
    } catch {
      return .failure(error)
    }
  }
}
