import Cleanse
import Testing

/// What a component needs of a module, whichever it is: 4.2 has no other way to replace a binding.
protocol SpeakerModule: Cleanse.Module {
  static func configureSpeaker(binder bind: ReceiptBinder<Speaker>) -> BindingReceipt<Speaker>
}

struct ReleaseModule: SpeakerModule {
  static func configure(binder: Binder<Singleton>) {
    binder.bind().sharedInScope().to(factory: LoudSpeaker.init)
  }
  static func configureSpeaker(binder bind: ReceiptBinder<Speaker>) -> BindingReceipt<Speaker> {
    return bind.to { $0 as LoudSpeaker }
  }
}

struct FakeModule: SpeakerModule {
  static func configure(binder: Binder<Singleton>) {}
  static func configureSpeaker(binder bind: ReceiptBinder<Speaker>) -> BindingReceipt<Speaker> {
    return bind.to(factory: QuietSpeaker.init)
  }
}

struct SpeakerComponent<M: SpeakerModule>: RootComponent where M.Scope == Singleton {
  typealias Root = Speaker
  static func configure(binder: Binder<Singleton>) { binder.include(module: M.self) }
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    return bind.configured(with: M.configureSpeaker)
  }
}

@Suite("Published forms: overrides")
struct OverrideFormTests {
  @Test("a component is generic over the module that differs in tests")
  func contract() throws {
    let release = try ComponentFactory.of(SpeakerComponent<ReleaseModule>.self).build(())
    let fake = try ComponentFactory.of(SpeakerComponent<FakeModule>.self).build(())
    #expect(release.speak() == "LOUD" && fake.speak() == "quiet")
  }

  @Test("what a module of fakes bound becomes a closure after of")
  func replacement() throws {
    struct Bindings: Cleanse.Module {
      static func configure(binder: Binder<Singleton>) {
        binder.bind(Speaker.self).to(factory: LoudSpeaker.init)
      }
    }
    let factory = try ComponentFactory.of(Requesting<Speaker, Bindings>.self) { binder in
      binder.bind(Speaker.self).to(factory: QuietSpeaker.init)
    }
    #expect(factory.build(()).value.speak() == "quiet")
  }
}
