import Cleanse
import CleanseTestSupport
import Testing

// Collections doubled, dictionaries were refused and bindings shadowed themselves.
@Suite("A module that an ancestor includes adds nothing in a descendant")
struct RepeatedModuleTests {
  @Test("whatever it binds, through other modules, and over several levels")
  func levels() throws {
    let factory = try ComponentFactory.of(Town.self)
    #expect(factory.findings.isEmpty)
    let town = factory.build(())
    let street = town.street.build(())
    let house = street.house.build(())
    #expect(town.lists.all == ["shared"])
    #expect(street.lists.all == ["shared"])
    #expect(house.lists.all == ["shared", "house"])
    #expect(house.lists.table == ["shared": 1])
    #expect(house.lists.names == ["shared"])
    #expect(house.well === town.well)
    #expect(
      BindingGraph(of: Town.self).components.map(\.name).filter { $0.contains("Shed") }.count == 1)
  }

  @Test("also if the ancestor includes it after the subcomponent was installed")
  func later() throws {
    let factory = try ComponentFactory.of(LateTown.self)
    #expect(factory.findings.isEmpty)
    #expect(factory.build(()).factory.build(()).all == ["shared"])
  }

  @Test("an extension of a subcomponent repeats nothing either")
  func extensions() throws {
    let factory = try ComponentFactory.of(ExtendedTown.self)
    #expect(factory.findings.isEmpty)
    #expect(factory.build(()).factory.build(()).all == ["shared", "extension"])
  }

  @Test("an override of what the descendant itself binds stays in effect")
  func overrides() throws {
    let factory = try ComponentFactory.of(OverriddenTown.self)
    #expect(factory.build(()).factory.build(()) == 9)
  }

  @Test("a module of another name, or with other bindings, is not the same")
  func others() throws {
    let factory = try ComponentFactory.of(OtherTown.self)
    #expect(factory.build(()).factory.build(()).all == [1, 2])
  }

  @Test("what contributors include concerns their own subcomponents alone")
  func contributors() throws {
    let recording = Recording(of: Plain.self) { recorder in
      for name in ["a", "b"] {
        let errors = recorder.attempt(from: name) { recorder in
          let binder = Binder<Unscoped>(recorder: recorder)
          binder.include(module: SharedModule.self)
          if name == "b" { binder.install(dependency: Square.self) }
        }
        #expect(errors.isEmpty)
      }
    }
    let square = try #require(recording.graph.components.firstIndex { $0.name.contains("Square") })
    // b includes the module after a, so the bindings of the root component have a as their origin.
    #expect(
      recording.graph.bindings.filter { $0.component.number == square }
        .allSatisfy { !$0.provenance.modules.contains { $0.contains("SharedModule") } })
  }
}

private final class Well: Sendable {}

private struct Lists {
  let all: [String]
  let table: [String: Int]
  let names: Set<String>
}

private struct Names { let all: [String] }
private struct Numbers { let all: [Int] }
private struct Making<C: Component> { let factory: ComponentFactory<C> }

private enum SharedModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(String.self).intoCollection().to(value: "shared")
    binder.bind(String.self).intoSet().to(value: "shared")
    binder.bind(Int.self).intoDictionary(key: "shared").to(value: 1)
    binder.declareCollection(of: Int8.self)
    binder.bind(Lists.self).to(factory: Lists.init)
    binder.install(dependency: Shed.self)
  }
}

private enum TownModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: SharedModule.self)
    binder.bind(Well.self).sharedInScope().to(factory: Well.init)
  }
}

private enum FeatureModule: Module {
  static func configure(binder: UnscopedBinder) { binder.include(module: SharedModule.self) }
}

private enum Shed: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int16>) -> BindingReceipt<Int16> {
    bind.to(value: 1)
  }
}

private struct HouseRoot {
  let lists: Lists
  let well: Well
  let shed: ComponentFactory<Shed>
  let numbers: [Int8]
}

