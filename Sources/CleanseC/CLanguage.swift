// This folder makes C a guest language of the framework, whose protocols `CLanguage` implements. A binding in C
// (`ForeignBinding`) has a `CSignature` of `CType`s. When all modules have been recorded, `CNameResolution` replaces C
// names by keys. For linking, `ForeignDictionary` chooses a `ForeignCoding` for each parameter, and `ForeignFactory`
// makes a provider that calls the C function, with the arguments in a `ForeignArena`. Texts and libffi are in CleansePluginCABI.

import Cleanse

/// C as a guest language of the framework: bindings of functions and values with a signature, handles and
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

/// A declaration for C plugins that is not a binding.
enum CAttachment: Sendable {
  /// The Swift type of a pointer type.
  case bridge(RecordedBridge)
  /// The destructor of a pointer type's targets.
  case destructor(RecordedDestructor)
}

extension RecordedComponent {
  /// The recorded bridges, in order of declaration.
  var bridges: [RecordedBridge] {
    attachments.compactMap {
      if case .bridge(let bridge) = $0 as? CAttachment { bridge } else { nil }
    }
  }

  /// The recorded destructors of pointer types, in order of declaration.
  var destructors: [RecordedDestructor] {
    attachments.compactMap {
      if case .destructor(let destructor) = $0 as? CAttachment { destructor } else { nil }
    }
  }
}
