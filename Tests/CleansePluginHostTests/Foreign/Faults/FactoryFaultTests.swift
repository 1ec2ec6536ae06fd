@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePlugin
@testable import CleansePluginHost
@testable import CleansePluginLoading
import CleanseTestSupport
import Testing

private enum Text: Cleanse.Tag {
  typealias Element = String
  static var name: String { "text" }
}

private enum Items: Cleanse.Tag {
  typealias Element = [Int32]
  static var name: String { "items" }
}

private enum Raw: Cleanse.Tag {
  typealias Element = [UInt8]
  static var name: String { "raw" }
}

private enum Number: Cleanse.Tag {
  typealias Element = Double
  static var name: String { "number" }
}

/// Requests what the functions provide, as often as a test calls it.
private struct Requester {
  let text: TaggedThrowingProvider<Text>
  let items: TaggedThrowingProvider<Items>
  let raw: TaggedThrowingProvider<Raw>
  let number: TaggedThrowingProvider<Number>
  let commands: ThrowingProvider<[any Command]>
}

private enum RequesterComponent: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.declareCollection(of: (any Command).self)
  }

  static func configureRoot(binder bind: ReceiptBinder<Requester>) -> BindingReceipt<Requester> {
    bind.to(factory: Requester.init)
  }
}

@Suite("A C function that provides no value", .serialized)
struct FactoryFaultTests {
  @Test("the dependent gets an error that names the function and its plugin")
  func factories() throws {
    let plugin = try ForeignPlugin(
      Self.registrations, declarations: Self.declarations, by: .cxx, in: TemporaryDirectory())
    let composition = PluginComposition(
      RequesterComponent.self, plugins: try PluginHost(files: [plugin.path]).loadWithoutProbing())
    let requester = try composition.factory().build(())
    let choice = try plugin.address(of: "choice").assumingMemoryBound(to: Int32.self)
    func errors(_ last: Int32, _ get: () throws -> some Any) -> [String] {
      (0...last).map { number in
        choice.pointee = number
        do { return "no error, but \(try get())" } catch { return "\(error)" }
      }
    }
    let report =
      errors(3) { try requester.text.get() } + errors(4) { try requester.items.get() }
      + errors(0) { try requester.raw.get() } + errors(1) { try requester.number.get() }
      + errors(7) { try requester.commands.get() }
    expectGolden(report.joined(separator: "\n"), "foreign-factories")
  }

  private static let declarations = #"""
    #include <stdexcept>
    extern "C" __attribute__((visibility("default"))) int choice;
    int choice;
    static const char *make_text(cleanse_error *error) {
      switch (choice) {
        case 0: return NULL;
        case 1: return "\xC3(";
        case 2: error->fail(error, NULL); return NULL;
        default: throw 1;
      }
    }
    static int32_t numbers[2];
    static cleanse_array make_items(void) {
      switch (choice) {
        case 0: return {NULL, 2};
        case 1: return {numbers, SIZE_MAX};
        case 2: return {NULL, SIZE_MAX};
        case 3: return {numbers, SIZE_MAX / 2};
        default: return {(char *)numbers + 1, 1};
      }
    }
    static cleanse_bytes make_raw(void) { return {(const uint8_t *)numbers, SIZE_MAX / 2}; }
    static double make_number(cleanse_error *error) {
      if (choice == 0) throw std::runtime_error("no number");
      error->fail(error, "the first reason");
      error->fail(error, "the second reason");
      return 1;
    }
    static int32_t run(void *, size_t, const char *const *, cleanse_streams *, cleanse_error *) {
      return 0;
    }
    static void destroy(void *) {}
    static cleanse_command *make_command(void) {
      static cleanse_command command;
      command = {sizeof command, NULL, destroy, "idle", "does nothing", run};
      switch (choice) {
        case 0: return NULL;
        case 1: command.size = 8; break;
        case 2: command.size = 0; break;
        case 3: command.name = NULL; break;
        case 4: command.summary = NULL; break;
        case 5: command.run = NULL; break;
        case 6: return (cleanse_command *)((char *)&command + 4);
        default: throw "no exception type";
      }
      return &command;
    }
    """#

  private static let registrations = """
    CLEANSE_BIND("string make_text() throws @text", make_text, 0);
    CLEANSE_BIND("int32[] make_items() @items", make_items, 0);
    CLEANSE_BIND("bytes make_raw() @raw", make_raw, 0);
    CLEANSE_BIND("double make_number() throws @number", make_number, 0);
    CLEANSE_BIND("cleanse_command *make_command()", make_command, CLEANSE_CONTRIBUTE);
    """
}
