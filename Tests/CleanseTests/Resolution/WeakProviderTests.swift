@testable import Cleanse
import Dispatch
import Synchronization
import Testing

/// Where a weak provider makes the instance, which nothing else requests.
@Suite("Weak providers")
struct WeakProviderTests {
  @Test("the first call makes the shared instance, which lives as long as it is held")
  func makes() throws {
    let desk = try ComponentFactory.of(DeskComponent.self).build(()).value
    var printer = desk.printer.get()
    #expect(printer != nil)
    #expect(desk.printer.get() === printer)
    printer = nil
    #expect(desk.printer.get() == nil, "released, and not made again")
  }

  // It was an error, although the decorator of a shared binding is shared.
  @Test("a decorator of a shared binding provides the shared instance")
  func decorator() throws {
    let root = try ComponentFactory.of(DecoratedComponent.self).build(())
    #expect(root.printer.name == "decorated")
    #expect(root.weak.get() === root.printer)
  }

  @Test("calls on several threads return one instance")
  func threads() throws {
    for _ in 0..<50 {
      let office = try ComponentFactory.of(OfficeComponent.self).build(())
      let printers = Mutex<[Printer?]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let printer = office.printer.get()
        printers.withLock { $0.append(printer) }
      }
      let all = printers.withLock { $0 }
      #expect(all.count == 8)
      #expect(all.allSatisfy { $0 != nil && $0 === all[0] })
    }
  }

  @Test("a thread that comes too late to make the instance gets that of the thread which made it")
  func race() throws {
    // It got nil: the first instance ended the maker between the search for an instance and the use of the maker.
    let instance = WeakInstance()
    let storage = ComponentStorage(cellCount: 0, providers: nil)
    let maker = instance.maker { Context(storage, level: Level(reaching: 0), parent: nil) }
    let box = Box(Paper())
    instance.store(box)
    #expect(instance.made(by: maker) { _ in Paper() } === box.value)
  }

  @Test("a weak provider makes an object that depends on its requester")
  func cycle() throws {
    let leaf = try ComponentFactory.of(TreeComponent.self).build(()).value
    let trunk = leaf.trunk.get()
    #expect(trunk?.leaf === leaf)
    #expect(leaf.trunk.get() === trunk)
  }

  @Test("a weak provider makes nothing while a factory of its cycle runs")
  func initializer() throws {
    let early = try ComponentFactory.of(EagerComponent.self).build(()).value
    #expect(early.duringInit == nil)
    #expect(early.helper.duringInit == nil)
    #expect(early.late.get()?.early === early)
  }

  @Test("a weak provider outside of a cycle can be called in an initializer")
  func immediately() throws {
    let root = try ComponentFactory.of(ImpatientComponent.self).build(())
    #expect(root.printer != nil)
  }

  @Test("nothing is left of a component instance whose weak providers made nothing, or something")
  func leaks() throws {
    weak var desk: Desk?
    weak var paper: Paper?
    for isMade in [false, true] {
      var office: Office? = try ComponentFactory.of(OfficeComponent.self).build(())
      desk = office?.desk
      if isMade { paper = office?.printer.get()?.paper }
      #expect(desk != nil)
      office = nil
      #expect(desk == nil)
      #expect(paper == nil)
    }
  }

  @Test("once there is an instance, a weak provider does not keep its dependencies alive")
  func dependencies() throws {
    weak var bus: Bus?
    weak var listener: Listener?
    do {
      var street: Street? = try ComponentFactory.of(StreetComponent.self).build(())
      bus = street?.bus
      listener = street?.listener
      // The bus holds the listener, which holds a weak provider of an object that depends on the bus.
      bus?.listeners.withLock { [listener] in $0 = [listener].compactMap { $0 } }
      #expect(listener?.stop.get() === street?.stop)
      street = nil
    }
    #expect(bus == nil)
    #expect(listener == nil)
  }

  @Test("many weak providers are requested before there is an instance")
  func many() throws {
    let office = try ComponentFactory.of(OfficeComponent.self).build(())
    var chairs: [Chair] = []
    for number in 0..<100 {
      let chair = office.chairs.get()
      if number.isMultiple(of: 10) { chairs.append(chair) }
    }
    let printer = office.printer.get()
    #expect(chairs.allSatisfy { $0.printer.get() === printer })
    #expect(printer != nil)
  }

  @Test("a weak provider of a subcomponent makes the instance of its parent component")
  func parent() throws {
    let office = try ComponentFactory.of(OfficeComponent.self).build(())
    let (first, second) = (office.rooms.build(()), office.rooms.build(()))
    let printer = first.printer.get()
    #expect(printer != nil)
    #expect(second.printer.get() === printer)
    let (lamp, other) = (first.lamp.get(), second.lamp.get())
    #expect(lamp != nil && other != nil)
    #expect(lamp !== other, "one in each instance of the subcomponent")
  }

  @Test("a weak provider can't make what can fail or has to be awaited")
  func effects() async throws {
    let root = try await ComponentFactory.of(FailingComponent.self).build(())
    #expect(root.throwing.get() == nil)
    let made = try root.throwingProvider.get()
    #expect(root.throwing.get() === made)
    #expect(FailingComponent.awaited.withLock { $0 } == 0, "only requested weakly, so not prepared")
    #expect(root.awaited.get() == nil)
  }

  @Test("a weak provider of a structure returns the shared value while a provider keeps it")
  func structures() throws {
    let notebook = try ComponentFactory.of(NotebookComponent.self).build(())
    #expect(notebook.note.get()?.text == "one")
    #expect(notebook.provider.get().text == "one")
    let note = try ComponentFactory.of(NoteComponent.self).build(()).value
    #expect(note.get()?.text == "two")
    #expect(note.get() == nil, "no object holds the shared copy")
  }

  @Test("weak requests are no cycle of immediate dependencies, but one of values")
  func validation() throws {
    // `TreeComponent` has a weak cycle; here, the value that depends on itself is a structure.
    #expect(findings(of: KnotComponent.self).map(\.code) == [.cyclicValue])
  }
}

