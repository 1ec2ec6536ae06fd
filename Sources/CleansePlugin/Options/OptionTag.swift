public import Cleanse

/// A tag for the value of an option of the plugin.
///
/// The build generates one for each option in `plugin.json`, in the enumeration `Options`. Request the value as a
/// `TaggedProvider<Options.Width>`; it does not change while the program runs.
public protocol OptionTag: Tag where Element: OptionElement {
  /// The name of the option in `plugin.json`.
  static var optionName: String { get }
}
