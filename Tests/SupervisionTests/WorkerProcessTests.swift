import CleansePluginProbing
import CleanseProcesses
import CleanseSupport
import Glibc
import Testing

@testable import CleanseSupervision

@Suite("The process of a worker")
struct WorkerProcessTests {
  // The reasons were lost if the worker had ended after its messages were read, and before its requests were.
  @Test("reports until its messages have ended, also after its requests for sockets have")
  func lastMessages() throws {
    let messages = try DescriptorPair.connection()
    let sockets = try DescriptorPair.connection()
    let output = try DescriptorPair.pipe()
    let confinement = try DescriptorPair.connection()
    let process = WorkerProcess(
      process: getppid(), handle: try ProcessHandle(getppid()), messages: messages.first,
      sockets: sockets.first, output: output.first,
      confined: ConfinedProcess(confinement.first), page: try SharedPage())
    let (worker, requests) = (messages.second.release(), sockets.second.release())
    let report = WorkerMessage.report(.refused(["no room"]))
    #expect(process.received().isEmpty)
    #expect(MessageStream.send(MessageStream.bytes(of: report), to: worker) == [])
    close(worker)
    close(requests)
    #expect(process.answerRequests { _ in -1 }.isEmpty)
    #expect(!process.isConnected)
    #expect(process.isReporting)
    #expect(process.received() == [report])
    #expect(process.received().isEmpty)
    #expect(!process.isReporting)
  }
}
