/// C, as the framework sees it: bindings that are functions and values with a signature, handles and bridges.
package enum CLanguage: GuestLanguage {
  typealias Written = ForeignBinding
  typealias Attachment = CAttachment
  package typealias Names = BindingGraph.CNames
  typealias Values = ForeignDictionary
  typealias InstanceState = ForeignProviders

  static var validators: [any GraphValidator] { [ForeignTypeValidator()] }
  static var wording: any FixWording { CWording() }

  static func names(of components: [RecordedComponent], _ keys: KeyTable) -> Names {
    Names(components, keys)
  }

  static func resolveNames(in declarations: inout Declarations) {
    CNameResolution.resolve(&declarations)
  }

  static func newInstanceState() -> sending ForeignProviders { ForeignProviders() }
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
    attachments.compactMap { if case .bridge(let bridge) = $0 { bridge } else { nil } }
  }

  /// How the targets of pointer types are destroyed.
  var destructors: [RecordedDestructor] {
    attachments.compactMap { if case .destructor(let destructor) = $0 { destructor } else { nil } }
  }
}
