import CVisits
import CleansePlugin

/// The bindings of the plugin.
enum PagesModule: Module {
  static func configure(binder: Binder<Singleton>) {
    binder.bridge(VisitsBridge.self)
    binder.bind(PageServer.self).sharedInScope()
      .asService(ServiceSettings(stopDeadline: .seconds(15)))
      .to(factory: PageServer.init)
    binder.bind((any HealthCheck).self).intoCollection().to(factory: PageCheck.init)
  }
}

/// The counter that another plugin binds as `visits *`.
struct Visits: Sendable {
  fileprivate let pointer: CPointer

  init(_ pointer: CPointer) {
    self.pointer = pointer
  }

  /// Counts one more visit, and returns the number of visits so far.
  func add() -> UInt64 {
    let visits = unsafe pointer.address.assumingMemoryBound(to: visits.self)
    return unsafe visits.pointee.add(visits.pointee.state)
  }
}

enum VisitsBridge: CBridge {
  static let cName = "visits"

  static func value(of pointer: CPointer) -> Visits { Visits(pointer) }
  // For the server in C.
  static func pointer(to visits: Visits) -> CPointer { visits.pointer }
}

/// Fails if the server has too many connections.
struct PageCheck: HealthCheck {
  let name = "pages"
  private let server: PageServer

  init(server: PageServer) {
    self.server = server
  }

  func check() async throws {
    let count = await server.connectionCount
    if count > 1000 { throw TooManyConnections(count: count) }
  }
}

struct TooManyConnections: Error, CustomStringConvertible {
  let count: Int

  var description: String { "there are \(count) connections" }
}
