import Cleanse

// The name of each tag is the one after the @ in C signatures.

/// The name of the station.
enum Name: Tag {
  typealias Element = String
  static let name: String? = "station.name"
}

/// The author of the report.
enum Observer: Tag {
  typealias Element = String
  static let name: String? = "station.observer"
}

/// The number of the station at the weather services.
enum Number: Tag {
  typealias Element = UInt32
  static let name: String? = "station.number"
}

/// The elevation in metres.
enum Elevation: Tag {
  typealias Element = Int16
  static let name: String? = "station.elevation"
}

/// The latitude in degrees, positive to the north.
enum Latitude: Tag {
  typealias Element = Double
  static let name: String? = "station.latitude"
}

/// The longitude in degrees, positive to the east.
enum Longitude: Tag {
  typealias Element = Double
  static let name: String? = "station.longitude"
}

/// The temperature in degrees Celsius.
enum Temperature: Tag {
  typealias Element = Int8
  static let name: String? = "station.temperature"
}

/// The absolute humidity in tenths of a gram per cubic metre.
enum Humidity: Tag {
  typealias Element = UInt8
  static let name: String? = "station.humidity"
}

/// The wind speed in metres per second.
enum Wind: Tag {
  typealias Element = Float
  static let name: String? = "station.wind"
}

/// The wind direction in hundredths of a degree; may exceed a full turn.
enum Direction: Tag {
  typealias Element = UInt16
  static let name: String? = "station.direction"
}

/// The air pressure in hectopascals.
enum Pressure: Tag {
  typealias Element = Double
  static let name: String? = "station.pressure"
}

/// The visibility in metres.
enum Visibility: Tag {
  typealias Element = Int32
  static let name: String? = "station.visibility"
}

/// The time of the report in seconds since 1970.
enum Time: Tag {
  typealias Element = Int64
  static let name: String? = "station.time"
}

/// The serial number of the instrument.
enum Serial: Tag {
  typealias Element = UInt64
  static let name: String? = "station.serial"
}

/// Whether the report was made without an observer.
enum Automatic: Tag {
  typealias Element = Bool
  static let name: String? = "station.automatic"
}

/// The bytes that the instrument sent.
enum Frame: Tag {
  typealias Element = [UInt8]
  static let name: String? = "station.frame"
}

/// The speeds of the gusts in metres per second.
enum Gusts: Tag {
  typealias Element = [Double]
  static let name: String? = "station.gusts"
}

/// Additional remarks.
enum Remarks: Tag {
  typealias Element = [String]
  static let name: String? = "station.remarks"
}

/// The depth of snow in centimetres.
enum Snow: Tag {
  typealias Element = Int32
  static let name: String? = "station.snow"
}

/// The number of a page, different at each request.
enum Page: Tag {
  typealias Element = Int32
  static let name: String? = "station.page"
}
