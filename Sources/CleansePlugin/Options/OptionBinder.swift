internal import Cleanse
internal import CleansePluginMetadata

/// Binds the options of a plugin, for the code that the build generates.
public struct OptionBinder {
  private let binder: PluginBinder

  init(_ binder: PluginBinder) {
    self.binder = binder
  }

  /// Binds the value of an option to its tag.
  ///
  /// - Parameters:
  ///   - tag: The tag of the option.
  ///   - file: The `#fileID` of the declaration.
  ///   - line: The line of the declaration.
  public func bind<T: OptionTag>(
    _ tag: T.Type, file: StaticString = #fileID, line: Int = #line
  ) {
    guard let setting = binder.options[T.optionName],
      let value = T.Element(option: OptionContent(setting.value))
    else {
      let location = RecordedLocation(file: file, line: line).sourceLocation
      binder.addError(
        "the host has no value for the option `\(T.optionName)`", at: location,
        fix: "build the plugin again, so that its options are those of its plugin.json")
      return
    }
    Binder<Unscoped>(recorder: binder.recorder).bind(T.Element.self).tagged(with: tag)
      .to(value: value, file: file, line: line)
  }
}
