import Cleanse
@testable import CleansePluginProbing
import Testing

@Suite("The work of probe processes")
struct ProbeWorkTests {
  // The manifest of the rehearsal was not valid, so that nothing was rehearsed.
  @Test("is rehearsed without an error")
  func rehearsal() async {
    await #expect(processExitsWith: .success) {
      try ProbeWork(component: EmptyComponent.self).rehearse()
    }
  }
}

private enum EmptyComponent: RootComponent {
  static func configure(binder: UnscopedBinder) {}

  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}
