import Cleanse
import Foundation

/// Keeps the books of all readers.
protocol Store: AnyObject {
  func books(of reader: Reader) -> [Book]
  func save(_ books: [Book], of reader: Reader) throws
}

/// The store can't be used.
struct StoreError: Error, CustomStringConvertible {
  let description: String
}

/// A store in one JSON file. It belongs to one program at a time.
final class FileStore: Store {
  private let file: URL
  private var books: [String: [Book]] = [:]

  /// Reads the file, if it is there already.
  init(file: TaggedProvider<StoreFile>) throws {
    self.file = file.get()
    let path = self.file.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let data: Data
    do {
      data = try Data(contentsOf: self.file)
    } catch {
      throw StoreError(description: "\(path) can't be read; is it a file, and may you read it?")
    }
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      books = try decoder.decode([String: [Book]].self, from: data)
    } catch {
      throw StoreError(
        description: "\(path) is damaged, or no reading list; it is left as it is. "
          + "Mend it, move it away, or name another file in READING_LIST")
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
          + "is its folder there, and may you write into it?")
    }
    self.books = all
  }
}

enum StoreModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.include(module: SettingsModule.self)
    // One store for the whole program, whoever asks; the first to do so opens it, which can fail.
    binder.bind((any Store).self).sharedInScope().to(factory: FileStore.init)
  }
}
