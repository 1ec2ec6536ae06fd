import Cleanse
import Measuring
import ThousandBindings

/// A component with a thousand scoped bindings of which three are used.
enum BuildRow {
  static func build() throws -> [Figure] {
    let factory = try ComponentFactory.of(GraphComponent.self)
    let samples = Comparison(
      reference: { for _ in 0..<$0 { consume(Service()) } },
      subject: { times in
        for _ in 0..<times {
          let root = factory.build()
          consume(root.last1.get())
          consume(root.last2.get())
          consume(root.last3.get())
        }
      })
    return [
      Row.build.figure(
        "build, with three of 1,000 scoped bindings used", .microseconds, reach: 5,
        samples.subject.scaled(by: 1e-3))
    ]
  }
}
