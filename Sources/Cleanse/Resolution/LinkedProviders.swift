/// All providers of a linked graph, each after its dependencies.
///
/// A provider holds its dependencies, so a chain of providers is as deep as the chain of dependencies, and
/// its recursive release would need a stack as deep. Every object that can be the last holder of a provider
/// holds this list too, which releases the providers one by one, beginning with the root.
final class LinkedProviders: @unchecked Sendable {
  // Safety: only the linker appends to it, before any other code has it.
  private var providers: [AnyObject] = []

  deinit {
    while providers.popLast() != nil {}
  }

  func append(_ provider: AnyObject) {
    providers.append(provider)
  }
}
