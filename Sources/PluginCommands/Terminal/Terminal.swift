import Glibc

/// What a stream can show: how wide a line may be and whether colours are welcome.
struct Terminal: Hashable, Sendable {
  /// How many columns a line has; nothing when lines may be of any length, as in a pipe.
  var width: Int?
  /// Whether colours are shown.
  var hasColor: Bool

  /// Whether somebody may be looking, rather than a program reading.
  var isTerminal: Bool { width != nil }

  /// A file or a pipe: lines of any length, no colours.
  static let none = Terminal(width: nil, hasColor: false)

  init(width: Int?, hasColor: Bool) {
    self.width = width
    self.hasColor = hasColor
  }

  /// What is known of the stream behind `descriptor`.
  ///
  /// The width is the terminal's own, else `COLUMNS`, else 80. `NO_COLOR` (no-color.org: present
  /// and not empty) and `TERM=dumb` forbid colours.
  init(descriptor: Int32, environment: [String: String]) {
    guard isatty(descriptor) == 1 else {
      self = .none
      return
    }
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    self.init(columns: isKnown ? Int(size.ws_col) : nil, environment: environment)
  }

  /// A terminal that says it has `columns` columns.
  init(columns: Int?, environment: [String: String]) {
    let named = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    width = columns ?? named ?? 80
    hasColor = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// The text in that style, where the terminal shows styles.
  func styled(_ text: String, _ style: Style?) -> String {
    guard hasColor, let style else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}

/// How a piece of text stands out: a parameter of Select Graphic Rendition (ECMA-48, 8.3.117).
enum Style: Int, Sendable {
  case bold = 1
  case dim = 2
  case red = 31
  case green = 32
  case yellow = 33
}
