/// The version of the program, which is the one of the framework that it is built with.
enum Version {
  static let text = "0.1.0"
}
