/// The key of a binding under a tag: it is asked for as `TaggedProvider<T>` alone.
@usableFromInline
enum TaggedKey<T: Tag>: RecordedKey {
  @usableFromInline static var element: any Any.Type { T.Element.self }
  @usableFromInline static var tag: (any Any.Type)? { T.self }
  @usableFromInline static var request: any Any.Type { TaggedProvider<T>.self }
  @usableFromInline static var form: AccessForm { .provider }
  @usableFromInline static var derivedForms: [(type: any Any.Type, form: AccessForm)] { [] }

  @usableFromInline
  static func adapt(_ linked: AnyObject, to form: AccessForm) -> AnyObject {
    let provider = LinkedProvider<T.Element>.of(linked)
    return LinkedProvider<TaggedProvider<T>> { context in
      TaggedProvider(Provider(linked: provider, context: context))
    }
  }

  @usableFromInline
  static func lift(_ linked: AnyObject, levels: Int) -> AnyObject {
    InstanceKey<T.Element>.lift(linked, levels: levels)
  }

  @usableFromInline
  static func weakProvider(slot: Int, levels: Int) -> AnyObject {
    InstanceKey<T.Element>.weakProvider(slot: slot, levels: levels)
  }

  @usableFromInline
  static func share(_ linked: AnyObject, cell: Int, weakSlot: Int?) -> AnyObject {
    InstanceKey<T.Element>.share(linked, cell: cell, weakSlot: weakSlot)
  }

  @usableFromInline
  static func absent() -> AnyObject {
    InstanceKey<T.Element>.absent()
  }

  @usableFromInline
  static func filled(cell: Int) -> AnyObject {
    InstanceKey<T.Element>.filled(cell: cell)
  }
}
