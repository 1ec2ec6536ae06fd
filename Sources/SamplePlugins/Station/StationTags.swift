import Cleanse

// The name of each tag is the one after the @ in C signatures.

/// The name of the station.
enum Name: Tag {
  typealias Element = String
  static let name = "station.name"
}

/// The author of the report.
enum Observer: Tag {
  typealias Element = String
  static let name = "station.observer"
}

/// The number of the station at the weather services.
enum Number: Tag {
  typealias Element = UInt32
  static let name = "station.number"
}

/// The elevation in metres.
enum Elevation: Tag {
  typealias Element = Int16
  static let name = "station.elevation"
}

/// The latitude in degrees, positive to the north.
enum Latitude: Tag {
  typealias Element = Double
  static let name = "station.latitude"
}

/// The longitude in degrees, positive to the east.
enum Longitude: Tag {
  typealias Element = Double
  static let name = "station.longitude"
}

/// The temperature in degrees Celsius.
enum Temperature: Tag {
  typealias Element = Int8
  static let name = "station.temperature"
}

/// The absolute humidity in tenths of a gram per cubic metre.
enum Humidity: Tag {
  typealias Element = UInt8
  static let name = "station.humidity"
}

/// The wind speed in metres per second.
enum Wind: Tag {
  typealias Element = Float
  static let name = "station.wind"
}

/// The wind direction in hundredths of a degree; may exceed a full turn.
enum Direction: Tag {
  typealias Element = UInt16
  static let name = "station.direction"
}

/// The air pressure in hectopascals.
enum Pressure: Tag {
  typealias Element = Double
  static let name = "station.pressure"
}

/// The visibility in metres.
enum Visibility: Tag {
  typealias Element = Int32
  static let name = "station.visibility"
}

/// The time of the report in seconds since 1970.
enum Time: Tag {
  typealias Element = Int64
  static let name = "station.time"
}

/// The serial number of the instrument.
enum Serial: Tag {
  typealias Element = UInt64
  static let name = "station.serial"
}

/// Whether the report was made without an observer.
enum Automatic: Tag {
  typealias Element = Bool
  static let name = "station.automatic"
}

/// The bytes that the instrument sent.
enum Frame: Tag {
  typealias Element = [UInt8]
  static let name = "station.frame"
}

/// The speeds of the gusts in metres per second.
enum Gusts: Tag {
  typealias Element = [Double]
  static let name = "station.gusts"
}

/// Additional remarks.
enum Remarks: Tag {
  typealias Element = [String]
  static let name = "station.remarks"
}

/// The depth of snow in centimetres.
enum Snow: Tag {
  typealias Element = Int32
  static let name = "station.snow"
}

/// The number of a page, different at each request.
enum Page: Tag {
  typealias Element = Int32
  static let name = "station.page"
}
