import Cleanse

// Each tag has the name that stands behind the @ in the signatures of C.

/// What the station is called.
enum Name: Tag {
  typealias Element = String
  static let cName: String? = "station.name"
}

/// Who wrote the report.
enum Observer: Tag {
  typealias Element = String
  static let cName: String? = "station.observer"
}

/// The number under which the weather services know the station.
enum Number: Tag {
  typealias Element = UInt32
  static let cName: String? = "station.number"
}

/// In metres.
enum Elevation: Tag {
  typealias Element = Int16
  static let cName: String? = "station.elevation"
}

/// In degrees, north being positive.
enum Latitude: Tag {
  typealias Element = Double
  static let cName: String? = "station.latitude"
}

/// In degrees, east being positive.
enum Longitude: Tag {
  typealias Element = Double
  static let cName: String? = "station.longitude"
}

/// In degrees Celsius.
enum Temperature: Tag {
  typealias Element = Int8
  static let cName: String? = "station.temperature"
}

/// In tenths of a gram a cubic metre.
enum Humidity: Tag {
  typealias Element = UInt8
  static let cName: String? = "station.humidity"
}

/// In metres a second.
enum Wind: Tag {
  typealias Element = Float
  static let cName: String? = "station.wind"
}

/// In hundredths of a degree, turning on.
enum Direction: Tag {
  typealias Element = UInt16
  static let cName: String? = "station.direction"
}

/// In hectopascals.
enum Pressure: Tag {
  typealias Element = Double
  static let cName: String? = "station.pressure"
}

/// In metres.
enum Visibility: Tag {
  typealias Element = Int32
  static let cName: String? = "station.visibility"
}

/// In seconds since 1970.
enum Time: Tag {
  typealias Element = Int64
  static let cName: String? = "station.time"
}

/// The instrument's number.
enum Serial: Tag {
  typealias Element = UInt64
  static let cName: String? = "station.serial"
}

/// Whether no person was there.
enum Automatic: Tag {
  typealias Element = Bool
  static let cName: String? = "station.automatic"
}

/// What the instrument sent.
enum Frame: Tag {
  typealias Element = [UInt8]
  static let cName: String? = "station.frame"
}

/// In metres a second.
enum Gusts: Tag {
  typealias Element = [Double]
  static let cName: String? = "station.gusts"
}

/// What else there is to say.
enum Remarks: Tag {
  typealias Element = [String]
  static let cName: String? = "station.remarks"
}

/// In centimetres.
enum Snow: Tag {
  typealias Element = Int32
  static let cName: String? = "station.snow"
}

/// Another number each time.
enum Page: Tag {
  typealias Element = Int32
  static let cName: String? = "station.page"
}
