import CleanseMigration
import Testing

@Suite("Published forms with the migration module: locations")
struct LocationMigrationTests {
  private final class Page {
    var title = ""
    func injectProperties(title: String) { self.title = title }
  }
  private struct Letter {
    let name: String
    init(name: Assisted<String>) { self.name = name.get() }
  }
  private struct LetterFactory: AssistedFactory {
    typealias Seed = String
    typealias Element = Letter
  }
  private struct Start {
    let exact: Double
    let numbers: [Int]
    let injector: PropertyInjector<Page>
    let other: PropertyInjector<Other>
    let letters: Factory<LetterFactory>
    let tickets: Factory<EmptySeed<Ticket>>
  }
  private final class Other { var title = "" }
  private struct Ticket {}
  private struct Bindings: CleanseMigration.Module {
    static func configure(binder: Binder<Singleton>) { bind(binder) }
    static func bind(
      _ binder: Binder<Singleton>, file: StaticString = #file, line: Int = #line,
      function: StaticString = #function
    ) {
      binder.bind(Int.self).to(value: 4, file: file, line: line, function: function)
      binder.bind(String.self)
        .to(file: file, line: line, function: function, factory: { "four" })
      binder.bind(Double.self).to(file: file, line: line, function: function) { (number: Int) in
        Double(number)
      }
      binder.bind(Int.self).intoCollection()
        .to(value: 1, file: file, line: line, function: function)
      binder.bind(Int.self).intoCollection()
        .to(value: [2, 3], file: file, line: line, function: function)
      binder.bind(Int.self).intoCollection()
        .to(file: file, line: line, function: function) { (number: Double) in Int(number) }
      binder.bind(Int.self).intoCollection()
        .to(file: file, line: line) { (number: Double) in [Int(number) + 1] }
      binder.bindPropertyInjectionOf(Page.self).to(
        file: file, line: line, function: function, injector: Page.injectProperties)
      binder.bindPropertyInjectionOf(Other.self).to(file: file, line: line, function: function) {
        (target: Other, title: String) in
        target.title = title
      }
      binder.bindFactory(Letter.self).with(LetterFactory.self)
        .to(file: file, line: line, function: function, factory: Letter.init)
      binder.bindFactory(Ticket.self)
        .to(file: file, line: line, function: function, factory: Ticket.init)
      binder.bind(Start.self).to(file: file, line: line, function: function, factory: Start.init)
    }
  }

  @Test("every last step accepts a location in front of its function, or after its value")
  func steps() throws {
    let start = try requested(Start.self, of: Bindings.self)
    #expect(start.exact == 4 && start.numbers == [1, 2, 3, 4, 5])
    let (page, other) = (Page(), Other())
    start.injector.injectProperties(into: page)
    start.other.injectProperties(into: other)
    #expect(page.title == "four" && other.title == "four")
    #expect(start.letters.build("Ann").name == "Ann")
    _ = start.tickets.build(())
  }

  @Test("a finding has the location that was passed on")
  func finding() throws {
    struct Twice: CleanseMigration.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Int.self).to(value: 1, file: "Passed.swift", line: 7, function: "on")
        binder.bind(Int.self).to(file: "Passed.swift", line: 8, factory: { 2 })
      }
    }
    let message = rejection(Int.self, of: Twice.self)
    #expect(message.contains("Passed.swift:7") && message.contains("Passed.swift:8"))
  }

  @Test("a location is made of the literals of the compiler")
  func location() {
    let location = CleanseMigration.SourceLocation(file: #file, line: 3, function: #function)
    #expect(location.line == 3)
    #expect(location.description.hasSuffix("LocationMigrationTests.swift:3"))
  }
}
