import Cleanse
import Foundation

/// Stores the books of all readers.
protocol Store: AnyObject {
  func books(of reader: Reader) -> [Book]
  func save(_ books: [Book], of reader: Reader) throws
}

/// The store can't be used.
struct StoreError: Error, CustomStringConvertible {
  let description: String
}

/// A store in one JSON file. Only one process may use the file at a time.
final class FileStore: Store {
  private let file: URL
  private var books: [String: [Book]] = [:]

  /// Reads the file, if it exists.
  init(file: TaggedProvider<StoreFile>) throws {
    self.file = file.get()
    let path = self.file.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let data: Data
    do {
      data = try Data(contentsOf: self.file)
    } catch {
      throw StoreError(description: "\(path) can't be read; check its type and permissions")
    }
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      books = try decoder.decode([String: [Book]].self, from: data)
    } catch {
      throw StoreError(
        description: "\(path) is damaged or not a reading list, and was not changed; "
          + "repair it, move it, or set READING_LIST to another file")
    }
  }

  func books(of reader: Reader) -> [Book] {
    books[reader.name] ?? []
  }

  func save(_ books: [Book], of reader: Reader) throws {
    var all = self.books
    all[reader.name] = books
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try encoder.encode(all).write(to: file, options: .atomic)
    } catch {
      throw StoreError(
        description: "\(file.path(percentEncoded: false)) can't be written; "
          + "check that its directory exists, and its permissions")
    }
    self.books = all
  }
}

enum StoreModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: SettingsModule.self)
    // All requesters share one store; the first request opens it, which can fail.
    binder.bind((any Store).self).sharedInScope().to(factory: FileStore.init)
  }
}
