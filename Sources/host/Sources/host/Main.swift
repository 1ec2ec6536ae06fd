import Dispatch
import Glibc
import HostProgram

@main
enum Main {
  static func main() {
    // Ahead of the first task: what runs tasks opens descriptors, and a standard stream that the
    // caller closed would be one of them.
    HostProgram.prepare()
    Task.detached {
      exit(await HostProgram.main(arguments: Array(CommandLine.arguments.dropFirst())))
    }
    dispatchMain()
  }
}
