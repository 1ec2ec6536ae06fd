// Shows: values and a factory on which plugins in C depend: each has a tag with a C name.
// The tags are in StationTags.swift; the plugin Form depends on all of them.
public import Cleanse

/// Binds the measurements of a weather station.
public enum StationModule: Module {
  public static func configure(binder: Binder<Singleton>) {
    binder.bind(String.self).tagged(with: Name.self).to(value: "Brocken")
    binder.bind(String.self).tagged(with: Observer.self).to(value: "Änne")
    binder.bind(UInt32.self).tagged(with: Number.self).to(value: 4_010_453_000)
    binder.bind(Int16.self).tagged(with: Elevation.self).to(value: 1142)
    binder.bind(Double.self).tagged(with: Latitude.self).to(value: 51.7986)
    binder.bind(Double.self).tagged(with: Longitude.self).to(value: 10.6183)
    binder.bind(Int8.self).tagged(with: Temperature.self).to(value: -17)
    binder.bind(UInt8.self).tagged(with: Humidity.self).to(value: 193)
    binder.bind(Float.self).tagged(with: Wind.self).to(value: 17.25)
    binder.bind(UInt16.self).tagged(with: Direction.self).to(value: 40_240)
    binder.bind(Double.self).tagged(with: Pressure.self).to(value: 886.0625)
    binder.bind(Int32.self).tagged(with: Visibility.self).to(value: 150_000)
    binder.bind(Int64.self).tagged(with: Time.self).to(value: -5_000_000_000)
    binder.bind(UInt64.self).tagged(with: Serial.self).to(value: .max)
    binder.bind(Bool.self).tagged(with: Automatic.self).to(value: true)
    binder.bind([UInt8].self).tagged(with: Frame.self).to(value: [0, 0x7F, 0xFF])
    binder.bind([Double].self).tagged(with: Gusts.self).to(value: [21.5, 24, 19.75])
    binder.bind([String].self).tagged(with: Remarks.self).to(value: ["fog", "", "rime on mast"])
    binder.bind(Int32.self).tagged(with: Snow.self).to(value: 38)
    binder.bind(PageCounter.self).sharedInScope().to(factory: PageCounter.init)
    binder.bind(Int32.self).tagged(with: Page.self).to { (counter: PageCounter) in counter.next() }
  }
}
