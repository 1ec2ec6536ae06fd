import Cleanse
import Foundation

/// What is known only when the program starts. It is the seed of the application's component.
struct Settings {
  let file: URL

  init(environment: [String: String]) {
    let path = environment["READING_LIST"] ?? ""
    file = URL(filePath: path.isEmpty ? "reading-list.json" : path)
  }
}

/// Tells the file of the store from any other `URL` that might be bound some day.
enum StoreFile: Tag {
  typealias Element = URL
}

enum SettingsModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder.bind(URL.self).tagged(with: StoreFile.self).to { (settings: Settings) in settings.file }
  }
}
