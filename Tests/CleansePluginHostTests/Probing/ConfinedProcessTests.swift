import CCleanseProbe
import CleanseConfinement
import CleanseProcesses
import CleanseTestSupport
import Glibc
import Testing

@testable import CleansePluginProbing

@Suite("A process that may be confined")
struct ConfinedProcessTests {
  /// What a process sends before it closes its connection.
  private func process(
    sending listener: Int32? = nil, _ text: String = ""
  ) throws -> ConfinedProcess {
    let ends = try DescriptorPair.connection()
    if let listener {
      try #require(cprobe_send_descriptors(ends.second.number, 0, listener, -1) == 0)
    }
    try Descriptor.sendAll(Array(text.utf8), to: ends.second.number)
    return ConfinedProcess(ends.first)
  }

  @Test("is not confined if it closes its connection, which is not polled any longer")
  func unconfined() throws {
    let process = try process()
    #expect(process.descriptor != nil)
    #expect(process.refusals() == [])
    #expect(process.descriptor == nil && !process.isConfined && process.mayListen(at: "*:80"))
  }

  @Test("is confined without reports if the kernel announces no calls")
  func quiet() throws {
    let entered = EnteredSandbox(confinement: Confinement(), addresses: ["127.0.0.1:80"])
    let message = String(decoding: MessageStream.bytes(of: entered), as: UTF8.self)
    let process = try process(sending: -1, message)
    #expect(process.refusals() == [])
    #expect(process.isConfined && process.descriptor == nil)
    #expect(process.mayListen(at: "127.0.0.1:80") && !process.mayListen(at: "127.0.0.1:81"))
  }

  @Test(
    "does not wait for answers that nothing would send, if what it sends is no confinement",
    arguments: [
      "\n", "{}\n", "[]\n", "nonsense\n", String(repeating: "a", count: 5000) + "\n", "cut",
    ])
  func malformed(text: String) throws {
    let pipe = try DescriptorPair.pipe()
    let writer = pipe.second.release()
    let process = try process(sending: writer, text)
    close(writer)
    while process.descriptor != nil { #expect(process.refusals() == []) }
    #expect(!process.isConfined && !process.mayListen(at: "*:80"))
    // The end of the pipe that stands for the listener is closed.
    var polled = pollfd(fd: pipe.first.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLHUP) != 0)
  }
}
