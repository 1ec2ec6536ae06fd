/// The answer to a request over HTTP.
struct MonitorReply: Equatable {
  /// The status of HTTP.
  let status: UInt32
  let mediaType: String
  /// The methods that are allowed; nil unless another one was used.
  var allow: String?
  let body: String

  private static let plain = "text/plain; charset=utf-8"
  private static let methods = ["GET", "HEAD"]
  private static let metrics = "/metrics"
  /// The paths of Kubernetes for its own probes.
  private static let probes: [String: StatusProbe] = [
    "/livez": .live, "/readyz": .ready, "/startupz": .started,
  ]

  /// - Parameters:
  ///   - resource: The path of the URL, without a query.
  ///   - accept: The media types that the client accepts; nil for any.
  ///   - currentStatus: Returns the status of the host; nil if the supervisor does not answer.
  init(
    method: String, resource: String, accept: String?, _ currentStatus: () -> SupervisorStatus?
  ) {
    let probe = Self.probes[resource]
    guard probe != nil || resource == Self.metrics else {
      self = Self.text(404, "not found")
      return
    }
    guard Self.methods.contains(method) else {
      self = Self.text(405, "method not allowed")
      allow = Self.methods.joined(separator: ", ")
      return
    }
    guard let status = currentStatus() else {
      self = Self.text(503, "the supervisor does not answer")
      return
    }
    if let probe {
      self = Self.text(status.failure(of: probe) == nil ? 200 : 503, status.line(of: probe))
    } else {
      let format = Self.format(accept ?? "")
      self.init(status: 200, mediaType: format.mediaType, body: status.metrics(in: format))
    }
  }

  private init(status: UInt32, mediaType: String, body: String) {
    (self.status, self.mediaType, self.body) = (status, mediaType, body)
  }

  private static func text(_ status: UInt32, _ line: String) -> MonitorReply {
    MonitorReply(status: status, mediaType: plain, body: line + "\n")
  }

  /// OpenMetrics for those that name it, as Prometheus does.
  private static func format(_ accept: String) -> MetricText.Format {
    // Not a path: media types with parameters. (RFC 9110, 12.5.1.)
    let types = accept.lowercased().split(separator: ",").map { type in
      type.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
    }
    let isAccepted = types.contains { type in
      type.first == "application/openmetrics-text"
        && !type.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
    }
    return isAccepted ? .openMetrics : .prometheus
  }
}
