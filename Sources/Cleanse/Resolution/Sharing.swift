/// The location of a shared instance.
// Not nested in the provider, which would make it generic, so that each provider would need metadata for it.
struct Sharing {
  let cell: Cell
  /// The slot of the weak reference that weak providers read; nil if there are none.
  let weakSlot: WeakSlot?
}
