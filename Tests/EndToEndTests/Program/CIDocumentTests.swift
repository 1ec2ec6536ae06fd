import CleanseTestSupport
import Foundation
import FoundationXML
import Testing

/// Runs the commands and the workflows of the page about CI.
@Suite("The commands of CI.md", .blocking)
struct CIDocumentTests {
  private static let systems = ["GitHub", "GitLab"]

  private static func run(_ project: CIProject, on system: String) throws -> HostRun {
    try system == "GitHub" ? project.runOnGitHub() : project.runOnGitLab()
  }

  @Test("work in order in a repository as the page describes it")
  func commands() throws {
    let project = try CIProject()
    // That of an application is run by the tests of `host new`.
    for name in project.page.scriptNames where !["application", "once"].contains(name) {
      let script = try project.page.script(name)
      try project.run(script, environment: project.hostOnPath)
    }
    for name in ["findings.sarif", "junit.xml", "graph.html", "fragments/org.example.bells.json"] {
      #expect(project.contains(name), "\(name) was not written")
    }
    // The finding that the baseline is for.
    try project.run(
      "host validate --no-config --strict plugins", environment: project.hostOnPath, expecting: 1)
  }

  @Test("are all run, except these")
  func exemptions() throws {
    let project = try CIProject()
    let workflows = project.page.files.map(\.path).filter { $0.hasSuffix(".yml") }
    #expect(workflows == [".github/workflows/plugins.yml", ".gitlab-ci.yml", "matrix.yml"])
    let commands = try workflows.flatMap { try project.workflow($0).commands }
    #expect(commands.filter { $0.exemption == nil }.count == 20)
    #expect(
      commands.filter { $0.exemption != nil }.map { $0.script.prefix { $0 != "\n" } } == [
        "apt-get update -qq",
        "test ! -f reports/diff.md || gh pr comment \"$NUMBER\" --body-file reports/diff.md"
          + " --edit-last --create-if-none",
        "apt-get update -qq",
        "if [ -n \"${CI_MERGE_REQUEST_IID:-}\" ]; then",
        "if [ -f reports/diff.md ] && [ -n \"${COMMENT_TOKEN:-}\" ]; then",
      ])
    let blocks = project.page.blocks(of: ["sh", "yaml", "make"])
    #expect(blocks == project.page.files.count - 1 + project.page.scriptNames.count)
  }

  @Test(
    "as a workflow pass a sound repository, and report the effect of a change", arguments: systems)
  func sound(system: String) throws {
    let project = try CIProject()
    let first = try Self.run(project, on: system)
    #expect(first.status == 0, "\(first.transcript)")
    for name in ["graph.json", "graph.html", "findings.sarif", "junit.xml"] {
      #expect(project.contains("reports/\(name)"), "\(name) was not written")
    }
    #expect(!project.contains("reports/diff.md"))
    try project.run("cp reports/graph.json base.json; rm Sources/bells.c plugins/bells.so")
    let second = try Self.run(project, on: system)
    #expect(second.status == 0, "\(second.transcript)")
    #expect(try project.text(of: "reports/diff.md").contains("org.example.bells"))
    if system == "GitHub" {
      let summary = try project.directory.bytes(of: "github-summary")
      #expect(String(decoding: summary, as: UTF8.self).contains("org.example.bells"))
    }
  }

  @Test("as a workflow reject a delivered plugin that is not in the lock", arguments: systems)
  func drift(system: String) throws {
    let project = try CIProject()
    try project.directory.copy(
      ["libWords.so"], to: "\(project.path)/vendor", from: Build.plugins)
    let run = try Self.run(project, on: system)
    #expect(run.status == 1)
    #expect(run.errors.contains("[plugin/not-locked]"))
    #expect(!project.contains("reports"))
  }

  private static let brokenSets = [
    BrokenSet(
      "MissingPlugin", code: "cleanse/missing-binding",
      at: "MissingPlugin/MissingPluginModule.swift:10"),
    BrokenSet(
      "DuplicateA", "DuplicateB", code: "cleanse/duplicate-binding",
      at: "DuplicateA/DuplicateAModule.swift:10", "DuplicateB/DuplicateBModule.swift:10"),
    BrokenSet(
      "CycleA", "CycleB", code: "cleanse/dependency-cycle", at: "CycleA/CycleAModule.swift:10",
      "CycleB/CycleBModule.swift:10"),
    BrokenSet(
      "Refusing", "CycleA", code: "cleanse/missing-binding", at: "CycleA/CycleAModule.swift:10",
      "Refusing/RefusingModule.swift:10"),
    BrokenSet(
      "Refusing", code: "plugin/configuration-error", at: "Refusing/RefusingModule.swift:9"),
    // Reported by a validator of a delivered plugin.
    BrokenSet(
      "Sharing", code: "policy/unscoped-class-shared", at: "Sharing/SharingModule.swift:10",
      "Sharing/SharingModule.swift:11", "Sharing/SharingModule.swift:14"),
    BrokenSet(
      code: "cleanse/c-type-conflict", first: Self.gong(ofType: "double"),
      second: Self.gong(ofType: "float"), at: "second.c:5", "first.c:5"),
    BrokenSet(
      code: "cleanse/duplicate-binding", first: #"CLEANSE_VALUE("int @size", int, 1);"#,
      second: #"CLEANSE_VALUE("int @size", int, 2);"#, at: "first.c:5", "second.c:5"),
    BrokenSet(
      code: "cleanse/dependency-cycle",
      first: #"CLEANSE_BIND("int width(int depth @depth) @width", width, 0);"#,
      second: #"CLEANSE_BIND("int depth(int width @width) @depth", width, 0);"#,
      at: "first.c:5", "second.c:5"),
  ]

  /// A structure of one name with a field of the type.
  private static func gong(ofType type: String) -> String {
    let structure = "gong { \(type) weight; }"
    return #"CLEANSE_STRUCTURE("\#(structure)"); "#
      + #"CLEANSE_VALUE("gong @\#(type)", struct \#(structure), {1});"#
  }

  @Test(
    "as a workflow fail, with findings that point at file and line of both sides",
    arguments: brokenSets)
  func broken(set: BrokenSet) throws {
    for system in Self.systems {
      let project = try CIProject(broken: set.plugins, sources: set.sources)
      let run = try Self.run(project, on: system)
      #expect(run.status == 1, "\(run.transcript)")
      let results = try SARIFResult.all(in: project.text(of: "reports/findings.sarif"))
      let sides = results.filter { $0.code == set.code }.map(\.locations)
      #expect(
        sides.contains { Set($0) == Set(set.locations) && $0.first == set.locations.first },
        "\(system) has \(sides) for \(set.code)")
      let junit = try XMLDocument(xmlString: try project.text(of: "reports/junit.xml"))
      #expect(try !junit.nodes(forXPath: "//failure").isEmpty)
      let page = try project.text(of: "reports/graph.html")
      #expect(page.contains(set.code), "the page does not show \(set.code)")
      guard system == "GitHub" else { continue }
      let annotations = run.output.split(separator: "\n").filter { $0.hasPrefix("::") }
      for location in set.locations {
        let parts = location.split(separator: ":")
        let annotated = "file=\(parts[0]),line=\(parts[1]),title=\(set.code)::"
        #expect(
          annotations.contains { $0.contains(annotated) }, "\(annotations) has no \(location)")
      }
    }
  }

  @Test(
    "as a workflow fail for each plugin with a defect of its own, and name its file",
    arguments: ["Nothing", "Trapping", "Undeclared", "Unkept", "Unsteady"])
  func alone(plugin: String) throws {
    for system in Self.systems {
      let project = try CIProject(broken: [plugin])
      let run = try Self.run(project, on: system)
      #expect(run.status == 1, "\(run.transcript)")
      let files = try SARIFResult.all(in: project.text(of: "reports/findings.sarif")).flatMap(
        \.files)
      #expect(files.contains { $0.contains(plugin) }, "\(files)")
    }
  }

  @Test("as a workflow pass sound plugins", arguments: systems)
  func harmless(system: String) throws {
    let project = try CIProject(broken: ["Chatty", "Ending"])
    let run = try Self.run(project, on: system)
    #expect(run.status == 0, "\(run.transcript.prefix(4000))")
  }

  @Test("in a matrix and in a batch queue find conflicts between the parts")
  func parts() throws {
    for plugins in [[], ["DuplicateA", "DuplicateB"]] {
      let project = try CIProject(broken: plugins)
      let commands = try project.workflow("matrix.yml").commands.map(\.script)
      try #require(commands.count == 2)
      for part in 0..<4 {
        try project.run(
          commands[0], shell: ["/bin/sh", "-e"],
          environment: project.hostOnPath.merging(["PART": "\(part)"]) { $1 })
      }
      let status: Int32 = plugins.isEmpty ? 0 : 1
      let linked = try project.run(
        commands[1], environment: project.hostOnPath, expecting: status)
      let found = linked.output.contains("file=Tests/BrokenPlugins/DuplicateB/")
      #expect(found == !plugins.isEmpty)
      try project.run("mv fragments before")
      for part in 0..<4 {
        try project.run(
          "sh part.sh",
          environment: project.hostOnPath.merging([
            "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_ID": "\(part)",
          ]) { $1 })
      }
      try project.run("diff -r before fragments")
    }
  }

  @Test("report a validator that linking has not run, as the page says")
  func validator() throws {
    let project = try CIProject()
    let link = "host validate --graph fragments"
    let fragment =
      "host fragment --output fragments plugins/*.so '\(Build.plugins.path)/libPolicy.so'"
    try project.run(fragment, environment: project.hostOnPath)
    let run = try project.run(link, environment: project.hostOnPath, expecting: 1)
    #expect(run.errors.contains("[plugin/validator-not-run]"))
    try project.run(
      "\(link) --severity plugin/validator-not-run=ignore", environment: project.hostOnPath)
  }
}
