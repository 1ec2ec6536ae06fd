import Cleanse
import Foundation

/// The settings that are known only when the program starts: the seed of the root component.
struct Settings {
  let file: URL

  init(environment: [String: String]) {
    let path = environment["READING_LIST"] ?? ""
    file = URL(filePath: path.isEmpty ? "reading-list.json" : path)
  }
}

/// Distinguishes the file of the store from any other `URL` that may be bound later.
enum StoreFile: Tag {
  typealias Element = URL
}

enum SettingsModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(URL.self).tagged(with: StoreFile.self).to { (settings: Settings) in settings.file }
  }
}
