extension Option {
  package static let help = Option("help", letter: "h", "Show this help")
  package static let version = Option(
    "version", "Show the version of the program and the framework")
  package static let severity = Option(
    "severity", placeholder: "CODE=LEVEL",
    "Set the level: error, warning, note or ignore")
  package static let strict = Option("strict", isNegatable: true, "Treat warnings as errors")
  package static let baseline = Option(
    "baseline", placeholder: "FILE", "Accept the findings listed in FILE")
  package static let updateBaseline = Option(
    "update-baseline", "Write the findings to the baseline file")
}
