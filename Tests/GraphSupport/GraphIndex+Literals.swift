public import CleanseGraph

extension BindingIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}

extension ComponentIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}

extension RequestIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
}
