import CleanseConfinement
import CleansePluginHost
import CleanseSupport
import Glibc
import Testing

@testable import CleansePluginProbing

@Suite("The sandbox of a process that runs plugins")
struct RunSandboxTests {
  private func kernel(landlock version: Int, filters: Bool = true) -> KernelConfinement {
    KernelConfinement(
      landlockVersion: version, filtersSystemCalls: filters, announcesRefusals: filters)
  }

  @Test("is not entered where the kernel can't enforce all of it")
  func gaps() throws {
    var connecting = Permissions()
    connecting.access.connectPorts = [443]
    let cases = [
      (Permissions(), kernel(landlock: 0), "files are not confined, as the kernel has no Landlock"),
      (
        Permissions(), kernel(landlock: 7, filters: false),
        "system calls are not confined, as seccomp is not available"
      ),
      (
        connecting, kernel(landlock: 3),
        "TCP ports are not confined, as the kernel's Landlock is older than version 4"
      ),
    ]
    for (permissions, kernel, reason) in cases {
      let error = #expect(throws: PermissionsError.self) {
        try RunSandbox(permissions, readingPluginsIn: []).enter(over: nil, on: kernel)
      }
      #expect(error?.description == reason)
    }
    #expect(SystemPath.text(of: "/proc/self/status").contains("NoNewPrivs:\t0"))
  }

  @Test("can't be entered by a process with several threads, which is not changed")
  func threads() throws {
    // The program of the tests has several.
    let error = #expect(throws: PermissionsError.self) {
      try Permissions(SystemAccess(), executing: [], memory: 1 << 40).apply()
    }
    #expect(error?.description == "can't confine a process that has several threads")
    #expect(SystemPath.text(of: "/proc/self/status").contains("NoNewPrivs:\t0"))
    var limit = rlimit()
    #expect(getrlimit(__rlimit_resource_t(2), &limit) == 0)
    #expect(limit.rlim_cur != 1 << 40)
  }
}
