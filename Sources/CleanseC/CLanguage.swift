import Cleanse

/// C, as the framework records and links it: bindings that are functions and values with a signature, handles and
/// bridges.
enum CLanguage: GuestLanguage {
  static func names(
    of components: [RecordedComponent], _ keys: KeyTable
  ) -> any GuestNames {
    BindingGraph.CNames(components, keys)
  }

  static func values(of components: [RecordedComponent]) -> any GuestValues {
    ForeignDictionary(components)
  }
}

/// What a plugin or a module declares for C plugins that is not a binding.
enum CAttachment: Sendable {
  /// Which Swift type a pointer type is.
  case bridge(RecordedBridge)
  /// How the targets of a pointer type are destroyed.
  case destructor(RecordedDestructor)
}

extension RecordedComponent {
  /// Which pointer types are Swift types.
  var bridges: [RecordedBridge] {
    attachments.compactMap {
      if case .bridge(let bridge) = $0 as? CAttachment { bridge } else { nil }
    }
  }

  /// How the targets of pointer types are destroyed.
  var destructors: [RecordedDestructor] {
    attachments.compactMap {
      if case .destructor(let destructor) = $0 as? CAttachment { destructor } else { nil }
    }
  }
}
