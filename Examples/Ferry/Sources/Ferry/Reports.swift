import CleanseMigration

struct ReportSection {
  let title: String
  let items: () -> [String]
}

/// Shared by everything that is written for the same report.
final class ReportStamp {
  let text: String

  init(number: BookingNumber, clock: OfficeClock) {
    text = "no. \(number.value) at \(clockFace(clock.now))"
  }
}

final class DailyReport {
  private let stamp: ReportStamp
  private let sections: [ReportSection]
  private let console: Console

  init(stamp: ReportStamp, sections: [ReportSection], console: Console) {
    self.stamp = stamp
    self.sections = sections
    self.console = console
  }

  func write() {
    console.line("Report \(stamp.text)")
    for section in sections {
      console.line("  \(section.title): \(section.items().joined(separator: ", "))")
    }
  }
}

/// The sections that every report of the office has.
struct OfficeSectionsModule: Module {
  static func configure(binder: UnscopedBinder) {
    binder
      .bind(ReportSection.self)
      .intoCollection()
      .to { (timetable: Timetable, store: BookingStore) in
        ReportSection(title: "sailings") {
          timetable.sailings.map { "\($0.code) \(store.heads(on: $0))/\($0.seats)" }
        }
      }

    // The drawers of clerks that have gone home are counted, too.
    binder
      .bind(ReportSection.self)
      .intoCollection()
      .to { (registry: DrawerRegistry, formatter: PriceFormatter) in
        [
          ReportSection(title: "drawers") {
            registry.drawers.map { "\($0.clerk) \(formatter.string($0.balance))" }
          },
          ReportSection(title: "cash") {
            [formatter.string(registry.drawers.map { $0.balance }.reduce(.zero, +))]
          },
        ]
      }
  }
}

struct ReportComponent: Component {
  typealias Seed = Void
  typealias Root = DailyReport

  static func configure(binder: Binder<ReportScope>) {
    binder.bind(ReportStamp.self).sharedInScope().to(factory: ReportStamp.init)
    binder
      .bind(ReportSection.self)
      .intoCollection()
      .to { (stamp: ReportStamp, mail: MailRoom) in
        ReportSection(title: "mail filed as \(stamp.text)") {
          ["\(mail.outbox.count) sent", mail.outbox.last ?? "none"]
        }
      }
  }

  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    return bind.to(factory: DailyReport.init)
  }
}
