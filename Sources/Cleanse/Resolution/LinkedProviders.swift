/// All providers of a linked graph, each behind those that it needs.
///
/// A provider holds those that it was linked to, so a chain of them is as deep as that of the
/// dependencies, and letting go of its first one would take as deep a stack. Whoever can be the last
/// to hold a provider holds this too, which lets go of them one by one, from the outermost on.
final class LinkedProviders: @unchecked Sendable {
  // Safety: appended to by the linker alone, before anybody else has it.
  private var providers: [AnyObject] = []

  deinit {
    while providers.popLast() != nil {}
  }

  func append(_ provider: AnyObject) {
    providers.append(provider)
  }
}
