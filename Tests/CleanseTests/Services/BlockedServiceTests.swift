import Glibc
import Synchronization
import Testing

@testable import Cleanse

/// They kept a program from ending: the functions that stop services never got a thread.
@Suite("Services that block the threads of all tasks")
struct BlockedServiceTests {
  private final class Blocker: Service {
    private let endsWhenStopped: Bool
    private let isStopped = Atomic(false)

    init(endsWhenStopped: Bool) { self.endsWhenStopped = endsWhenStopped }

    func run() async throws {
      // More than there are processors, so that no thread is left, also for tasks that begin before the signal arrives.
      for _ in 0..<64 { Task.detached(priority: Task.currentPriority) { self.block() } }
      kill(getpid(), SIGTERM)
      block()
    }

    func stop() async throws { isStopped.store(endsWhenStopped, ordering: .relaxed) }

    private func block() {
      while !isStopped.load(ordering: .relaxed) { usleep(1000) }
    }
  }

  private enum AppComponent: RootComponent {
    typealias Seed = Bool

    static func configure(binder: Binder<Singleton>) {
      binder.bind(Blocker.self).sharedInScope()
        .asService(ServiceSettings(stopDeadline: .milliseconds(500)))
        .to(factory: Blocker.init)
    }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to { (_: Blocker) in 1 }
    }
  }

  /// Runs the component on the main thread, as the main function of a program does, and exits.
  @MainActor private static func runAndExit(endsWhenStopped: Bool) async {
    // What the function below has is released then. The address sanitizer took it for a leak.
    exit(await status(endsWhenStopped: endsWhenStopped))
  }

  @MainActor private static func status(endsWhenStopped: Bool) async -> Int32 {
    signal(SIGTERM, SIG_DFL)
    do {
      try await ComponentFactory.of(AppComponent.self).run(endsWhenStopped)
      return 0
    } catch is ServiceError {
      return 7
    } catch {
      return 1
    }
  }

  @Test("stop after SIGTERM, also if only their function stop ends that")
  func stopped() async {
    await #expect(processExitsWith: .exitCode(0)) {
      await Self.runAndExit(endsWhenStopped: true)
    }
  }

  @Test("are abandoned after SIGTERM and their deadline")
  func abandoned() async {
    await #expect(processExitsWith: .exitCode(7)) {
      await Self.runAndExit(endsWhenStopped: false)
    }
  }
}
