@testable import Cleanse

extension GraphPlan.Key {
  /// The type of the key. Odd numbers are structures, the others classes.
  var subject: any Subject.Type {
    func open<N: Digit, C: CallerEffect>(_: N.Type, _: C.Type) -> any Subject.Type {
      switch shape {
      case .seed: SingleSubject<PlannedSeed<N>>.self
      case .root: SingleSubject<PlannedRoot<N>>.self
      case .scoped: ComponentSubject<PlannedScoped<N, C>>.self
      case .bare: ComponentSubject<PlannedBare<N, C>>.self
      case .seededByTag: ComponentSubject<PlannedSeededByTag<N, C>>.self
      default:
        number.isMultiple(of: 2)
          ? of(PlannedClass<N>.self, C.self) : of(PlannedStructure<N>.self, C.self)
      }
    }
    return open(digit(number), callerEffect(for: handled))
  }

  private func of<M: Made, C: CallerEffect>(_: M.Type, _: C.Type) -> any Subject.Type {
    switch shape {
    case .maybe: OptionalSubject<M>.self
    case .late: ProviderSubject<M>.self
    case .list: ArraySubject<M>.self
    case .bag: SetSubject<M>.self
    case .table: DictionarySubject<M>.self
    case .injector: InjectorSubject<M>.self
    case .factory: FactorySubject<M, C>.self
    default: SingleSubject<M>.self
    }
  }

  /// The key as it is recorded.
  var recorded: any TypedKey.Type {
    func open<S: Subject, N: Digit>(_: S.Type, _: N.Type) -> any TypedKey.Type {
      tag == nil ? InstanceKey<S.Element>.self : TaggedKey<PlannedTag<S, N>>.self
    }
    return open(subject, digit(tag ?? 0))
  }
}

extension GraphPlan.Request {
  var planned: any PlannedRequest.Type {
    func open<S: Subject, N: Digit>(_: S.Type, _: N.Type) -> any PlannedRequest.Type {
      switch form {
      case .instance: DirectRequest<S>.self
      case .provider: ProviderRequest<S>.self
      case .function: FunctionRequest<S>.self
      case .sendableFunction: SendableFunctionRequest<S>.self
      case .optional: OptionalRequest<S>.self
      case .weak: WeakRequest<S>.self
      case .tagged: TaggedRequest<S, N>.self
      case .throwing: key.tag == nil ? ThrowingRequest<S>.self : TaggedThrowingRequest<S, N>.self
      case .elements: S.elements ?? DirectRequest<S>.self
      case .awaiting: key.tag == nil ? AwaitingRequest<S>.self : TaggedAwaitingRequest<S, N>.self
      }
    }
    return open(key.subject, digit(key.tag ?? 0))
  }
}
