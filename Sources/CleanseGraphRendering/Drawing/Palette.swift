/// The colours of plugins. They are based on the palette of Okabe and Ito (jfly.uni-koeln.de/color), which
/// colour-blind readers can distinguish, and exclude the red of errors.
struct Palette {
  /// The fill of a box.
  let fill: String
  /// The outline of a box, and of the frame of the plugin.
  let border: String

  private init(_ fill: String, _ border: String) {
    self.fill = fill
    self.border = border
  }

  /// The colours of the application, and of boxes without an owner.
  static let neutral = Palette("#F2F2F2", "#595959")

  private static let plugins = [
    Palette("#D6EBF8", "#0072B2"), Palette("#FCE8C0", "#B97A00"), Palette("#CDEBE1", "#00735A"),
    Palette("#F5DDEA", "#A14E7C"), Palette("#FAF6B4", "#8A8000"), Palette("#DCD6F7", "#5B4BB0"),
    Palette("#E3D5C8", "#7A5230"),
  ]

  /// The colours of the plugin at an index in a drawing's plugins; they repeat after seven.
  static func ofPlugin(_ index: Int?) -> Palette {
    guard let index, index > 0 else { return neutral }
    return plugins[(index - 1) % plugins.count]
  }

  static let error = "#C00000"
  static let warning = "#B45F00"
  static let faint = "#7F7F7F"
}
