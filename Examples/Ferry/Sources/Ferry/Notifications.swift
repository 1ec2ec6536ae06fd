import CleanseMigration

protocol Console: AnyObject {
  func line(_ text: String)
}

final class StandardConsole: Console {
  func line(_ text: String) { print(text) }
}

enum Event {
  case booked(Booking)
  case full(Sailing)
}

protocol Notifier: AnyObject {
  func handle(_ event: Event)
}

/// The flap board above the pier.
final class PierBoard: Notifier {
  private let console: Console

  init(console: Console) {
    self.console = console
  }

  func handle(_ event: Event) {
    if case .full(let sailing) = event {
      console.line("  [board] \(sailing.code) \(clockFace(sailing.departure)) FULL")
    }
  }
}

final class MailRoom: Notifier {
  private let sender: String
  private(set) var outbox: [String] = []

  init(office: TaggedProvider<OfficeName>) {
    sender = office.get()
  }

  func handle(_ event: Event) {
    if case .booked(let booking) = event {
      outbox.append("\(sender) to \(booking.name): see you on \(booking.sailing.code)")
    }
  }
}

struct NotificationModule: Module {
  static func configure(binder: SingletonBinder) {
    binder.bind().sharedInScope().to(factory: StandardConsole.init)
    binder.bind(Console.self).to { $0 as StandardConsole }

    binder
      .bind(Notifier.self)
      .intoCollection()
      .sharedInScope()
      .to(factory: PierBoard.init)

    binder.bind().sharedInScope().to(factory: MailRoom.init)
    binder.bind(Notifier.self).intoCollection().to { $0 as MailRoom }
  }
}
