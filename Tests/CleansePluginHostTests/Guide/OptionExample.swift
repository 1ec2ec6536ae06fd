import CleansePlugin

/// What a plugin does with its options. The build generates `Options` from this `plugin.json`; here, it is written by
/// hand.
enum OptionExample {
  enum Options {
    enum Width: OptionTag {
      typealias Element = Int
      static var optionName: String { "width" }
    }

    enum Mode: OptionTag {
      typealias Element = Value
      static var optionName: String { "mode" }

      enum Value: String, OptionElement, CaseIterable {
        case `soft` = "soft"
        case `hard` = "hard"
      }
    }
  }

  // guide: option
  struct Wrapping {
    let width: Int
    let isHard: Bool

    init(width: TaggedProvider<Options.Width>, mode: TaggedProvider<Options.Mode>) {
      self.width = width.get()
      isHard = mode.get() == .hard
    }
  }
  // guide: end
}
