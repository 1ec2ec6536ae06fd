import CleanseGraph
import CleanseSupport
import Glibc

unsafe setenv("SWIFT_BACKTRACE", "enable=yes,color=no,interactive=no,sanitize=no,images=none,registers=none,threads=crashed,limit=64", 1)
do {
  let plan = try LinkPlan(contentsOf: CommandLine.arguments[1])
  for program in try ProgramLinker(plan: plan).link() {
    let package = try ComponentProbe(
      program: program.path, modules: program.modules, limit: 2, framework: String(plan.driver.dropLast("cleansec/Driver/main.swift".count)) + "Cleanse/",
      results: "\(plan.workDirectory)/results.jsonl"
    ).run()
    for component in package.components {
      print(component.component, component.bindings)
      for finding in component.findings { print(finding) }
    }
    print(package.generic)
  }
} catch let error as CheckFailure {
  print(error.message)
  print(error.output)
}
