import Cleanse

// Each tag has the name that stands behind the @ in the signatures of C.

/// What the station is called.
enum Name: Tag {
  typealias Element = String
  static let name: String? = "station.name"
}

/// Who wrote the report.
enum Observer: Tag {
  typealias Element = String
  static let name: String? = "station.observer"
}

/// The number under which the weather services know the station.
enum Number: Tag {
  typealias Element = UInt32
  static let name: String? = "station.number"
}

/// In metres.
enum Elevation: Tag {
  typealias Element = Int16
  static let name: String? = "station.elevation"
}

/// In degrees, north being positive.
enum Latitude: Tag {
  typealias Element = Double
  static let name: String? = "station.latitude"
}

/// In degrees, east being positive.
enum Longitude: Tag {
  typealias Element = Double
  static let name: String? = "station.longitude"
}

/// In degrees Celsius.
enum Temperature: Tag {
  typealias Element = Int8
  static let name: String? = "station.temperature"
}

/// In tenths of a gram a cubic metre.
enum Humidity: Tag {
  typealias Element = UInt8
  static let name: String? = "station.humidity"
}

/// In metres a second.
enum Wind: Tag {
  typealias Element = Float
  static let name: String? = "station.wind"
}

/// In hundredths of a degree, turning on.
enum Direction: Tag {
  typealias Element = UInt16
  static let name: String? = "station.direction"
}

/// In hectopascals.
enum Pressure: Tag {
  typealias Element = Double
  static let name: String? = "station.pressure"
}

/// In metres.
enum Visibility: Tag {
  typealias Element = Int32
  static let name: String? = "station.visibility"
}

/// In seconds since 1970.
enum Time: Tag {
  typealias Element = Int64
  static let name: String? = "station.time"
}

/// The instrument's number.
enum Serial: Tag {
  typealias Element = UInt64
  static let name: String? = "station.serial"
}

/// Whether no person was there.
enum Automatic: Tag {
  typealias Element = Bool
  static let name: String? = "station.automatic"
}

/// What the instrument sent.
enum Frame: Tag {
  typealias Element = [UInt8]
  static let name: String? = "station.frame"
}

/// In metres a second.
enum Gusts: Tag {
  typealias Element = [Double]
  static let name: String? = "station.gusts"
}

/// What else there is to say.
enum Remarks: Tag {
  typealias Element = [String]
  static let name: String? = "station.remarks"
}

/// In centimetres.
enum Snow: Tag {
  typealias Element = Int32
  static let name: String? = "station.snow"
}

/// Another number each time.
enum Page: Tag {
  typealias Element = Int32
  static let name: String? = "station.page"
}
