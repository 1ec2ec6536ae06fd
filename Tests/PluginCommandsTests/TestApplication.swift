@testable import CleanseFindingReports
@testable import CleansePluginHost
import CleanseSupport
@testable import CleansePluginCommands

/// The component of the test program, like that of `host`.
enum HostComponent: RootComponent, ThrowingComponent {
  typealias Root = HostRoot
  typealias Scope = Singleton

  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any Command).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<HostRoot>) -> BindingReceipt<HostRoot> {
    bind.to(factory: HostRoot.init)
  }
}

struct HostRoot: Sendable {
  let commands: [any Command]

  init(commands: [any Command]) {
    self.commands = commands
  }
}

extension Program {
  static let host = ToolNames(name: "host", policyFile: "host.json").program
}

extension CommandContext {
  /// The context of a test, which has no probe, and so no usable plugin.
  init(
    environment: [String: String], workingDirectory: Result<FilePath, SystemError>? = nil,
    streams: CommandStreams, outputTerminal: Terminal = .none, errorTerminal: Terminal = .none,
    releaseOutput: @escaping @Sendable () throws -> Void = {}, executable: String? = nil
  ) {
    let tool = PluginTool(
      HostComponent.self, name: "host", runsCommands: true, runsServices: true)
    self.init(
      environment: environment, workingDirectory: workingDirectory, streams: streams,
      outputTerminal: outputTerminal, errorTerminal: errorTerminal, releaseOutput: releaseOutput,
      tool: tool, executable: executable,
      probe: .unavailable(for: tool.component, because: "nothing has started it"))
  }
}
