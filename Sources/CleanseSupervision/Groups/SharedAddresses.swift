import CleanseSupport

/// The sockets that several workers of a group have: one of them can damage what another one needs.
struct SharedAddresses {
  private let groups: [(name: GroupName, addresses: Set<SocketAddress>)]

  /// - Parameter states: All groups. Those that stop need none.
  init(in states: [GroupName: GroupState]) {
    groups = states.filter { $1.workers.count > 1 && !$1.isStopping }
      .map { name, state in
        (name: name, addresses: Set(state.usedAddresses.compactMap { SocketAddress($0) }))
      }
      .sorted { $0.name.text < $1.name.text }
  }

  var all: Set<SocketAddress> { groups.reduce(into: []) { $0.formUnion($1.addresses) } }

  /// The groups whose workers have one of these sockets.
  func groups(with addresses: [SocketAddress]) -> [GroupName] {
    groups.filter { !$0.addresses.isDisjoint(with: addresses) }.map(\.name)
  }
}
