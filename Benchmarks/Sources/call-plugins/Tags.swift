import Cleanse

// The names that Swift and the plugins share.

enum Width: Tag {
  typealias Element = Double
  static let name = "bench.width"
}

enum Height: Tag {
  typealias Element = Double
  static let name = "bench.height"
}

enum Area: Tag {
  typealias Element = Double
  static let name = "bench.area"
}

enum Mixed: Tag {
  typealias Element = Double
  static let name = "bench.mixed"
}

enum Count: Tag {
  typealias Element = Int64
  static let name = "bench.count"
}

enum Total: Tag {
  typealias Element = Double
  static let name = "bench.total"
}

enum Shared: Tag {
  typealias Element = Double
  static let name = "bench.shared"
}

enum SharedInSwift: Tag {
  typealias Element = Double
}

enum Label: Tag {
  typealias Element = String
  static let name = "bench.label"
}

enum LabelInSwift: Tag {
  typealias Element = String
}

enum Registration: Tag {
  typealias Element = Double
  static let name = "bench.registration"
}

enum Made: Tag {
  typealias Element = Double
  static let name = "bench.made"
}

enum AreaOfMade: Tag {
  typealias Element = Double
  static let name = "bench.areaOfMade"
}

enum TotalOfMade: Tag {
  typealias Element = Double
  static let name = "bench.totalOfMade"
}

enum TotalOfShared: Tag {
  typealias Element = Double
  static let name = "bench.totalOfShared"
}

/// A tag for each type of number.
enum Named {
  enum Bool: Tag {
    typealias Element = Swift.Bool
    static let name = "bench.bool"
  }

  enum Int8: Tag {
    typealias Element = Swift.Int8
    static let name = "bench.int8"
  }

  enum Int16: Tag {
    typealias Element = Swift.Int16
    static let name = "bench.int16"
  }

  enum Int32: Tag {
    typealias Element = Swift.Int32
    static let name = "bench.int32"
  }

  enum Int64: Tag {
    typealias Element = Swift.Int64
    static let name = "bench.int64"
  }

  enum UInt8: Tag {
    typealias Element = Swift.UInt8
    static let name = "bench.uint8"
  }

  enum UInt16: Tag {
    typealias Element = Swift.UInt16
    static let name = "bench.uint16"
  }

  enum UInt32: Tag {
    typealias Element = Swift.UInt32
    static let name = "bench.uint32"
  }

  enum UInt64: Tag {
    typealias Element = Swift.UInt64
    static let name = "bench.uint64"
  }

  enum Float: Tag {
    typealias Element = Swift.Float
    static let name = "bench.float"
  }
}
