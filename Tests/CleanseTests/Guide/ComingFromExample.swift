import Cleanse

/// A program as it is after a move from a container that resolves objects by their type.
enum ComingFromExample {
  protocol Decoder: Sendable { var format: String { get } }
  struct FLACDecoder: Decoder { let format = "FLAC" }
  struct FakeDecoder: Decoder { let format = "fake" }

  // guide: coming-from-classes
  final class Library: Sendable {
    let decoder: any Decoder
    init(decoder: any Decoder) { self.decoder = decoder }
  }

  struct Playlist {
    let name: String
    let library: Library
    init(name: Assisted<String>, library: Library) {
      self.name = name.get()
      self.library = library
    }
  }

  struct Player {
    let library: Library
    let volume: TaggedProvider<Volume>
    let playlists: Factory<PlaylistByName>
  }
  // guide: end

  // guide: coming-from-module
  enum Volume: Tag { typealias Element = Int }

  enum PlaylistByName: AssistedFactory {
    typealias Seed = String
    typealias Element = Playlist
  }

  enum PlayerModule: Module {
    static func configure(binder: Binder<Singleton>) {
      // register(Decoder.self) { _ in FLACDecoder() }
      binder.bind((any Decoder).self).to(factory: FLACDecoder.init)
      // register(Library.self) { Library(decoder: $0.resolve(Decoder.self)!) }.inObjectScope(.container)
      binder.bind(Library.self).sharedInScope().to(factory: Library.init)
      // register(Int.self, name: "volume") { _ in 7 }
      binder.bind(Int.self).tagged(with: Volume.self).to(value: 7)
      // register(Playlist.self) { Playlist(name: $1, library: $0.resolve(Library.self)!) }
      binder.bindFactory(Playlist.self).with(PlaylistByName.self).to(factory: Playlist.init)
    }
  }
  // guide: end

  // guide: coming-from-main
  enum PlayerComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.include(module: PlayerModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Player>) -> BindingReceipt<Player> {
      bind.to(factory: Player.init)
    }
  }
  // guide: end
}
