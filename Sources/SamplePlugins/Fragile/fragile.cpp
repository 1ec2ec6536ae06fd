/*
 * Shows: a plugin in C++ whose functions throw. The host reports the exception to the dependent, with
 * the plugin, the function and the path, and continues.
 *
 *   c++ -shared -fPIC -I Sources/CCleansePlugin/include \
 *     -o libFragile.so Sources/SamplePlugins/Fragile/fragile.cpp
 */
#include <cleanse_plugin.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace {

/* They fail by throwing. The parameter `error` is for functions that fail without exceptions. */
char *coat(cleanse_error *) {
  throw std::runtime_error("the coat has no pocket");
}

/* Never called: its dependency, the coat, always fails. */
char *motto(const char *coat) {
  return strdup(coat);
}

std::int32_t number(cleanse_error *) {
  throw 42;
}

/* Receives the error of a provider, to rethrow it as a C++ exception. */
class Caught : public cleanse_error {
  std::string message_;

 public:
  Caught() : cleanse_error() {
    size = sizeof(cleanse_error);
    fail = [](cleanse_error *error, const char *message) {
      Caught *caught = static_cast<Caught *>(error);
      caught->failed = 1;
      caught->message_ = message;
    };
  }

  void rethrow() const {
    if (failed != 0) throw std::runtime_error(message_);
  }
};

/* A command that calls its providers when it runs, so that their errors occur only then. */
class FragileCommand {
  cleanse_command table_;
  char *(*motto_)(cleanse_error *);
  std::int32_t (*number_)(cleanse_error *);

  std::string answer(const std::string &question) const {
    Caught caught;
    if (question == "motto") {
      char *text = motto_(&caught);
      caught.rethrow();
      std::string motto(text);
      std::free(text);
      return motto;
    }
    if (question == "number") {
      const std::int32_t number = number_(&caught);
      caught.rethrow();
      return std::to_string(number);
    }
    return "pass `motto` or `number`";
  }

  static std::int32_t run(
    void *state, std::size_t count, const char *const *arguments, cleanse_streams *streams,
    cleanse_error *error) {
    try {
      const FragileCommand *command = static_cast<FragileCommand *>(state);
      const std::string line = command->answer(count > 0 ? arguments[0] : "") + "\n";
      return streams->write(streams, line.data(), line.size()) == CLEANSE_OK ? 0 : 1;
    } catch (const std::exception &exception) {
      CLEANSE_FAIL(error, exception.what());
      return 1;
    }
  }

 public:
  FragileCommand(char *(*motto)(cleanse_error *), std::int32_t (*number)(cleanse_error *))
      : table_(), motto_(motto), number_(number) {
    table_.size = sizeof table_;
    table_.state = this;
    table_.name = "fragile";
    table_.summary = "calls a provider that fails: motto, number";
    table_.run = run;
    table_.destroy = [](void *state) { delete static_cast<FragileCommand *>(state); };
  }

  cleanse_command *table() { return &table_; }
};

cleanse_command *make_command(
  char *(*motto)(cleanse_error *), std::int32_t (*number)(cleanse_error *), cleanse_error *) {
  return (new FragileCommand(motto, number))->table();
}

}  // namespace

CLEANSE_PLUGIN_WITH(
  "org.cleanse.samples.fragile", "1.0.0", "The command fragile: calls C++ functions that throw",
  "The Cleanse authors", CLEANSE_CONTRIBUTES(["Command"])) {
  CLEANSE_BIND("owned string coat() throws @fragile.coat", coat, 0);
  CLEANSE_BIND("owned string motto(string coat @fragile.coat) @fragile.motto", motto, 0);
  CLEANSE_BIND("int32 number() throws @fragile.number", number, 0);
  CLEANSE_BIND(
    "cleanse_command *make_command("
    "  string (*motto)(void) throws @fragile.motto,"
    "  int32 (*number)(void) throws @fragile.number"
    ") throws",
    make_command, CLEANSE_CONTRIBUTE);
}
