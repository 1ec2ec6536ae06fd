import Cleanse

/// A type with the same name as a private one of another file.
private struct Namesake {}

enum OtherFile {
  static func bindNamesake(_ binder: Binder<Unscoped>) {
    binder.bind(Namesake.self).to(factory: Namesake.init)
  }
}
