#include <cleanse_plugin.hpp>

#include <string>

namespace {

// What `@HOST@ run plugins -- @NAME@ [NAME]` does. Returns the exit status. An exception is an error of the command.
int run(const cleanse::arguments &arguments, const cleanse::streams &streams) {
  if (arguments.size() > 1) throw cleanse::usage_error("it takes one name");
  const std::string name(arguments.empty() ? "world" : arguments[0]);
  streams.write("Hello, " + name + "!\n");
  return 0;
}

}  // namespace

CLEANSE_PLUGIN_WITH(
  "@IDENTIFIER@", "0.1.0", "Prints a greeting", "@AUTHOR@",
  CLEANSE_CONTRIBUTES({"Command": [{"name": "@NAME@", "summary": "Prints a greeting"}]})) {
  const cleanse::binder plugin(host, binder);
  plugin.bind().into_collection().to(
    [] { return cleanse::command("@NAME@", "Prints a greeting", run); });
}
