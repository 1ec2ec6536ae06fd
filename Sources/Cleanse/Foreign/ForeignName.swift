import Synchronization

/// What stands in a key for C beside the Swift type.
struct ForeignName: Hashable, Sendable {
  /// The C type with all that tells it apart, where many have one Swift type: `counter *`,
  /// `point { double x; double y; }`.
  var type: String?
  /// How that is written: `point`.
  var typeName: String?
  /// What stands behind the `@`.
  var name: String?
}

/// The tag of a key that only C has a name for.
///
/// Keys are types, so a name that is known at run time alone needs a type as well: `Index` is one for
/// each name. It is a structure, as its metadata then tell what it is without a cast.
struct ForeignTag<Element, Index>: Tag {
  static var cName: String? { ForeignNames.name(of: Index.self).name }
}

/// What a foreign tag tells of itself.
private protocol NamedTag {
  static var name: ForeignName { get }
}

extension ForeignTag: NamedTag {
  static var name: ForeignName { ForeignNames.name(of: Index.self) }
}

extension ForeignName {
  /// The name that a tag stands for; nothing for a tag that was written in Swift.
  init?(of tag: any Any.Type) {
    // Asked only when it holds: a cast that fails is expensive.
    guard TypeMetadata(tag).maker == Self.maker, let tag = tag as? any NamedTag.Type else {
      return nil
    }
    self = tag.name
  }

  private static let maker = TypeMetadata(ForeignTag<Void, ForeignNames.Origin>.self).maker
}

/// The types that stand for names, one for each name that the process has met.
///
/// They are binary numbers: `Even<N>` is 2·N and `Odd<N>` is 2·N + 1, so that each name costs one new
/// type.
enum ForeignNames {
  /// Zero, which is no name.
  struct Origin {}
  private struct Even<Half> {}
  private struct Odd<Half> {}

  private struct Table {
    var numbers: [ForeignName: Int] = [:]
    var names: [ForeignName] = [ForeignName()]
    var types: [any Any.Type] = [Origin.self]
    var numbersOfTypes: [ObjectIdentifier: Int] = [ObjectIdentifier(Origin.self): 0]

    mutating func type(of name: ForeignName) -> any Any.Type {
      if let number = numbers[name] { return types[number] }
      let number = names.count
      let type = Self.type(number, half: types[number / 2])
      numbers[name] = number
      numbersOfTypes[ObjectIdentifier(type)] = number
      names.append(name)
      types.append(type)
      return type
    }

    private static func type(_ number: Int, half: any Any.Type) -> any Any.Type {
      func open<Half>(_ half: Half.Type) -> any Any.Type {
        number.isMultiple(of: 2) ? Even<Half>.self : Odd<Half>.self
      }
      return _openExistential(half, do: open)
    }
  }

  private static let table = TrackedMutex(Table())

  static func type(of name: ForeignName) -> any Any.Type {
    table.withLock { $0.type(of: name) }
  }

  static func name(of type: any Any.Type) -> ForeignName {
    let identity = ObjectIdentifier(type)
    return table.withLock { table in
      table.numbersOfTypes[identity].map { table.names[$0] } ?? ForeignName()
    }
  }

  /// The key of a type under a name; without any, it is that of the type alone.
  static func key(of element: any Any.Type, named name: ForeignName) -> any RecordedKey.Type {
    func open<Element>(_ element: Element.Type) -> any RecordedKey.Type {
      guard name != ForeignName() else { return InstanceKey<Element>.self }
      func tag<Index>(_ index: Index.Type) -> any RecordedKey.Type {
        TaggedKey<ForeignTag<Element, Index>>.self
      }
      return _openExistential(type(of: name), do: tag)
    }
    return _openExistential(element, do: open)
  }
}
