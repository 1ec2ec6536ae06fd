import CCleanseConfinement
import CleanseSupport
import Testing

@testable import CleanseConfinement

@Suite("The rules of system calls")
struct SystemCallRulesTests {
  private func rules(landlock version: Int, _ confinement: Confinement = Confinement())
    -> SystemCallRules
  {
    SystemCallRules(
      confinement,
      on: KernelConfinement(
        landlockVersion: version, filtersSystemCalls: true, announcesRefusals: true))
  }

  @Test("name calls that libseccomp knows", .enabled(if: isX86))
  func names() {
    var confinement = Confinement()
    (confinement.connectPorts, confinement.bindPorts) = ([1], [1])
    (confinement.executable, confinement.resolvesNames) = (["/bin/true"], true)
    let calls = [0, 7].flatMap { rules(landlock: $0, confinement).rules.map(\.call) }
    #expect(calls.filter { SystemCallFilter.number(ofCall: $0) == nil } == [])
  }

  @Test("compare no argument with what stands for the process ID, but for the process ID")
  func ownProcess() {
    let compared = rules(landlock: 7).rules.filter { rule in
      rule.arguments.contains { $0.value == UInt64(SystemCallRules.ownProcess) }
    }
    #expect(compared.allSatisfy { $0.arguments.map(\.index) == [0] })
    #expect(Set(compared.map(\.call)).isSuperset(of: ["kill", "tgkill", "prlimit64"]))
    // Greater than PID_MAX_LIMIT.
    #expect(SystemCallRules.ownProcess > 1 << 22)
  }

  @Test("compile to a program that has the process ID to replace")
  func compiled() throws {
    let filter = try SystemCallFilter.compiled(for: rules(landlock: 7))
    #expect(filter.instructions.contains { $0.operand == SystemCallRules.ownProcess })
    // BPF_MAXINSNS.
    #expect(filter.instructions.count < 4096)
  }

  @Test(
    "let a process that runs services accept connections, and listen only where Landlock checks it")
  func services() {
    func calls(_ confinement: Confinement, landlock version: Int = 7) -> Set<String> {
      var confinement = confinement
      confinement.runsServices = true
      let rules = rules(landlock: version, confinement).rules
      return Set(rules.filter { $0.action == .allow && $0.arguments.isEmpty }.map(\.call))
    }
    var connecting = Confinement()
    connecting.connectPorts = [443]
    var binding = connecting
    binding.bindPorts = [80]
    #expect(calls(Confinement()).isSuperset(of: ["accept", "accept4", "listen", "kill"]))
    #expect(calls(Confinement()).isDisjoint(with: ["socket", "connect", "bind", "execve"]))
    #expect(calls(connecting).isSuperset(of: ["accept4", "connect"]))
    #expect(!calls(connecting).contains("listen"))
    #expect(calls(binding).isSuperset(of: ["listen", "bind"]))
    #expect(!calls(Confinement(), landlock: 5).contains("kill"))
    let probing = rules(landlock: 7).rules.filter(\.arguments.isEmpty).map(\.call)
    #expect(!probing.contains("accept4") && !probing.contains("kill"))
  }

  @Test("announce a message only with an address where a process is recorded")
  func recording() throws {
    var confinement = Confinement()
    confinement.onlyRecords = true
    let rules = rules(landlock: 7, confinement)
    let sending = try #require(rules.rules.first { $0.call == "sendto" })
    func announces(_ address: UInt64) -> Bool {
      sending.arguments.allSatisfy { $0.accepts([3, 4, 5, 0, address, 16]) }
    }
    #expect(announces(1) && announces(1 << 40) && !announces(0))
    _ = try SystemCallFilter.compiled(for: rules)
  }

  @Test("let Landlock decide what it has a right for")
  func landlock() {
    let latest = rules(landlock: 7)
    #expect(latest.isDecidedByLandlock("unlink", []))
    #expect(latest.isDecidedByLandlock("kill", []))
    #expect(!rules(landlock: 5).isDecidedByLandlock("kill", []))
    #expect(!rules(landlock: 2).isDecidedByLandlock("truncate", []))
    #expect(!latest.isDecidedByLandlock("chmod", []))
    #expect(!latest.isDecidedByLandlock("execve", []))
    #expect(!latest.isDecidedByLandlock("socket", [1, 1, 0]))
    #expect(!rules(landlock: 0).isDecidedByLandlock("unlink", []))
  }

  @Test(
    "refuse to open in the modes that Landlock takes for reading",
    arguments: [
      (O_WRONLY, true), (O_RDWR, true), (O_WRONLY | O_TRUNC | O_CREAT, true),
      (O_RDONLY | O_CREAT, true), (O_RDONLY | O_TRUNC, false), (3, false), (3 | O_CREAT, false),
    ])
  func opening(flags: Int32, isDecided: Bool) {
    let arguments: [UInt64] = [0, 0, UInt64(flags), 0, 0, 0]
    #expect(rules(landlock: 7).isDecidedByLandlock("openat", arguments) == isDecided)
  }

  /// Other processors lack some of the older calls.
  private static var isX86: Bool {
    #if arch(x86_64)
      true
    #else
      false
    #endif
  }
}
