import CleanseConfinement
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("A confined process", .enabled(if: KernelConfinement.current.announcesRefusals))
struct AttemptTests {
  /// The versions of Landlock as which this kernel can act.
  private static let versions = Array(0...KernelConfinement.current.landlockVersion)

  @Test(
    "can do nothing that it may not, and all that plugins do while they load",
    arguments: versions, ["announced", "unannounced"])
  func refused(version: Int, mode: String) throws {
    let run = try AttemptRun(mode, landlock: version)
    #expect(run.attempts.count > 140)
    #expect(run.unexpected == [])
  }

  @Test(
    "can use the ports, datagrams and programs that are granted, and no others", arguments: versions
  )
  func granted(version: Int) throws {
    let run = try AttemptRun("granted", landlock: version)
    #expect(run.attempts.count > 12)
    #expect(run.unexpected == [])
  }

  @Test("is neither blocked nor allowed anything when nothing answers its calls")
  func abandoned() throws {
    let run = try AttemptRun("abandoned", landlock: .max)
    #expect(run.attempts.count > 140)
    #expect(run.attempts.filter { $0.expected != 0 && $0.result == 0 } == [])
    #expect(run.attempts.contains { $0.result == ENOSYS && $0.expected == EPERM })
  }

  @Test("has its refusals recorded, and not what it may do", .enabled(if: versions.count > 1))
  func recorded() throws {
    let run = try AttemptRun("announced", landlock: .max)
    let secret = run.path(of: "forbidden/secret")
    let expected = [
      "write to `\(secret)`", "write to `\(run.path(of: "forbidden/d"))`",
      "remove or rename `\(secret)`", "open an IPv4 socket",
      "open an IPv4 socket for datagrams", "open a packet socket", "open a Unix socket",
      "execute `/bin/true`", "make the system call `ptrace`", "make the system call `chmod`",
      "make the system call `io_uring_setup`",
    ]
    for refusal in expected { #expect(run.refusals.contains(refusal), "\(refusal)") }
    #expect(run.refusals.contains { $0.hasPrefix("send signal \(SIGURG) to process ") })
    #expect(!run.refusals.contains { $0.contains("/dev/null") })
    // Reported although they succeeded: what a link in `/proc/self` leads to, and a link itself that leads elsewhere.
    #expect(!run.refusals.contains { $0.contains("/proc/self/fd") || $0.contains("-self/fd") })
    #expect(!run.refusals.contains { $0.contains("/proc/self/root") })
    // Those of the two attempts, and not those with which glibc looks for nscd.
    #expect(run.refusals.filter { $0 == "open a Unix socket" }.count == 2)
    // All but a link to what it may not write.
    let written = run.refusals.filter { $0.contains(run.path(of: "writable/")) }
    #expect(written == ["write to `\(run.path(of: "writable/through"))`"])
  }

  @Test(
    "has no refusals recorded where they can't be announced",
    arguments: ["unannounced", "contained"])
  func unrecorded(mode: String) throws {
    let run = try AttemptRun(mode, landlock: .max)
    #expect(run.unexpected == [])
    #expect(run.refusals == [])
  }
}
