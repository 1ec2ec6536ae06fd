import CleanseMigration
import Foundation

func openOffice(_ rules: HouseRules) -> Launcher<HarbourClockModule> {
  do {
    return try Launcher(clocks: HarbourClockModule.self, plugins: [rules])
  } catch let error as MultiError {
    print("cannot open for \(error.errors.count) reasons:", error)
  } catch let error as CleanseError {
    print("cannot open:", error.description)
  } catch {
    print("cannot open for another reason:", error)
  }
  exit(1)
}

func morning(_ app: FerryApp) {
  let ida = app.startShift(clerk: "Ida", counter: 1)
  ida.note("opens")
  for (name, code, party) in [
    ("Berg family", "N1", Party(adults: 2, children: 2, vehicle: .car)),
    ("Mr Holm", "N1", Party(vehicle: .bicycle, islander: true)),
    ("Choir", "L1", Party(adults: 6)),
    ("Twins", "L1", Party(adults: 2)),
    ("Movers", "S1", Party(adults: 3, vehicle: .van)),
    ("Anders", "X9", Party()),
  ] {
    ida.serve(BookingRequest(name: name, sailing: code, party: party))
  }
  app.clock.advance(to: 8 * 60 + 10)
  if let first = app.timetable.upcoming.first {
    ida.checkIn(first)
  }
  ida.note("closes")
}

func afternoon(_ app: FerryApp) {
  app.clock.advance(to: 12 * 60 + 20)
  let jon = app.startShift(clerk: "Jon", counter: 2)
  jon.note("opens")
  for number in [103, 103, 101] {
    jon.refund(number)
  }
  for (name, code, party) in [
    ("School", "N2", Party(adults: 2, children: 6)),
    ("Baker", "N2", Party(vehicle: .van)),
    ("Circus", "N2", Party(vehicle: .van)),
    ("Band", "N2", Party(vehicle: .van)),
  ] {
    jon.serve(BookingRequest(name: name, sailing: code, party: party))
  }
  jon.note("closes")
}

for line in SelfCheck().run() {
  print("Self check:", line)
}

let rules = HouseRules()
let launcher = openOffice(rules)
let app = launcher.app
print("House rules hold in", rules.visited.joined(separator: ", "))
for sailing in app.timetable.upcoming {
  print("  \(sailing.code) \(clockFace(sailing.departure)) \(sailing.route)")
}

morning(app)
afternoon(app)
app.writeReport()
