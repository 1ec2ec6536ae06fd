@testable import CleansePluginProbing
import Glibc
import Testing

/// Each test runs in its own process, because the changes apply to a whole process.
@Suite("Changes of a process")
struct ProcessStateTests {
  /// The changes, except what the test's own runner does meanwhile with threads and files.
  private static func changes(since earlier: ProcessState) -> [String] {
    ProcessState().changes(since: earlier).filter { !$0.hasPrefix("it ") }
  }

  @Test("none are reported if nothing has changed")
  func nothing() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessState()
      let file = open("/dev/null", O_RDONLY)
      close(file)
      setenv("PATH", getenv("PATH"), 1)
      exit(Self.changes(since: before).isEmpty ? 0 : 1)
    }
  }

  @Test("each changed, added or removed variable of the environment is reported once")
  func environment() async {
    await #expect(processExitsWith: .success) {
      setenv("CLEANSE_B", "old", 1)
      setenv("CLEANSE_C", "old", 1)
      let before = ProcessState()
      setenv("CLEANSE_A", "", 1)
      setenv("CLEANSE_B", "new=er", 1)
      unsetenv("CLEANSE_C")
      let expected = ["A", "B", "C"].map { "the environment variable CLEANSE_\($0) has changed" }
      exit(Self.changes(since: before) == expected ? 0 : 1)
    }
  }

  @Test("variables of a cleared environment are reported")
  func noEnvironment() async {
    await #expect(processExitsWith: .success) {
      clearenv()
      setenv("CLEANSE_A", "", 1)
      let before = ProcessState()
      clearenv()
      let expected = ["the environment variable CLEANSE_A has changed"]
      exit(Self.changes(since: before) == expected ? 0 : 1)
    }
  }

  @Test("signals that are handled, ignored or reset to the default are reported")
  func signals() async {
    await #expect(processExitsWith: .success) {
      signal(SIGUSR1, SIG_DFL)
      signal(SIGUSR2, SIG_DFL)
      signal(SIGHUP, SIG_IGN)
      signal(40, SIG_DFL)
      let before = ProcessState()
      signal(SIGUSR1) { _ in }
      signal(SIGUSR2, SIG_IGN)
      signal(SIGHUP, SIG_DFL)
      signal(40, SIG_IGN)
      let expected = ["the handling of SIGHUP, SIGUSR1, SIGUSR2, signal 40 has changed"]
      exit(Self.changes(since: before) == expected ? 0 : 1)
    }
  }

  @Test("opened, replaced and closed descriptors are reported; of many, the first")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      for number in 200..<212 as Range<Int32> { close(number) }
      let file = open("/dev/null", O_RDONLY)
      dup2(file, 200)
      dup2(file, 201)
      let before = ProcessState()
      close(200)
      dup2(open("/dev/zero", O_RDONLY), 201)
      close(201)
      dup2(open("/", O_RDONLY | O_DIRECTORY), 201)
      let few = ProcessState().changes(since: before)
      for number in 202..<212 as Range<Int32> { dup2(file, number) }
      let many = ProcessState().changes(since: before)
      let isReported =
        few.contains("it left descriptor 201 open on /")
        && few.last == "it closed descriptor 200, not its own" && many.count == 7
        && many.filter { $0.contains("more descriptors open") }.count == 1
      exit(isReported ? 0 : 1)
    }
  }

  @Test("threads that are left running are reported, and not those that have ended")
  func threads() async {
    await #expect(processExitsWith: .success) {
      // More than the test's own runner may start or end meanwhile.
      let before = ProcessState()
      for _ in 0..<40 {
        var thread = pthread_t()
        pthread_create(
          &thread, nil,
          { _ in
            while true { pause() }
          }, nil)
      }
      let changes = ProcessState().changes(since: before)
      let reported = changes.filter { $0.hasPrefix("it left") && $0.hasSuffix("threads running") }
      let count = reported.first.flatMap { Int($0.split(separator: " ")[2]) } ?? 0
      exit(reported.count == 1 && abs(count - 40) < 20 ? 0 : 1)
    }
  }
}
