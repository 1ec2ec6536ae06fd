/// The room that a status has for what the processes of one group report.
///
/// Code of plugins runs in them. Without a limit, one group could make the status so long that no client gets that of the others
/// in time.
struct StatusRoom {
  /// The number of bytes for all groups together, and for one of very many.
  private static let all = 1 << 20
  private static let least = 16 << 10
  /// The bytes that an element takes besides its texts.
  private static let elementSize = 32

  private var rest: Int
  /// Whether something was left out.
  private(set) var isExceeded = false

  /// - Parameter groups: The number of groups that share the room for all.
  init(sharedBy groups: Int = 1) { rest = max(Self.least, Self.all / max(groups, 1)) }

  /// The first elements, as far as there is room for their texts.
  mutating func fitting<Element>(
    _ elements: [Element], _ texts: (Element) -> [String?]
  ) -> [Element] {
    for (index, element) in elements.enumerated() {
      let size = texts(element).reduce(Self.elementSize) { $0 + Self.size(of: $1) }
      guard size <= rest else {
        isExceeded = true
        return Array(elements[..<index])
      }
      rest -= size
    }
    return elements
  }

  /// The first texts for which there is room.
  mutating func fitting(_ texts: [String]) -> [String] { fitting(texts) { [$0] } }

  /// The size of a text in JSON, in which a control character has six bytes.
  private static func size(of text: String?) -> Int {
    (text ?? "").utf8.reduce(0) { size, byte in
      size + (byte < 0x20 ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1)
    }
  }
}

// The parts of a status that are as long as a group wants.
extension StatusRoom {
  mutating func fitting(_ results: [HealthResult]) -> [HealthResult] {
    let fitting = fitting(results) { [$0.name, $0.error] }
    guard fitting.count < results.count else { return fitting }
    // One of the others may fail.
    return fitting + [HealthResult(name: "…", error: "there is no room for further results")]
  }

  mutating func fitting(_ services: [SupervisorStatus.Service]) -> [SupervisorStatus.Service] {
    fitting(services) { [$0.service, $0.plugin, $0.state] + ($0.waitsFor ?? []) }
  }

  mutating func fitting(_ files: [LoadedFile]) -> [LoadedFile] {
    fitting(files) { [$0.identifier, $0.version, $0.file, $0.digest] }
  }

  mutating func fitting(_ plugins: [SupervisorStatus.LeftOut]) -> [SupervisorStatus.LeftOut] {
    fitting(plugins) { [$0.plugin, $0.reason] }
  }

  mutating func fitting(_ steps: [SupervisorStatus.Step]) -> [SupervisorStatus.Step] {
    fitting(steps) { [$0.step] }
  }
}
