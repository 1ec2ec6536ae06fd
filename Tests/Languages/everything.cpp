/*
 * Uses each part of cleanse_plugin.hpp, and fails in each way, for PluginLanguageTests.
 */
#include <cleanse_plugin.hpp>

namespace {
struct counter { int value; ~counter() {} };
struct point { double x; double y; };
struct ticker { void run() {} void stop() {} };
int total(int a, std::int64_t b) { return a + static_cast<int>(b); }
std::string word() noexcept { return "hi"; }
}
template <> inline constexpr const char *cleanse::handle_name<counter> = "counter";
template <> inline constexpr const char *cleanse::handle_name<ticker> = "ticker";
template <> inline constexpr const char *cleanse::structure_name<point> = "point";

struct hello {
  std::string word;
  int operator()(const cleanse::arguments &arguments, const cleanse::streams &streams) const {
    if (arguments.empty()) { streams.write(word + "\n"); return 0; }
    if (arguments[0] == "throw") throw std::runtime_error("thrown by the command");
    if (arguments[0] == "int") throw 42;
    if (arguments[0] == "nul") throw std::runtime_error(std::string("a\0b", 3));
    if (arguments[0] == "bad") throw std::runtime_error("\xff\xfe");
    if (arguments[0] == "text") throw "a text";
    if (arguments[0] == "cat") { streams.write(streams.read_all()); return 0; }
    if (arguments[0] == "yes") for (;;) streams.write("y\n");
    streams.write_error(std::string(arguments[0]) + "\n");
    return 3;
  }
};

CLEANSE_PLUGIN_WITH("org.example.all", "1.0.0", "Uses all", "Ada", CLEANSE_CONTRIBUTES("\"Command\",\"HealthCheck\",\"CleanseBindingPlugin\"")) {
  cleanse::binder plugin(host, binder);
  plugin.handle<counter>();
  plugin.handle<ticker>();
  plugin.structure("point { double x; double y; }");
  plugin.declare<std::vector<double>>("weights");
  plugin.declare<std::optional<double>>("limit");
  plugin.bind().named("n").to_value(3);
  plugin.bind().named("m").to_value(std::int64_t(4));
  plugin.bind().named("names").to_value(std::vector<std::string>{"a", "b"});
  plugin.bind().named("flags").to_value(std::vector<bool>{true, false});
  plugin.bind().named("total").to<total>({"n", "m"});
  plugin.bind().named("word").shared().to<word>();
  plugin.bind().shared().to({"total"}, [](int n) { return std::make_unique<counter>(counter{n}); });
  plugin.bind().named("where").to({"n"}, [](int n) { return point{double(n), 2}; });
  plugin.bind().named("bad").to([]() -> std::string { throw 42; });
  plugin.bind().named("weights").into_collection().order(2).to_value(2.5);
  plugin.bind().named("weights").into_collection().order(1).to([] { return std::vector<double>{1, 2}; });
  plugin.bind().named("all").to(
    {"", "weights", "limit", "names", "where", "word", "bad", "flags"},
    [](const counter &c, const std::vector<double> &weights, std::optional<double> limit, std::vector<std::string_view> names,
       const point &where, const std::string &word, cleanse::provider<std::string> bad, const std::vector<bool> &flags) {
      std::string text = word + " " + std::to_string(c.value) + (limit ? " limit" : " none") + " " + std::to_string(where.x);
      for (double w : weights) text += " " + std::to_string(w);
      for (auto n : names) text += " " + std::string(n);
      for (bool f : flags) text += f ? " yes" : " no";
      try { text += bad(); } catch (const std::exception &e) { text += std::string(" [") + e.what() + "]"; }
      return text;
    });
  plugin.bind().into_collection().to({"all"}, [](std::string text) { return cleanse::command("all", "Prints all", hello{text}); });
  plugin.bind().into_collection().to({"bad"}, [](std::string text) { return cleanse::command("bad", "Fails", hello{text}); });
  plugin.bind().into_collection().to([] { return cleanse::health_check("pulse", [] {}); });
  plugin.bind().into_collection().to([] {
    return cleanse::validator("v", [](const cleanse::graph &graph) {
      for (std::size_t i = 0; i < graph.binding_count(); i++) {
        auto b = graph.binding(i);
        for (std::size_t r = 0; r < b.request_count; r++)
          if (graph.providers(i, r).empty()) graph.report(CLEANSE_NOTE, "v/none", "no provider", i);
      }
    });
  });
  plugin.bind().to_service([] { return std::make_unique<ticker>(); }, {1000, 1000, CLEANSE_RESTART});
}
