/// The colours of plugins: told apart by those who don't see all colours as well, as they are those of
/// Okabe and Ito (jfly.uni-koeln.de/color), and none of them is the red of an error.
struct Palette {
  /// What a box is filled with.
  let fill: String
  /// What its border and its frame are drawn with.
  let border: String

  private init(_ fill: String, _ border: String) {
    self.fill = fill
    self.border = border
  }

  /// What is the application's, or nobody's.
  static let neutral = Palette("#F2F2F2", "#595959")

  private static let plugins = [
    Palette("#D6EBF8", "#0072B2"), Palette("#FCE8C0", "#B97A00"), Palette("#CDEBE1", "#00735A"),
    Palette("#F5DDEA", "#A14E7C"), Palette("#FAF6B4", "#8A8000"), Palette("#DCD6F7", "#5B4BB0"),
    Palette("#E3D5C8", "#7A5230"),
  ]

  /// The colours of the plugin at a place of a drawing's; there are seven, and they come again.
  static func ofPlugin(_ place: Int?) -> Palette {
    guard let place, place > 0 else { return neutral }
    return plugins[(place - 1) % plugins.count]
  }

  static let error = "#C00000"
  static let warning = "#B45F00"
  static let faint = "#7F7F7F"
}
