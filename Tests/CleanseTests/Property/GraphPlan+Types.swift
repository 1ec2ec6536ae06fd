@testable import Cleanse

extension GraphPlan.Key {
  /// The type behind the key. Odd numbers are structures, the others classes.
  var subject: any Subject.Type {
    func open<N: Digit>(_: N.Type) -> any Subject.Type {
      switch shape {
      case .seed: SingleSubject<PlannedSeed<N>>.self
      case .root: SingleSubject<PlannedRoot<N>>.self
      case .scoped: ComponentSubject<PlannedScoped<N>>.self
      case .bare: ComponentSubject<PlannedBare<N>>.self
      case .seededByTag: ComponentSubject<PlannedSeededByTag<N>>.self
      default: number.isMultiple(of: 2) ? of(PlannedClass<N>.self) : of(PlannedStructure<N>.self)
      }
    }
    return open(digit(number))
  }

  private func of<M: Made>(_: M.Type) -> any Subject.Type {
    switch shape {
    case .maybe: OptionalSubject<M>.self
    case .late: ProviderSubject<M>.self
    case .list: ArraySubject<M>.self
    case .bag: SetSubject<M>.self
    case .table: DictionarySubject<M>.self
    case .injector: InjectorSubject<M>.self
    case .factory: FactorySubject<M>.self
    default: SingleSubject<M>.self
    }
  }

  /// The key as it is recorded.
  var recorded: any RecordedKey.Type {
    func open<S: Subject, N: Digit>(_: S.Type, _: N.Type) -> any RecordedKey.Type {
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
      }
    }
    return open(key.subject, digit(key.tag ?? 0))
  }
}

extension Ask {
  static var type: any Any.Type { Value.self }
}
