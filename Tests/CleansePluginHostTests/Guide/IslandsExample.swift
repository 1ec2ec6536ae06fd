// guide: island-boundary
import CleanseGraphAnalysis

// guide: end
import CleansePluginHost

/// An application whose plugins are services that share a log, a pool of connections and metrics.
enum IslandsExample {
  final class Log: Sendable {}
  final class Pool: Sendable {
    let log: Log

    init(log: Log) { self.log = log }
  }
  protocol Page: Sendable {}
  struct Server {
    let pages: [any Page]

    init(pages: [any Page]) { self.pages = pages }
  }

  // guide: islands
  enum Shop: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Log.self).sharedInScope().perProcess().to(factory: Log.init)
      binder.bind(Pool.self).sharedInScope().perProcess().to(factory: Pool.init)
      binder.declareCollection(of: (any Page).self, perProcess: true)
    }

    static func configureRoot(binder bind: ReceiptBinder<Server>) -> BindingReceipt<Server> {
      bind.to(factory: Server.init)
    }
  }
  // guide: end

  // guide: island-boundary
  /// The application, unless a plugin of one island is tied to one of the other.
  static func factory(with plugins: PluginSet) throws -> ComponentFactory<Shop> {
    let loader = CleanseServiceLoader()
    loader.register(IslandBoundary(["web": ["org.example.web"], "mail": ["org.example.mail"]]))
    return try ComponentFactory.of(Shop.self, plugins: plugins, serviceLoader: loader)
  }
  // guide: end

  /// The same application, in which all plugins share the pool.
  enum SharingShop: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Log.self).sharedInScope().perProcess().to(factory: Log.init)
      binder.bind(Pool.self).sharedInScope().to(factory: Pool.init)
      binder.declareCollection(of: (any Page).self, perProcess: true)
    }

    static func configureRoot(binder bind: ReceiptBinder<Server>) -> BindingReceipt<Server> {
      bind.to(factory: Server.init)
    }
  }

  /// Distinguishes the services of the plugins.
  protocol Number: SendableMetatype {
    static var value: Int { get }
  }
  enum Zero: Number {
    static var value: Int { 0 }
  }
  enum Next<Previous: Number>: Number {
    static var value: Int { Previous.value + 1 }
  }

  /// The service of a plugin.
  final class Work<N: Number>: Service {
    let log: Log

    init(log: Log) { self.log = log }

    func start() async throws {}
    func stop() async throws {}
  }

  struct FrontPage<N: Number>: Page {
    let work: Work<N>

    init(work: Work<N>) { self.work = work }
  }

  /// Twenty plugins, each with a service and a page. Each third one uses the pool, and the last one uses the service of the
  /// one before.
  static func record(_ recorder: Recorder) {
    record(recorder, Zero.self)
  }

  static func origin(_ number: Int) -> String { "org.example.work\(number)" }

  private static func record<N: Number>(_ recorder: Recorder, _ number: N.Type) {
    _ = recorder.attempt(from: origin(N.value)) { recorder in
      let binder = Binder<Singleton>(recorder: recorder)
      let work = binder.bind(Work<N>.self).sharedInScope().asService()
      if N.value.isMultiple(of: 3) {
        work.to { (log: Log, pool: Pool) in Work<N>(log: log) }
      } else {
        work.to(factory: Work<N>.init)
      }
      binder.bind((any Page).self).intoCollection().to(factory: FrontPage<N>.init)
    }
    if N.value < 18 { return record(recorder, Next<N>.self) }
    _ = recorder.attempt(from: origin(19)) { recorder in
      let binder = Binder<Singleton>(recorder: recorder)
      binder.bind((any Page).self).intoCollection().to { (work: Work<N>) in FrontPage(work: work) }
    }
  }
}
