// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import CleanseMigration

/// What main works with. It exists before the graph does, so it is filled in later.
final class FerryApp {
  private(set) var clock: OfficeClock!
  private(set) var timetable: Timetable!
  private var shifts: ComponentFactory<ShiftComponent>!
  private var reports: ComponentFactory<ReportComponent>!

  func injectProperties(
    clock: OfficeClock,
    timetable: Timetable,
    shifts: ComponentFactory<ShiftComponent>,
    reports: ComponentFactory<ReportComponent>
  ) {
    self.clock = clock
    self.timetable = timetable
    self.shifts = shifts
    self.reports = reports
  }

  func startShift(clerk: String, counter: Int) -> Shift {
    return shifts.build((clerk: clerk, counter: counter))
  }

  func writeReport() { reports.build().write() }

  static func configureInjection(binder bind: PropertyInjectionReceiptBinder<FerryApp>)
    -> BindingReceipt<PropertyInjector<FerryApp>>
  {
    return bind.to(injector: FerryApp.injectProperties)
  }
}

struct OfficeModule: Module {
  static func configure(binder: SingletonBinder) {
    binder.bindSetting(OfficeName.self, "Norrvik Ferries")

    binder.include(module: PersistenceModule.self)
    binder.include(module: TariffModule.self)
    binder.include(module: TimetableModule.self)
    binder.include(module: NotificationModule.self)
    binder.include(module: DeskModule.self)
    binder.include(module: TicketModule.self)
    binder.include(module: OfficeSectionsModule.self)
  }
}

struct OfficeComponent<Clocks: ClockModule>: RootComponent where Clocks.Scope == Singleton {
  typealias Root = PropertyInjector<FerryApp>

  static func configure(binder: SingletonBinder) {
    binder.include(module: OfficeModule.self)
    binder.include(module: Clocks.self)
    binder.bind(OfficeClock.self).configured(with: Clocks.configureClock)

    binder.install(dependency: ShiftComponent.self)
    binder.install(dependency: ReportComponent.self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root> {
    return bind.propertyInjector(configuredWith: FerryApp.configureInjection)
  }
}

/// Keeps the factory, and with it everything that is shared in the office.
final class Launcher<Clocks: ClockModule> where Clocks.Scope == Singleton {
  let app = FerryApp()
  private let offices: ComponentFactory<OfficeComponent<Clocks>>

  init(clocks: Clocks.Type, plugins: [CleanseBindingPlugin] = []) throws {
    offices = try ComponentFactory.of(
      OfficeComponent<Clocks>.self,
      serviceLoader: CleanseServiceLoader(plugins)
    )
    offices.build().injectProperties(into: app)
  }
}
