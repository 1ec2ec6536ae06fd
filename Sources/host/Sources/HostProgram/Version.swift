import Cleanse

/// The version of the program, which is the one of the framework that it is built with.
enum Version {
  static let text = CleanseVersion.current
}
