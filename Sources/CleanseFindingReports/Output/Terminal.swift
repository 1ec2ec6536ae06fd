import CleanseSupport

/// The display capabilities of a stream: the line width, and whether colours are shown.
package struct Terminal: Hashable, Sendable {
  /// The number of columns; nil if lines may have any length, as in a pipe.
  package var width: Int?
  /// Whether colours are shown.
  package var hasColor: Bool

  /// Whether the stream is a terminal, rather than a file or a pipe.
  package var isTerminal: Bool { width != nil }

  /// A file or a pipe: lines of any length, no colours.
  package static let none = Terminal(width: nil, hasColor: false)

  package init(width: Int?, hasColor: Bool) {
    self.width = width
    self.hasColor = hasColor
  }

  /// Determines the capabilities of the stream of a descriptor.
  ///
  /// The width is that of the terminal, else `COLUMNS`, else 80. `NO_COLOR` (no-color.org: present and not
  /// empty) and `TERM=dumb` turn colours off.
  package init(descriptor: Int32, environment: [String: String]) {
    guard isatty(descriptor) == 1 else {
      self = .none
      return
    }
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    self.init(columns: isKnown ? Int(size.ws_col) : nil, environment: environment)
  }

  /// A terminal with a number of columns; nil if it does not report one.
  init(columns: Int?, environment: [String: String]) {
    let named = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    width = columns ?? named ?? 80
    hasColor = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// Returns the text in a style if the terminal shows styles.
  package func styled(_ text: String, _ style: Style?) -> String {
    guard hasColor, let style else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}

/// A text style: a parameter of Select Graphic Rendition (ECMA-48, 8.3.117).
package enum Style: Int, Sendable {
  case bold = 1
  case dim = 2
  case red = 31
  case green = 32
  case yellow = 33
}
