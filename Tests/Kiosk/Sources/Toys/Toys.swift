/// A target that does not use the framework.
public struct Toy {}
