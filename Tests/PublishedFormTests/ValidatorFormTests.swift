import Cleanse
import Testing

struct Counting: CleanseBindingPlugin {
  let notes: Notes
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    var rest: [ComponentBinding] = [root]
    while !rest.isEmpty {
      let component = rest.remove(at: 0)
      notes.lines.append("visited")
      rest.append(contentsOf: component.subcomponents)
    }
  }
}

struct Strict: CleanseBindingPlugin {
  struct Refusal: Error, CustomStringConvertible { let description = "refused" }
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    errorReporter.append(error: Refusal())
  }
}

@Suite("Published forms: validators")
struct ValidatorFormTests {
  @Test("a registered plugin walks the components, if the graph is validated")
  func walking() throws {
    let notes = Notes()
    let serviceLoader = CleanseServiceLoader()
    serviceLoader.register(Counting(notes: notes))
    let component = SpeakerComponent<FakeModule>.self
    _ = try ComponentFactory.of(component, validate: false, serviceLoader: serviceLoader)
    #expect(notes.lines.isEmpty)
    _ = try ComponentFactory.of(component, validate: true, serviceLoader: serviceLoader)
    #expect(notes.lines.count == 1)
  }

  @Test("an error that a plugin appends is thrown")
  func refusing() {
    let serviceLoader = CleanseServiceLoader()
    serviceLoader.register(Strict())
    do {
      _ = try ComponentFactory.of(
        SpeakerComponent<FakeModule>.self, serviceLoader: serviceLoader)
      Issue.record("it should not be accepted")
    } catch {
      #expect(String(describing: error).contains("refused"))
    }
  }
}