/// A root that holds one instance.
private struct Only<Value> { let value: Value }

private final class Paper: Sendable {}

private final class Printer: Sendable {
  let paper: Paper
  init(paper: Paper) { self.paper = paper }
}

private final class Desk: Sendable {
  let printer: WeakProvider<Printer>
  init(printer: WeakProvider<Printer>) { self.printer = printer }
}

private enum DeskComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: PrinterModule.self)
    binder.bind(Desk.self).to(factory: Desk.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Only<Desk>>) -> BindingReceipt<Only<Desk>> {
    bind.to(factory: Only.init)
  }
}

private enum PrinterModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Paper.self).sharedInScope().to(factory: Paper.init)
    binder.bind(Printer.self).sharedInScope().to(factory: Printer.init)
  }
}

private struct Chair: Sendable { let printer: WeakProvider<Printer> }

private final class Lamp: Sendable {}

private struct Room: Sendable {
  let printer: WeakProvider<Printer>
  let lamp: WeakProvider<Lamp>
}

private struct Office: Sendable {
  let printer: WeakProvider<Printer>
  let desk: Desk
  let chairs: Provider<Chair>
  let rooms: ComponentFactory<RoomComponent>
}

private enum OfficeComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: PrinterModule.self)
    binder.bind(Desk.self).sharedInScope().to(factory: Desk.init)
    binder.bind(Chair.self).to(factory: Chair.init)
    binder.install(dependency: RoomComponent.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Office>) -> BindingReceipt<Office> {
    bind.to(factory: Office.init)
  }
}

private struct RoomScope: Scope {}

private enum RoomComponent: Component {
  static func configure(binder: Binder<RoomScope>) {
    binder.bind(Lamp.self).sharedInScope().to(factory: Lamp.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Room>) -> BindingReceipt<Room> {
    bind.to(factory: Room.init)
  }
}

private final class Leaf: Sendable {
  let trunk: WeakProvider<Trunk>
  init(trunk: WeakProvider<Trunk>) { self.trunk = trunk }
}

private final class Trunk: Sendable {
  let leaf: Leaf
  init(leaf: Leaf) { self.leaf = leaf }
}

private enum TreeComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Leaf.self).sharedInScope().to(factory: Leaf.init)
    binder.bind(Trunk.self).sharedInScope().to(factory: Trunk.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Only<Leaf>>) -> BindingReceipt<Only<Leaf>> {
    bind.to(factory: Only.init)
  }
}

private final class Late: Sendable {
  let early: Early
  init(early: Early) { self.early = early }
}

private final class Helper: Sendable {
  let late: WeakProvider<Late>
  let duringInit: Late?

  init(late: WeakProvider<Late>) {
    self.late = late
    duringInit = late.get()
  }
}

private final class Early: Sendable {
  let helper: Helper
  let late: WeakProvider<Late>
  let duringInit: Late?

