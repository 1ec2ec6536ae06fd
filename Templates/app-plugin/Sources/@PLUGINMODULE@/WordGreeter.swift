import CleansePlugin
import @CONTRACTMODULE@

/// Greets with the word that an option of the plugin sets.
struct WordGreeter: Greeter {
  private let word: String

  init(word: TaggedProvider<Options.Word>) {
    self.word = word.get()
  }

  func greet(_ name: String) -> String { "\(word), \(name)!" }
}
