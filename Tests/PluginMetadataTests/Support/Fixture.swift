import CleanseTestSupport

/// The programs that tests run.
///
/// They lie in the repository, as a program that a test has just written may still be open for
/// writing in a process that another test starts at the same moment, and then can't be run.
enum Fixture {
  static func path(_ name: String) -> String {
    Repository.path(of: "Tests/PluginMetadataTests/Fixtures/" + name)
  }
}
