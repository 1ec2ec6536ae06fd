import CleansePluginFiles
@testable import CleansePluginMetadata
@testable import CleansePluginProbing
import Glibc
import Testing

@Suite("Limits of a probe process")
struct ProbeLimitsTests {
  private func limits(_ deadline: Duration, memory: Int = 1 << 30, plugins: Int = 1) -> ProbeLimits
  {
    ProbeLimits(ProbeSettings(deadline: deadline, memory: memory), plugins: plugins)
  }

  @Test("they are those of the settings for one plugin, and longer for many")
  func usual() {
    #expect(limits(.seconds(5)).milliseconds == 5000)
    #expect(limits(.milliseconds(250)).milliseconds == 250)
    #expect(limits(.seconds(5), plugins: 101).milliseconds == 10_000)
    let several = ProbeLimits(ProbeSettings(deadline: .seconds(5)), plugins: 101, deadlines: 3)
    #expect(several.milliseconds == 15_000 + 98 * 50)
    #expect(several.allowedMilliseconds * 2 == several.alone.allowedMilliseconds)
    #expect(limits(.seconds(5), plugins: 0).milliseconds == 5000)
    #expect(limits(.seconds(5), memory: 7).memory == 7)
  }

  // The host waited for less than a process on a busy machine may take, and then blamed the plugin.
  @Test("the host waits for all the time that a process may be granted")
  func longest() {
    let limits = limits(.seconds(5))
    #expect(limits.longestMilliseconds == 2500)
    #expect(limits.alone.longestMilliseconds == 15_000)
  }

  @Test("the result of one plugin is smaller than that of many")
  func result() {
    #expect(limits(.seconds(5)).resultBytes == 32 << 20)
    #expect(limits(.seconds(5), plugins: 0).resultBytes == 32 << 20)
    #expect(limits(.seconds(5), plugins: 2).resultBytes == 64 << 20)
    for plugins in [8, 400, Int.max] {
      #expect(limits(.seconds(5), plugins: plugins).resultBytes == ProbeMessage.sizeLimit)
    }
  }

  @Test(
    "every deadline has a limit",
    arguments: [
      Duration.zero, .seconds(-1), .nanoseconds(1),
      Duration(secondsComponent: 0, attosecondsComponent: -1), .seconds(Int64.max),
      .seconds(Int64.min), Duration(secondsComponent: .max, attosecondsComponent: .max),
      Duration(secondsComponent: .min, attosecondsComponent: 0), .seconds(1e15),
    ])
  func odd(deadline: Duration) {
    for plugins in [0, 1, 500, Int.max, -1] {
      let milliseconds = limits(deadline, plugins: plugins).milliseconds
      #expect((1...86_400_000).contains(milliseconds))
    }
  }

  @Test("a process has what any of its plugins was granted, and nothing of others")
  func grants() throws {
    var settings = ProbeSettings()
    settings.grants = SandboxGrants(
      all: try SystemAccess(reading: ["/srv"]),
      plugins: [
        "org.example.words": try SystemAccess(reading: [], writing: ["/var/lib/words"]),
        "org.example.other": try SystemAccess(reading: ["/other"]),
      ])
    let limits = ProbeLimits(settings, plugins: 1).granting(only: [try SamplePlugin.inspected()])
    #expect(limits.grants.all.phrases == ["read /srv", "write /var/lib/words"])
    #expect(limits.grants.plugins.isEmpty)
    #expect(limits.alone.grants == limits.grants)
  }

  @Test("a memory limit is never negative", arguments: [Int.min, -1, 0])
  func noMemory(bytes: Int) {
    #expect(limits(.seconds(1), memory: bytes).memory == 0)
  }

  @Test("the memory limit can be any number, and the process starts nevertheless")
  func apply() async {
    await #expect(processExitsWith: .success) {
      let settings = ProbeSettings(deadline: .seconds(Int64.max), memory: .max)
      exit(ProbeLimits(settings, plugins: .max).apply() ? 0 : 1)
    }
  }
}
