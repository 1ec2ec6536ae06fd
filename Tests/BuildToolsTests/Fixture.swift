import CleanseTestSupport

/// The programs that tests run.
///
/// They are in the repository because a program that a test has just written may still be open for
/// writing in a process that another test has started, and then it can't be run (`ETXTBSY`).
enum Fixture {
  static func path(_ name: String) -> String {
    Repository.path(of: "Tests/BuildToolsTests/Fixtures/" + name)
  }
}

/// The `plugin.json` of a plugin.
let completeManifest = """
  {
    "identifier": "org.example.redact",
    "version": "1.2.3", "authors": ["Ada"],
    "summary": "Redacts",

    "module": "Redact.RedactModule",
    "requires": { "org.example": "1.0.0" }
  }
  """
