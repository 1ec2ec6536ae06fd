/// How the framework starts and stops a service, and what it does when the service ends by itself.
public struct ServiceSettings: Hashable, Sendable {
  /// What happens when a service ends although nothing has stopped it, with or without an error.
  public enum Ending: String, Hashable, Sendable, Codable {
    /// All services of the component instance are stopped, and the error of the service is thrown.
    case stopAll = "stop-all"
    /// The service is stopped and started again, after a delay that doubles with each attempt: from a tenth of a second
    /// to 30 seconds.
    case restart
    /// The end is only reported.
    case ignore
  }

  /// How long the service may take until it is ready. A service that takes longer has failed to start.
  public package(set) var startDeadline: Duration
  /// How long the service may take to stop. A service that takes longer is abandoned.
  public package(set) var stopDeadline: Duration
  /// What happens when the service ends by itself.
  public package(set) var ending: Ending

  /// Creates settings. Deadlines of more than 999,999,999 seconds are reduced to that.
  public init(
    startDeadline: Duration = .seconds(30), stopDeadline: Duration = .seconds(30),
    ending: Ending = .stopAll
  ) {
    self.startDeadline = Self.clamped(startDeadline)
    self.stopDeadline = Self.clamped(stopDeadline)
    self.ending = ending
  }

  private static func clamped(_ deadline: Duration) -> Duration {
    max(.zero, min(deadline, .seconds(longest)))
  }

  /// The longest deadline in seconds, about thirty years.
  private static let longest = 999_999_999.0
}

extension ServiceSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case startDeadline, stopDeadline, ending
  }

  /// Reads settings; the deadlines are in seconds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func duration(_ key: CodingKeys) throws -> Duration {
      let seconds = try container.decode(Double.self, forKey: key)
      guard seconds >= 0, seconds <= 999_999_999 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "\(seconds) s is not a deadline")
      }
      return .seconds(seconds)
    }
    self.init(
      startDeadline: try duration(.startDeadline), stopDeadline: try duration(.stopDeadline),
      ending: try container.decode(Ending.self, forKey: .ending))
  }

  /// Writes settings; the deadlines are in seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(startDeadline / .seconds(1), forKey: .startDeadline)
    try container.encode(stopDeadline / .seconds(1), forKey: .stopDeadline)
    try container.encode(ending, forKey: .ending)
  }
}
