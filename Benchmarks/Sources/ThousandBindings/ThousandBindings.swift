/// The properties of the graph in the generated `bindings.swift`, which is the rest of the module.
public enum ThousandBindings {
  public static let count = 1_000
}
