import Cleanse

extension BindingGraph.CNames: GuestNames {
  package static var codes: Set<Diagnostic.Code> { [.cNameConflict, .cTypeConflict] }
  package static var validators: [any GraphValidator] { [ForeignTypeValidator()] }
  package static var wording: any FixWording { CWording() }

  package static func resolve(in declarations: inout Declarations) {
    CNameResolution.resolve(&declarations)
  }

  package var bySubcomponent: [ComponentIndex: any GuestNames] {
    var names: [ComponentIndex: Self] = [:]
    for bridge in bridges {
      if let component = bridge.subcomponent {
        names[component, default: Self()].bridges.append(bridge)
      }
    }
    for pointer in pointers {
      if let component = pointer.component {
        names[component, default: Self()].pointers.append(pointer)
      }
    }
    return names
  }

  package mutating func merge(
    _ part: any GuestNames, from origin: String?, isIncluded: (_ module: String) -> Bool
  ) -> Set<String> {
    guard let part = part as? Self else { return [] }
    var modules: Set<String> = []
    for bridge in part.bridges
    where bridge.subcomponent == nil && bridge.provenance.origin == origin
      && !isRepeated(bridge, isIncluded)
    {
      modules.formUnion(bridge.provenance.modules)
      bridges.append(bridge)
    }
    // C plugins have no modules.
    handles += part.handles.filter { $0.provenance.origin == origin }
    pointers += part.pointers.filter { $0.component == nil && $0.provenance.origin == origin }
    return modules
  }

  private func isRepeated(_ bridge: Bridge, _ isIncluded: (String) -> Bool) -> Bool {
    bridge.provenance.modules.contains(where: isIncluded)
      && bridges.contains { $0.name == bridge.name && $0.value == bridge.value }
  }

  package mutating func merge(
    _ subcomponent: any GuestNames, from origin: String?, into component: ComponentIndex
  ) {
    guard let subcomponent = subcomponent as? Self else { return }
    for var bridge in subcomponent.bridges where bridge.provenance.origin == origin {
      bridge.component = component
      bridges.append(bridge)
    }
    for var pointer in subcomponent.pointers where pointer.provenance.origin == origin {
      pointer.component = component
      pointers.append(pointer)
    }
  }
}

extension [CodingUserInfoKey: any Sendable] {
  /// The user info that a decoder needs to read graphs with C names.
  package static var graphsWithC: Self {
    CodingUserInfoKey.guestNames.map { [$0: BindingGraph.CNames.self as any GuestNames.Type] }
      ?? [:]
  }
}

extension BindingGraph.CNames.Bridge {
  /// The component that installs it; nil for the root component.
  fileprivate var subcomponent: ComponentIndex? { component == .root ? nil : component }
}

extension BindingGraph.CNames {
  /// Creates the names that recorded components declare.
  init(_ components: [RecordedComponent], _ keys: KeyTable) {
    self.init()
    for (index, component) in components.enumerated() {
      for recorded in component.bridges {
        func open<B: CBridge>(_ bridge: B.Type) {
          bridges.append(
            Bridge(
              name: B.cName, value: keys.key(of: B.Value.self),
              collection: keys.key(of: [B.Value].self),
              component: index == 0 ? nil : ComponentIndex(index),
              location: recorded.location.sourceLocation, provenance: recorded.provenance))
        }
        open(recorded.type)
      }
      handles += component.destructors.map {
        Handle(name: $0.name, location: $0.location.sourceLocation, provenance: $0.provenance)
      }
    }
  }
}
