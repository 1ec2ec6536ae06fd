import Cleanse
import Testing

@Suite("Providers in a cycle")
struct ProviderCycleTests {
  @Test("a shared instance and its shared dependent find each other", arguments: [true, false])
  func shared(isDependentShared: Bool) throws {
    let app = try factory(sharesNode: true, sharesDependent: isDependentShared).build(())
    let dependent = app.node.dependents.get()
    #expect(dependent.node === app.node && app.nodes.get() === app.node)
    #expect((app.node.dependents.get() === dependent) == isDependentShared)
    #expect(dependent.node.dependents.get().node === app.node)
  }

  @Test("unshared requesters of a provider find a shared dependent")
  func unsharedNode() throws {
    let app = try factory(sharesNode: false, sharesDependent: true).build(())
    let dependent = app.node.dependents.get()
    #expect(dependent.node !== app.node)
    #expect(dependent.node.dependents.get() === dependent)
    #expect(app.nodes.get().dependents.get() === dependent)
  }

  @Test("without shared bindings, each call creates new instances")
  func unshared() throws {
    let app = try factory(sharesNode: false, sharesDependent: false).build(())
    let dependent = app.node.dependents.get()
    #expect(dependent.node !== app.node)
    #expect(dependent.node.dependents.get() !== dependent)
  }

  @Test("every form of a deferred request breaks a cycle")
  func forms() async throws {
    #expect(findings(of: HubApp.self).isEmpty)
    weak var found: Hub?
    do {
      let hub = try ComponentFactory.of(HubApp.self).build(()).hub
      found = hub
      #expect(hub.provider.get().hub === hub)
      #expect(hub.function().hub === hub)
      #expect(try hub.throwing.get().hub === hub)
      #expect(try await hub.asynchronous.get().hub === hub)
      #expect(hub.tagged.get().hub === hub)
      let assisted = hub.factory.build("Ann")
      #expect(assisted.hub === hub && assisted.name == "Ann")
      let target = Target()
      hub.injector.injectProperties(into: target)
      #expect(target.hub === hub)
    }
    #expect(found == nil)
  }

  @Test("a contribution depends on a provider of its own collection, and is part of it")
  func collection() throws {
    #expect(findings(of: CommandApp.self).isEmpty)
    weak var found: HelpCommand?
    do {
      let commands = try ComponentFactory.of(CommandApp.self).build(()).commands
      let help = try #require(commands.lazy.compactMap { $0 as? HelpCommand }.first)
      found = help
      let others = help.commands.get()
      #expect(others.count == 3 && zip(commands, others).prefix(2).allSatisfy { $0 === $1 })
      // The third one is not shared.
      #expect(others[2] !== commands[2])
    }
    #expect(found == nil)
  }

  @Test("a cycle of immediate dependencies is an error whose fix names the provider")
  func immediate() throws {
    let found = findings(of: ImmediateApp.self)
    #expect(found.map(\.code) == [.dependencyCycle])
    #expect(found.first?.fix?.contains("depend on Provider<CleanseTests.Second>") == true)
  }

  private func factory(
    sharesNode: Bool, sharesDependent: Bool
  ) throws -> ComponentFactory<NodeApp> {
    try ComponentFactory.of(NodeApp.self) { binder in
      if sharesNode {
        binder.bind(Node.self).sharedInScope().to(factory: Node.init)
      } else {
        binder.bind(Node.self).to(factory: Node.init)
      }
      if sharesDependent {
        binder.bind(Dependent.self).sharedInScope().to(factory: Dependent.init)
      } else {
        binder.bind(Dependent.self).to(factory: Dependent.init)
      }
    }
  }
}

private final class Node: Sendable {
  let dependents: Provider<Dependent>
  init(dependents: Provider<Dependent>) { self.dependents = dependents }
}

private final class Dependent: Sendable {
  let node: Node
  init(node: Node) { self.node = node }
}

private struct NodeRoot {
  let node: Node
  let nodes: Provider<Node>
}

private enum NodeApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Node.self).to(factory: Node.init)
    binder.bind(Dependent.self).to(factory: Dependent.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<NodeRoot>) -> BindingReceipt<NodeRoot> {
    bind.to(factory: NodeRoot.init)
  }
}

