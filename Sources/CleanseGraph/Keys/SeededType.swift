/// A type whose values make others from a seed, such as that of an assisted factory.
package protocol SeededType {
  /// The type of a function from the seed to what is made, without effects.
  static var function: any Any.Type { get }
}
