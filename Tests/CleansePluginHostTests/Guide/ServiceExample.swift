import CleansePlugin
import Glibc

/// A plugin with a service and a health check.
enum ServiceExample {
  /// What the build generates from the option.
  enum Options {
    enum Listen: OptionTag {
      typealias Element = ListeningSocket
      static var optionName: String { "listen" }
    }
  }

  // guide: service
  actor Greeter: Service {
    private let socket: ListeningSocket
    private var descriptor: Int32 = -1

    init(socket: TaggedProvider<Options.Listen>) {
      self.socket = socket.get()
    }

    func start() async throws {
      descriptor = try socket.descriptor()
    }

    func run() async throws {
      while descriptor >= 0 {
        let connection = accept(descriptor, nil, nil)
        if connection >= 0 {
          send(connection, "hello\n", 6, Int32(MSG_NOSIGNAL))
          close(connection)
          await Task.yield()
        } else {
          try await Task.sleep(for: .milliseconds(10))
        }
      }
    }

    func stop() async {
      close(descriptor)
      descriptor = -1
    }
  }

  struct GreeterModule: Module {
    static func configure(binder: Binder<Singleton>) {
      binder.bind(Greeter.self).sharedInScope().asService().to(factory: Greeter.init)
    }
  }
  // guide: end

  // guide: health
  struct GreeterCheck: HealthCheck {
    let name = "greeter"
    let greeter: Greeter

    func check() async throws {
      // Throws the reason if something is wrong.
    }
  }
  // guide: end
}
