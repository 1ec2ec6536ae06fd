import CleansePlugin
import CleansePluginMetadata
import Testing

@Suite("Values of options in Swift")
struct OptionElementTests {
  private enum Mode: String, OptionElement { case soft, hard = "hard-wrap" }

  private func converted<Element: OptionElement>(
    _ value: OptionValue, to type: Element.Type
  ) -> Element? {
    Element(option: OptionContent(value))
  }

  @Test("a value is converted to the Swift type of the option")
  func conversions() {
    #expect(converted(.bool(true), to: Bool.self) == true)
    #expect(converted(.int(-3), to: Int.self) == -3)
    #expect(converted(.double(0.5), to: Double.self) == 0.5)
    #expect(converted(.int(2), to: Double.self) == 2)
    #expect(converted(.string("é"), to: String.self) == "é")
    #expect(converted(.string("hard-wrap"), to: Mode.self) == .hard)
    #expect(converted(.list([.int(1), .int(2)]), to: [Int].self) == [1, 2])
    #expect(converted(.list([.string("soft")]), to: [Mode].self) == [.soft])
    #expect(converted(.list([]), to: [Bool].self) == [])
  }

  @Test("a value of another type has no conversion")
  func mismatches() {
    #expect(converted(.int(1), to: Bool.self) == nil)
    #expect(converted(.double(1), to: Int.self) == nil)
    #expect(converted(.string("1"), to: Int.self) == nil)
    #expect(converted(.bool(true), to: Double.self) == nil)
    #expect(converted(.int(1), to: String.self) == nil)
    #expect(converted(.string("hard"), to: Mode.self) == nil)
    #expect(converted(.list([.int(1), .string("x")]), to: [Int].self) == nil)
    #expect(converted(.int(1), to: [Int].self) == nil)
  }

  @Test("a factory requests the values by their tags")
  func tags() {
    let wrapping = OptionExample.Wrapping(
      width: TaggedProvider(value: 72), mode: TaggedProvider(value: .hard))
    #expect(wrapping.width == 72 && wrapping.isHard)
    #expect(OptionExample.Options.Mode.Value.allCases.map(\.rawValue) == ["soft", "hard"])
    #expect(OptionExample.Options.Width.optionName == "width")
    #expect(OptionExample.Options.Mode.optionName == "mode")
  }
}
