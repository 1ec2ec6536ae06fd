import CleansePlugin
import Glibc

/// A server that answers each request with the number of visits, over HTTP/1.1.
actor PageServer: Service {
  private let socket: ListeningSocket
  private let visits: Visits
  private var listener: SocketEvents?
  private var connections: [Int: Connection] = [:]
  private var nextNumber = 0
  private var isStopping = false

  /// How long an idle client gets to send one more request.
  private static let patience = Duration.seconds(5)

  init(socket: TaggedProvider<Options.Listen>, visits: Visits) {
    self.socket = socket.get()
    self.visits = visits
  }

  var connectionCount: Int { connections.count }

  func start() throws {
    listener = SocketEvents(of: try socket.descriptor())
  }

  /// Accepts connections, each with a task of its own, and waits for all of them at the end.
  ///
  /// Not before: another service may fail to start, and what is accepted has to be answered.
  func run() async throws {
    guard let listener else { return }
    await withDiscardingTaskGroup { group in
      for await _ in listener.events {
        while let connection = listener.accept() {
          let number = add(connection)
          group.addTask {
            await self.serve(connection)
            await self.remove(number)
          }
        }
      }
    }
  }

  /// Accepts no more connections, lets clients close theirs, and closes those of idle clients.
  func stop() async throws {
    isStopping = true
    listener?.close()
    let start = ContinuousClock.now
    while !connections.isEmpty {
      if .now > start + Self.patience {
        for connection in connections.values { connection.closeIfIdle() }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func add(_ connection: Connection) -> Int {
    nextNumber += 1
    connections[nextNumber] = connection
    return nextNumber
  }

  private func remove(_ number: Int) {
    connections[number] = nil
  }

  private nonisolated func serve(_ connection: Connection) async {
    defer { connection.close() }
    while let request = await connection.nextRequest() {
      let isLast = await isStopping || !request.keepsAlive
      let text = "visit \(visits.add())"
      let page = text + String(repeating: " ", count: max(0, 20 - text.utf8.count)) + "\n"
      let isSent = await connection.send(
        """
        HTTP/1.1 200 OK\r
        Content-Type: text/plain\r
        Content-Length: \(page.utf8.count)\r
        Connection: \(isLast ? "close" : "keep-alive")\r
        \r
        \(page)
        """)
      if isLast || !isSent { return }
    }
  }
}
