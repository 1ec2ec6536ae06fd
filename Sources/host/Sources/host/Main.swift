import Dispatch
import FaultyPlugins
import Glibc
import PluginCommands

@main
enum Main {
  static func main() {
    // Before the first task: the task runtime opens descriptors, and one of them would take the place of a
    // standard stream that the caller has closed.
    let arguments = Array(CommandLine.arguments.dropFirst())
    let application = Application(HostComponent.self, selfTest: HostSelfTest())
    let preparation = HostProgram.prepare(arguments: arguments, for: application)
    Task.detached {
      exit(
        await HostProgram.main(
          arguments: arguments, application: application, preparation: preparation))
    }
    dispatchMain()
  }
}
