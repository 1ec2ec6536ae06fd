extension BindingGraph.CNames: GuestNames {
  static var codes: Set<Diagnostic.Code> { [.cNameConflict, .cTypeConflict] }

  var bySubcomponent: [Int: Self] {
    var names: [Int: Self] = [:]
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

  mutating func merge(
    _ part: Self, from origin: String?, isIncluded: (_ module: String) -> Bool
  ) -> Set<String> {
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

  mutating func merge(_ subcomponent: Self, into component: Int) {
    for var bridge in subcomponent.bridges {
      bridge.component = component
      bridges.append(bridge)
    }
    for var pointer in subcomponent.pointers {
      pointer.component = component
      pointers.append(pointer)
    }
  }
}

extension BindingGraph.CNames.Bridge {
  /// The index of the component that installs it; nil for the root component.
  fileprivate var subcomponent: Int? { component == 0 ? nil : component }
}

extension BindingGraph.CNames {
  /// The names that recorded components declare.
  init(_ components: [RecordedComponent], _ keys: KeyTable) {
    self.init()
    for (index, component) in components.enumerated() {
      for recorded in component.bridges {
        func open<B: CBridge>(_ bridge: B.Type) {
          bridges.append(
            Bridge(
              name: B.cName, value: keys.key(of: B.Value.self),
              collection: keys.key(of: [B.Value].self), component: index == 0 ? nil : index,
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