private enum House: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: FeatureModule.self)
    binder.include(module: SharedModule.self)
    binder.bind(String.self).intoCollection().to(value: "house")
    // Otherwise the one of the town would be made of the town's collections.
    binder.bind(Lists.self).overriding().to(factory: Lists.init)
  }
  static func configureRoot(binder bind: ReceiptBinder<HouseRoot>) -> BindingReceipt<HouseRoot> {
    bind.to(factory: HouseRoot.init)
  }
}

private struct StreetRoot {
  let lists: Lists
  let house: ComponentFactory<House>
}

private enum Street: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: FeatureModule.self)
    binder.install(dependency: House.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<StreetRoot>) -> BindingReceipt<StreetRoot> {
    bind.to(factory: StreetRoot.init)
  }
}

private struct TownRoot {
  let lists: Lists
  let well: Well
  let street: ComponentFactory<Street>
}

private enum Town: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: TownModule.self)
    binder.install(dependency: Street.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<TownRoot>) -> BindingReceipt<TownRoot> {
    bind.to(factory: TownRoot.init)
  }
}

private enum Square: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) { binder.include(module: FeatureModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Names>) -> BindingReceipt<Names> {
    bind.to { (lists: Lists) in Names(all: lists.all) }
  }
}

private enum LateTown: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.install(dependency: Square.self)
    binder.include(module: FeatureModule.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Making<Square>>
  ) -> BindingReceipt<Making<Square>> {
    bind.to { (lists: Lists, shed: ComponentFactory<Shed>, square: ComponentFactory<Square>) in
      Making(factory: square)
    }
  }
}

private enum Plain: RootComponent {
  static func configure(binder: Binder<Unscoped>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int16>) -> BindingReceipt<Int16> {
    bind.to(value: 1)
  }
}

private enum ExtendedScope: Scope {}

private enum ExtensionModule: Module {
  static func configure(binder: Binder<ExtendedScope>) {
    binder.include(module: NamesModule.self)
    binder.bind(String.self).intoCollection().to(value: "extension")
  }
}

private enum NamesModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(String.self).intoCollection().to(value: "shared")
  }
}

private enum Extended: Component {
  typealias Seed = Void
  static func configure(binder: Binder<ExtendedScope>) { binder.include(module: NamesModule.self) }
  static func configureRoot(binder bind: ReceiptBinder<Names>) -> BindingReceipt<Names> {
    bind.to(factory: Names.init)
  }
}

private enum ExtendedTown: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: NamesModule.self)
    binder.install(dependency: Extended.self)
    binder.include(module: ExtensionModule.self, inSubcomponentsOf: ExtendedScope.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Making<Extended>>
  ) -> BindingReceipt<Making<Extended>> {
    bind.to { (names: [String], factory: ComponentFactory<Extended>) in Making(factory: factory) }
  }
}

private enum NineModule: Module {
  static func configure(binder: UnscopedBinder) { binder.bind(Int.self).to(value: 9) }
}

private enum Numbered: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int.self).to(value: 1)
    binder.override(with: NineModule.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<UInt>) -> BindingReceipt<UInt> {
    bind.to { (number: Int) in UInt(number) }
  }
}

private enum OverriddenTown: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: NineModule.self)
    binder.install(dependency: Numbered.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Making<Numbered>>
  ) -> BindingReceipt<Making<Numbered>> {
    bind.to { (number: Int, factory: ComponentFactory<Numbered>) in Making(factory: factory) }
  }
}

private enum NumbersModule<Number>: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(Int.self).intoCollection().to { Number.self == Int8.self ? 1 : 2 }
  }
}

private enum Differing: Component {
  typealias Seed = Void
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: NumbersModule<Int16>.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Numbers>) -> BindingReceipt<Numbers> {
    bind.to(factory: Numbers.init)
  }
}

private enum OtherTown: RootComponent {
  static func configure(binder: Binder<Unscoped>) {
    binder.include(module: NumbersModule<Int8>.self)
    binder.install(dependency: Differing.self)
  }
  static func configureRoot(
    binder bind: ReceiptBinder<Making<Differing>>
  ) -> BindingReceipt<Making<Differing>> {
    bind.to { (numbers: [Int], factory: ComponentFactory<Differing>) in Making(factory: factory) }
  }
}
