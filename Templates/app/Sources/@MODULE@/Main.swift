import CleansePluginHost
import Glibc

@main
enum Main {
  static func main() {
    do {
      let plugins = try PluginHost(directories: ["plugins"]).load(for: @MODULE@Component.self)
      let composition = PluginComposition(@MODULE@Component.self, plugins: plugins)
      print(try composition.factory { print($0) }.build(()).listing, terminator: "")
    } catch {
      print(error)
      exit(1)
    }
  }
}
