import Dispatch
import Glibc
import HostProgram

@main
enum Main {
  static func main() {
    // Ahead of the first task: what runs tasks opens descriptors, and a standard stream that the
    // caller closed would be one of them.
    let arguments = Array(CommandLine.arguments.dropFirst())
    let probe = HostProgram.prepare(arguments: arguments)
    Task.detached {
      exit(await HostProgram.main(arguments: arguments, probe: probe))
    }
    dispatchMain()
  }
}
