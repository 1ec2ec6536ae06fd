// One of many plugins; the script in this folder derives the others from this one's compiled code.
public import Cleanse
import CleansePlugin

public enum GaugeModule: Module {
  public static func configure(binder: UnscopedBinder) {
    binder.bind(Gauge.self).to(factory: Gauge.init)
    binder.bind((any Command).self).intoCollection().to(factory: GaugeCommand.init)
  }
}

struct Gauge {
  var width = 72
}

struct GaugeCommand: Command {
  let gauge: Gauge
  // Longer than a string that the compiler embeds in code, which the script could not change.
  let name = "measure-Bench00000"
  let summary = "Prints the width"

  func run(arguments: [String], streams: CommandStreams) async throws -> Int32 {
    try streams.output.write("\(gauge.width)\n")
    return 0
  }
}
