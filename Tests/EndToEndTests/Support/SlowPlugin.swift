import CleanseTestSupport

/// A plugin in C that waits 50 ms in one place, and whose command can kill the program.
enum SlowPlugin {
  /// Where it waits.
  enum Place: String, CaseIterable {
    case constructor, configure, factory, service, validator
    /// Nowhere.
    case nowhere
  }

  static let identifier = "org.example.slow"

  /// Compiles the plugin to the file `slow.so` of the folder.
  static func build(waitingIn place: Place, in directory: TemporaryDirectory) throws {
    try CPlugin.compile(
      source, to: "slow.so", in: directory, ["-DPLACE=in_\(place.rawValue)"])
  }

  private static let source = """
    #include <cleanse_plugin.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <unistd.h>

    enum { in_nowhere, in_constructor, in_configure, in_factory, in_service, in_validator };

    static void wait_in(int place) {
      if (place == PLACE) usleep(50000);
    }

    __attribute__((constructor)) static void construct(void) { wait_in(in_constructor); }

    static int32_t run(
      void *state, size_t count, const char *const *arguments, cleanse_streams *streams,
      cleanse_error *error) {
      if (count > 0) kill(getpid(), SIGKILL);
      return 0;
    }
    static cleanse_command command = {sizeof command, NULL, NULL, "slow", "does nothing", run};
    static cleanse_command *make_command(void) {
      wait_in(in_factory);
      return &command;
    }

    static void validate(void *state, const cleanse_graph *graph) { wait_in(in_validator); }
    static cleanse_validator rules = {sizeof rules, NULL, NULL, "slow rules", validate};
    static cleanse_validator *make_rules(void) { return &rules; }

    static void start(void *instance, cleanse_error *error) { wait_in(in_service); }
    static const cleanse_service service = {sizeof service, start, NULL, NULL, 0, 0, 0};
    static void *make_server(void) { return malloc(1); }

    CLEANSE_PLUGIN_WITH(
      "\(identifier)", "1.0.0", "Waits", "Ada",
      CLEANSE_CONTRIBUTES(["Command", "CleanseBindingPlugin"])) {
      wait_in(in_configure);
      CLEANSE_BIND("cleanse_command *make_command()", make_command, CLEANSE_CONTRIBUTE);
      CLEANSE_BIND("cleanse_validator *make_rules()", make_rules, CLEANSE_CONTRIBUTE);
      CLEANSE_SERVICE("server *make_server()", make_server, &service);
      CLEANSE_HANDLE("server", free);
    }

    """
}
