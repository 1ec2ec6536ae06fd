import Cleanse

/// Objects under test, with a graph and without.
enum TestingExample {
  protocol Clock { func now() -> Int }

  struct WallClock: Clock {
    func now() -> Int { 1_700_000_000 }
  }

  struct Report {
    let clock: any Clock
    let title: Provider<String>
    var text: String { "\(title.get()) at \(clock.now())" }
  }

  enum ClockModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind((any Clock).self).to(factory: WallClock.init)
    }
  }

  enum ReportModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.bind(String.self).to(value: "Sales")
      binder.bind(Report.self).to(factory: Report.init)
    }
  }

  struct App { let report: Report }

  enum AppComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.include(module: ClockModule.self)
      binder.include(module: ReportModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<App>) -> BindingReceipt<App> {
      bind.to(factory: App.init)
    }
  }

  // guide: testing-fake
  struct FixedClock: Clock {
    let time: Int
    func now() -> Int { time }
  }
  // guide: end

  // guide: testing-spy
  final class SpyClock: Clock {
    private(set) var calls = 0

    func now() -> Int {
      calls += 1
      return 7
    }
  }

  // guide: end

  /// How often the report has read the time.
  static func runWithSpy() throws -> Int {
    // guide: testing-spy
    let spy = SpyClock()
    let spied = try ComponentFactory.of(AppComponent.self) { binder in
      binder.bind((any Clock).self).to(value: spy)
    }
    // guide: end
    _ = spied.build().report.text
    return spy.calls
  }

  static func run() throws -> App {
    // guide: testing-fake
    let factory = try ComponentFactory.of(AppComponent.self) { binder in
      binder.bind((any Clock).self).to { FixedClock(time: 7) }
    }
    let app = factory.build()
    // guide: end
    return app
  }

  static func runWithoutGraph() -> Report {
    // guide: testing-by-hand
    let report = Report(clock: FixedClock(time: 7), title: Provider(value: "Sales"))
    // guide: end
    return report
  }
}
