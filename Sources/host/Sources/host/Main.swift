import Glibc
import HostProgram

@main
enum Main {
  static func main() async {
    exit(await HostProgram.main(arguments: Array(CommandLine.arguments.dropFirst())))
  }
}
