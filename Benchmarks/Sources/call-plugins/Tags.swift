import Cleanse

// The names that Swift and the plugins share.

enum Width: Tag {
  typealias Element = Double
  static let name: String? = "bench.width"
}

enum Height: Tag {
  typealias Element = Double
  static let name: String? = "bench.height"
}

enum Area: Tag {
  typealias Element = Double
  static let name: String? = "bench.area"
}

enum Mixed: Tag {
  typealias Element = Double
  static let name: String? = "bench.mixed"
}

enum Count: Tag {
  typealias Element = Int64
  static let name: String? = "bench.count"
}

enum Total: Tag {
  typealias Element = Double
  static let name: String? = "bench.total"
}

enum Shared: Tag {
  typealias Element = Double
  static let name: String? = "bench.shared"
}

enum SharedInSwift: Tag {
  typealias Element = Double
}

enum Label: Tag {
  typealias Element = String
  static let name: String? = "bench.label"
}

enum LabelInSwift: Tag {
  typealias Element = String
}

enum Registration: Tag {
  typealias Element = Double
  static let name: String? = "bench.registration"
}

enum Made: Tag {
  typealias Element = Double
  static let name: String? = "bench.made"
}

enum AreaOfMade: Tag {
  typealias Element = Double
  static let name: String? = "bench.areaOfMade"
}

enum TotalOfMade: Tag {
  typealias Element = Double
  static let name: String? = "bench.totalOfMade"
}

enum TotalOfShared: Tag {
  typealias Element = Double
  static let name: String? = "bench.totalOfShared"
}

/// A tag for each type of number.
enum Named {
  enum Bool: Tag {
    typealias Element = Swift.Bool
    static let name: String? = "bench.bool"
  }

  enum Int8: Tag {
    typealias Element = Swift.Int8
    static let name: String? = "bench.int8"
  }

  enum Int16: Tag {
    typealias Element = Swift.Int16
    static let name: String? = "bench.int16"
  }

  enum Int32: Tag {
    typealias Element = Swift.Int32
    static let name: String? = "bench.int32"
  }

  enum Int64: Tag {
    typealias Element = Swift.Int64
    static let name: String? = "bench.int64"
  }

  enum UInt8: Tag {
    typealias Element = Swift.UInt8
    static let name: String? = "bench.uint8"
  }

  enum UInt16: Tag {
    typealias Element = Swift.UInt16
    static let name: String? = "bench.uint16"
  }

  enum UInt32: Tag {
    typealias Element = Swift.UInt32
    static let name: String? = "bench.uint32"
  }

  enum UInt64: Tag {
    typealias Element = Swift.UInt64
    static let name: String? = "bench.uint64"
  }

  enum Float: Tag {
    typealias Element = Swift.Float
    static let name: String? = "bench.float"
  }
}
