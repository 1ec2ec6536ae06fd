import CleanseMigration
import Testing

@Suite("Published forms with the migration module: functions that do not escape")
struct FunctionMigrationTests {
  private final class Pen {}
  private final class Drawing { var pens: [Pen] = [] }
  private struct Rack {
    let pens: [Pen]
    init(make: () -> Pen, count: Int) { pens = (0..<count).map { _ in make() } }
  }
  private struct RackFactory: AssistedFactory {
    typealias Seed = Int
    typealias Element = Rack
  }
  private struct Start {
    let rack: Rack
    let first: String
    let second: Double
    let third: Float
    let collected: [Character]
    let racks: Factory<RackFactory>
    let injector: PropertyInjector<Drawing>
  }
  private struct Bindings: CleanseMigration.Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind().to(factory: Pen.init)
      binder.bind(Int.self).to(value: 2)
      binder.bind(Rack.self).to(factory: Rack.init)
      binder.bind(String.self).to { (make: () -> Pen) in
        let (one, other) = (make(), make())
        return one === other ? "one" : "two"
      }
      binder.bind(Double.self).to { (count: Int, make: () -> Pen) in make() === make() ? 1 : 2.5 }
      binder.bind(Float.self).to { (count: Int, text: String, make: () -> Pen, rack: Rack) in
        _ = make()
        return Float(count + rack.pens.count)
      }
      binder.bind(Character.self).intoCollection().to { (make: () -> Pen) -> Character in
        _ = make()
        return "a"
      }
      binder.bind(Character.self).intoCollection().to {
        (count: Int, make: () -> Pen) -> [Character] in
        _ = make()
        return ["b", "c"]
      }
      binder.bindFactory(Rack.self).with(RackFactory.self).to {
        (count: Assisted<Int>, make: () -> Pen) in
        return Rack(make: make, count: count.get())
      }
      binder.bindPropertyInjectionOf(Drawing.self).to { (drawing: Drawing, make: () -> Pen) in
        drawing.pens = [make(), make()]
      }
      binder.bind(Start.self).to(factory: Start.init)
    }
  }

  @Test("a dependency is requested as a function that does not escape, at the first positions")
  func positions() throws {
    let start = try requested(Start.self, of: Bindings.self)
    #expect(start.rack.pens.count == 2 && start.first == "two" && start.second == 2.5)
    #expect(start.third == 4 && start.collected == ["a", "b", "c"])
    #expect(start.racks.build(3).pens.count == 3)
    let drawing = Drawing()
    start.injector.injectProperties(into: drawing)
    #expect(drawing.pens.count == 2 && drawing.pens[0] !== drawing.pens[1])
  }

  #if !swift(>=6)
    @Test("in the Swift 5 language mode, a factory counts its calls in a variable of configure")
    func capturedVariable() throws {
      struct Counting: CleanseMigration.Module {
        static func configure(binder: Binder<Singleton>) {
          var count = 0
          binder.bind(Int.self).to(file: #file, line: #line) {
            defer { count += 1 }
            return count
          }
        }
      }
      let number = try requested(Provider<Int>.self, of: Counting.self)
      #expect([number.get(), number.get()] == [0, 1])
    }
  #endif
}
