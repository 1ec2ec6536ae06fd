public import Cleanse

/// A source of objects by class, such as a `LegacyObjectGraph` or a test double.
public protocol LegacyObjectGraphProtocol {
  /// Returns a function that returns objects of the class, bound with a tag of the name if there is one.
  func providerForClass(cls: AnyClass, withName name: String?) -> () -> AnyObject
}

// These methods can't throw, because old code calls them without `try`. The methods of the core throw.
extension LegacyObjectGraph: LegacyObjectGraphProtocol {
  /// Returns an object of the class, and stops the program with the text of the error if there is none.
  public func objectForClass(cls: AnyClass) -> AnyObject {
    objectForClass(cls: cls, withName: nil)
  }

  /// Returns an object of the class, bound with a tag of the name if there is one, and stops the program with
  /// the text of the error if there is none.
  public func objectForClass(cls: AnyClass, withName name: String?) -> AnyObject {
    orStop {
      if let name { try objectForClass(cls, withName: name) } else { try objectForClass(cls) }
    }
  }

  /// Returns a function that returns objects of the class, and stops the program with the text of the error if
  /// there is no binding for it.
  public func providerForClass(cls: AnyClass) -> () -> AnyObject {
    providerForClass(cls: cls, withName: nil)
  }

  /// Returns a function that returns objects of the class, bound with a tag of the name if there is one, and
  /// stops the program with the text of the error if there is no such binding.
  public func providerForClass(cls: AnyClass, withName name: String?) -> () -> AnyObject {
    orStop {
      if let name { try providerForClass(cls, withName: name) } else { try providerForClass(cls) }
    }
  }

  /// Runs all property injectors for the object, and stops the program with the text of the error if there is
  /// none.
  public func injectPropertiesIntoObject(object: AnyObject) {
    orStop { try injectPropertiesIntoObject(object) }
  }
}

/// Returns what `body` returns, and stops the program with the text of an error that it throws.
private func orStop<Value>(_ body: () throws -> Value) -> Value {
  do {
    return try body()
  } catch {
    fatalError("\(error)")
  }
}
