// Reads beyond the end of an array, which Swift traps.
@c(misbehave)
public func misbehave() {
  let numbers = CommandLine.arguments.prefix(0)
  print(numbers[numbers.endIndex + 1])
}
