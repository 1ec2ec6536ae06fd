import Dispatch
import FaultyPlugins
import Glibc
import PluginCommands

@main
enum Main {
  static func main() {
    // Ahead of the first task: what runs tasks opens descriptors, and a standard stream that the
    // caller closed would be one of them.
    let arguments = Array(CommandLine.arguments.dropFirst())
    let application = Application(
      HostComponent.self, selfTest: HostSelfTest(), commands: \.commands)
    let preparation = HostProgram.prepare(arguments: arguments, for: application)
    Task.detached {
      exit(
        await HostProgram.main(
          arguments: arguments, application: application, preparation: preparation))
    }
    dispatchMain()
  }
}
