import Cleanse
import Synchronization

/// Code that wraps what another module binds.
enum DecoratorsExample {
  final class Log: Sendable {
    private let paths = Mutex<[String]>([])
    var all: [String] { paths.withLock { $0 } }
    func add(_ path: String) { paths.withLock { $0.append(path) } }
  }

  struct Internet: Network {
    func get(_ path: String) -> String { "the page \(path)" }
  }

  // guide: decorators
  protocol Network: Sendable { func get(_ path: String) -> String }

  struct LoggingNetwork: Network {
    let network: any Network
    let log: Log
    func get(_ path: String) -> String {
      log.add(path)
      return network.get(path)
    }
  }

  enum LoggingModule: Module {
    static func configure(binder: UnscopedBinder) {
      binder.decorate((any Network).self).to(factory: LoggingNetwork.init)
    }
  }
  // guide: end

  struct Browser {
    let network: any Network
    let log: Log
  }

  enum BrowserComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.bind((any Network).self).to { Internet() }
      binder.bind(Log.self).sharedInScope().to { Log() }
      binder.include(module: LoggingModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Browser>) -> BindingReceipt<Browser> {
      bind.to(factory: Browser.init)
    }
  }
}
