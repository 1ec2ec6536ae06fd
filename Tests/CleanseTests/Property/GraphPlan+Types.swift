@testable import Cleanse

extension GraphPlan.Key {
  /// The type behind the key. Odd numbers are structures, the others classes.
  var subject: any Subject.Type {
    func open<N: Digit, C: Coping>(_: N.Type, _: C.Type) -> any Subject.Type {
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
    return open(digit(number), coping(with: copes))
  }

  private func of<M: Made, C: Coping>(_: M.Type, _: C.Type) -> any Subject.Type {
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
  var ask: any Ask.Type {
    func open<S: Subject, N: Digit>(_: S.Type, _: N.Type) -> any Ask.Type {
      switch form {
      case .instance: DirectAsk<S>.self
      case .provider: ProviderAsk<S>.self
      case .function: FunctionAsk<S>.self
      case .sendableFunction: SendableFunctionAsk<S>.self
      case .optional: OptionalAsk<S>.self
      case .weak: WeakAsk<S>.self
      case .tagged: TaggedAsk<S, N>.self
      case .throwing: key.tag == nil ? ThrowingAsk<S>.self : TaggedThrowingAsk<S, N>.self
      case .awaiting: key.tag == nil ? AwaitingAsk<S>.self : TaggedAwaitingAsk<S, N>.self
      }
    }
    return open(key.subject, digit(key.tag ?? 0))
  }
}
