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
  }

  struct Player {
    let library: Library
    let volume: Int
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
      binder.bindFactory(Playlist.self).with(PlaylistByName.self)
        .to { (name: Assisted<String>, library: Library) in
          Playlist(name: name.get(), library: library)
        }
    }
  }
  // guide: end

  // guide: coming-from-main
  enum PlayerComponent: RootComponent {
    static func configure(binder: Binder<Singleton>) {
      binder.include(module: PlayerModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Player>) -> BindingReceipt<Player> {
      bind.to {
        (library: Library, volume: TaggedProvider<Volume>, playlists: Factory<PlaylistByName>) in
        Player(library: library, volume: volume.get(), playlists: playlists)
      }
    }
  }
  // guide: end

  protocol Showing { var title: String { get } }
  protocol Picture { var label: String { get } }

  struct Photo: Picture { let label: String }

  final class Presenter { weak var view: View? }

  final class View: Showing {
    let title = "Now playing"
    var presenter: Presenter?
  }

  struct Job { let name: String }

  enum Nightly: Tag { typealias Element = Job }

  // guide: coming-from-recipes
  enum PictureBySize: AssistedFactory {
    typealias Seed = (size: Int, name: String)
    typealias Element = any Picture
  }

  enum RecipesModule: Module {
    static func configure(binder: UnscopedBinder) {
      // register(View.self) { _ in View() }.initCompleted { $1.presenter = $0.resolve(Presenter.self) }
      binder.bind(View.self).to { (presenter: Presenter) in
        let view = View()
        view.presenter = presenter
        presenter.view = view
        return view
      }
      // .implements(Showing.self)
      binder.bind((any Showing).self).to { (view: View) in view }
      // register(Job.self, name: "nightly") { … }, and resolve([Job].self)
      binder.bind(Job.self).tagged(with: Nightly.self).to { Job(name: "backup") }
      binder.bind(Job.self).intoCollection().to { (job: TaggedProvider<Nightly>) in job.get() }
      // register(Picture.self) { (_, size: Int, name: String) in Photo(label: "\(name), \(size)") }
      binder.bindFactory((any Picture).self).with(PictureBySize.self)
        .to { (seed: Assisted<(size: Int, name: String)>) in
          Photo(label: "\(seed.get().name), \(seed.get().size)")
        }
    }
  }
  // guide: end

  struct Recipes {
    let view: View
    let showing: any Showing
    let jobs: [Job]
    let pictures: Factory<PictureBySize>
  }

  enum RecipesComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Presenter.self).to(factory: Presenter.init)
      binder.include(module: RecipesModule.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Recipes>) -> BindingReceipt<Recipes> {
      bind.to(factory: Recipes.init)
    }
  }

  struct Style { let color: String }
  struct Page { let style: Style }
  struct Chapter { let page: Page }

  enum ChapterComponent: Component {
    static func configure(binder: UnscopedBinder) {
      // guide: coming-from-child
      binder.bind(Style.self).overriding().to { Style(color: "red") }
      // Otherwise, it is made with the style of the parent.
      binder.bind(Page.self).overriding().to(factory: Page.init)
      // guide: end
    }

    static func configureRoot(binder bind: ReceiptBinder<Chapter>) -> BindingReceipt<Chapter> {
      bind.to(factory: Chapter.init)
    }
  }

  struct Book {
    let page: Page
    let chapters: ComponentFactory<ChapterComponent>
  }

  enum BookComponent: RootComponent {
    static func configure(binder: UnscopedBinder) {
      binder.bind(Style.self).to { Style(color: "black") }
      binder.bind(Page.self).to(factory: Page.init)
      binder.install(dependency: ChapterComponent.self)
    }

    static func configureRoot(binder bind: ReceiptBinder<Book>) -> BindingReceipt<Book> {
      bind.to(factory: Book.init)
    }
  }

  final class OldContainer: Sendable {
    func resolve<T>(_ type: T.Type) -> T? { "from the old container" as? T }
  }

  enum MovingComponent: RootComponent {
    typealias Seed = OldContainer

    // swift-format-ignore: NeverForceUnwrap
    static func configure(binder: UnscopedBinder) {
      // guide: coming-from-old
      binder.bind(String.self).to { (old: OldContainer) in old.resolve(String.self)! }
      // guide: end
    }

    static func configureRoot(binder bind: ReceiptBinder<[String]>) -> BindingReceipt<[String]> {
      bind.to { (text: String) in [text] }
    }
  }
}
