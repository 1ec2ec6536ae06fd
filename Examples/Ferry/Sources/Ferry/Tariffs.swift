import CleanseMigration

struct FareTable {
  let adult: Money
  let child: Money
  let metre: Money
}

protocol FareRule {
  func price(for party: Party) -> Money
}

struct PassengerRule: FareRule {
  let table: FareTable

  func price(for party: Party) -> Money {
    return table.adult * party.adults + table.child * party.children
  }
}

struct VehicleRule: FareRule {
  let table: FareTable

  func price(for party: Party) -> Money { return table.metre * party.metres }
}

struct Surcharge {
  let amount: Money
  let applies: (Party, Sailing) -> Bool
}

struct IslanderScheme {
  let percent: Int
}

final class FareCalculator {
  private let rules: [FareRule]
  private let surcharges: TaggedProvider<Surcharges>
  private let islanders: IslanderScheme?

  init(
    rules: [FareRule],
    surcharges: TaggedProvider<Surcharges>,
    islanders: IslanderScheme?
  ) {
    self.rules = rules
    self.surcharges = surcharges
    self.islanders = islanders
  }

  /// Islanders get their discount on the fare, but not on surcharges.
  func fare(for party: Party, on sailing: Sailing) -> Money {
    var fare = rules.map { $0.price(for: party) }.reduce(.zero, +)
    if let scheme = islanders, party.islander {
      fare = fare.share(percent: scheme.percent)
    }
    let extras = surcharges.get().filter { $0.applies(party, sailing) }
    return extras.map { $0.amount }.reduce(fare, +)
  }
}

struct TariffModule: Module {
  static func configure(binder: UnscopedBinder) {
    let table = FareTable(
      adult: Money(cents: 1250), child: Money(cents: 600), metre: Money(cents: 480))

    binder.bind().to(value: table)
    binder.bind().to(value: IslanderScheme(percent: 60))
    binder.bind().to(factory: FareCalculator.init)

    binder.bind(FareRule.self).intoCollection().to { PassengerRule(table: $0) }
    binder.bind(FareRule.self).intoCollection().to { VehicleRule(table: $0) }

    binder
      .bind(Surcharge.self)
      .intoCollection()
      .tagged(with: Surcharges.self)
      .to(value: Surcharge(amount: Money(cents: 350)) { party, _ in party.vehicle == .van })

    binder
      .bind(Surcharge.self)
      .intoCollection()
      .tagged(with: Surcharges.self)
      .to(value: [
        Surcharge(amount: Money(cents: 200)) { _, sailing in sailing.code.hasPrefix("N") },
        Surcharge(amount: Money(cents: 150)) { _, sailing in sailing.departure >= 18 * 60 },
      ])
  }
}