// MARK: - All forms

private enum SpokeTag: Cleanse.Tag { typealias Element = Spoke }

private enum SpokeFactory: AssistedFactory {
  typealias Seed = String
  typealias Element = AssistedSpoke
}

private final class Hub: Sendable {
  let provider: Provider<Spoke>
  let function: @Sendable () -> Spoke
  let throwing: ThrowingProvider<Spoke>
  let asynchronous: AsyncProvider<Spoke>
  let tagged: TaggedProvider<SpokeTag>
  let factory: Factory<SpokeFactory>
  let injector: PropertyInjector<Target>

  init(
    provider: Provider<Spoke>, function: @escaping @Sendable () -> Spoke,
    throwing: ThrowingProvider<Spoke>, asynchronous: AsyncProvider<Spoke>,
    tagged: TaggedProvider<SpokeTag>, factory: Factory<SpokeFactory>,
    injector: PropertyInjector<Target>
  ) {
    (self.provider, self.function, self.throwing) = (provider, function, throwing)
    (self.asynchronous, self.tagged) = (asynchronous, tagged)
    (self.factory, self.injector) = (factory, injector)
  }
}

private final class Spoke: Sendable {
  let hub: Hub
  init(hub: Hub) { self.hub = hub }
}

private final class AssistedSpoke: Sendable {
  let name: String
  let hub: Hub
  init(name: Assisted<String>, hub: Hub) {
    self.name = name.get()
    self.hub = hub
  }
}

private final class Target: @unchecked Sendable {
  // Safety: only one test uses it, on one thread at a time.
  var hub: Hub?
}

private struct HubRoot { let hub: Hub }

private enum HubApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Hub.self).sharedInScope().to {
      (
        provider: Provider<Spoke>, function: @escaping @Sendable () -> Spoke,
        throwing: ThrowingProvider<Spoke>, asynchronous: AsyncProvider<Spoke>,
        tagged: TaggedProvider<SpokeTag>, factory: Factory<SpokeFactory>,
        injector: PropertyInjector<Target>
      ) in
      Hub(
        provider: provider, function: function, throwing: throwing, asynchronous: asynchronous,
        tagged: tagged, factory: factory, injector: injector)
    }
    binder.bind(Spoke.self).to(factory: Spoke.init)
    binder.bind(Spoke.self).tagged(with: SpokeTag.self).to(factory: Spoke.init)
    binder.bindFactory(AssistedSpoke.self).with(SpokeFactory.self).to(factory: AssistedSpoke.init)
    binder.bindPropertyInjectionOf(Target.self).to { (target: Target, hub: Hub) in
      target.hub = hub
    }
  }
  static func configureRoot(binder bind: ReceiptBinder<HubRoot>) -> BindingReceipt<HubRoot> {
    bind.to(factory: HubRoot.init)
  }
}

// MARK: - A collection

private protocol Command: AnyObject, Sendable {}

private final class RunCommand: Command { init() {} }

private final class HelpCommand: Command {
  let commands: Provider<[any Command]>
  init(commands: Provider<[any Command]>) { self.commands = commands }
}

private struct CommandRoot { let commands: [any Command] }

private enum CommandApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    let commands = binder.bind((any Command).self)
    commands.intoCollection().sharedInScope().to(factory: RunCommand.init)
    commands.intoCollection().sharedInScope().to(factory: HelpCommand.init)
    commands.intoCollection().to(factory: RunCommand.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<CommandRoot>
  ) -> BindingReceipt<CommandRoot> {
    bind.to(factory: CommandRoot.init)
  }
}

// MARK: - Immediate dependencies

private final class First { init(second: Second) {} }
private final class Second { init(first: First) {} }
private struct ImmediateRoot { let first: First }

private enum ImmediateApp: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(First.self).sharedInScope().to(factory: First.init)
    binder.bind(Second.self).sharedInScope().to(factory: Second.init)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<ImmediateRoot>
  ) -> BindingReceipt<ImmediateRoot> {
    bind.to(factory: ImmediateRoot.init)
  }
}