  init(helper: Helper, late: WeakProvider<Late>) {
    self.helper = helper
    self.late = late
    duringInit = late.get() ?? helper.late.get()
  }
}

private enum EagerComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Early.self).sharedInScope().to(factory: Early.init)
    binder.bind(Late.self).sharedInScope().to(factory: Late.init)
    binder.bind(Helper.self).sharedInScope().to(factory: Helper.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Only<Early>>) -> BindingReceipt<Only<Early>>
  {
    bind.to(factory: Only.init)
  }
}

private struct Impatient {
  let printer: Printer?
  init(printer: WeakProvider<Printer>) { self.printer = printer.get() }
}

private enum ImpatientComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: PrinterModule.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Impatient>) -> BindingReceipt<Impatient> {
    bind.to(factory: Impatient.init)
  }
}

private final class Bus: Sendable {
  let listeners = Mutex<[Listener]>([])
}

private final class Stop: Sendable {
  let bus: Bus
  init(bus: Bus) { self.bus = bus }
}

private final class Listener: Sendable {
  let stop: WeakProvider<Stop>
  init(stop: WeakProvider<Stop>) { self.stop = stop }
}

private struct Street {
  let listener: Listener
  let bus: Bus
  let stop: Stop
}

private enum StreetComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Bus.self).sharedInScope().to(factory: Bus.init)
    binder.bind(Stop.self).sharedInScope().to(factory: Stop.init)
    binder.bind(Listener.self).sharedInScope().to(factory: Listener.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Street>) -> BindingReceipt<Street> {
    bind.to(factory: Street.init)
  }
}

private final class Thrown: Sendable {}
private final class Awaited: Sendable {}

private struct Failing {
  let throwing: WeakProvider<Thrown>
  let throwingProvider: ThrowingProvider<Thrown>
  let awaited: WeakProvider<Awaited>
}

private enum FailingComponent: RootComponent, AsyncComponent {
  static let awaited = Mutex(0)

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Thrown.self).sharedInScope().to { () throws in Thrown() }
    binder.bind(Awaited.self).sharedInScope().to { () async in
      awaited.withLock { $0 += 1 }
      return Awaited()
    }
  }

  static func configureRoot(binder bind: ReceiptBinder<Failing>) -> BindingReceipt<Failing> {
    bind.to(factory: Failing.init)
  }
}

private struct Note { let text: String }

private enum NoteModule: Module {
  private static let texts = Mutex(["two", "one"])

  static func configure(binder: Binder<Singleton>) {
    binder.bind(Note.self).sharedInScope().to {
      Note(text: texts.withLock { $0.popLast() } ?? "none")
    }
  }
}

private enum NoteComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) { binder.include(module: NoteModule.self) }

  static func configureRoot(
    binder bind: ReceiptBinder<Only<WeakProvider<Note>>>
  ) -> BindingReceipt<Only<WeakProvider<Note>>> {
    bind.to(factory: Only.init)
  }
}

private struct Notebook {
  let note: WeakProvider<Note>
  let provider: Provider<Note>
}

private enum NotebookComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) { binder.include(module: NoteModule.self) }

  static func configureRoot(binder bind: ReceiptBinder<Notebook>) -> BindingReceipt<Notebook> {
    bind.to(factory: Notebook.init)
  }
}

private struct Knot { let string: Rope }

private final class Rope: Sendable {
  let knot: WeakProvider<Knot>
  init(knot: WeakProvider<Knot>) { self.knot = knot }
}

private enum KnotComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Rope.self).sharedInScope().to(factory: Rope.init)
    binder.bind(Knot.self).sharedInScope().to(factory: Knot.init)
  }

  static func configureRoot(binder bind: ReceiptBinder<Only<Rope>>) -> BindingReceipt<Only<Rope>> {
    bind.to(factory: Only.init)
  }
}

private final class NamedPrinter: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private struct DecoratedRoot {
  let printer: NamedPrinter
  let weak: WeakProvider<NamedPrinter>
}

private enum DecoratedComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(NamedPrinter.self).sharedInScope().to { NamedPrinter("plain") }
    binder.decorate(NamedPrinter.self).to { (printer: NamedPrinter) in NamedPrinter("decorated") }
  }
  static func configureRoot(
    binder bind: ReceiptBinder<DecoratedRoot>
  ) -> BindingReceipt<DecoratedRoot> {
    bind.to(factory: DecoratedRoot.init)
  }
}
