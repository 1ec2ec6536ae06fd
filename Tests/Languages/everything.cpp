/*
 * Uses each part of cleanse_plugin.hpp, and fails in each way, for PluginLanguageTests.
 */
#include <cleanse_plugin.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace {

struct counter {
  int value;
};

struct point {
  double x;
  double y;
};

struct ticker {
  void run() {}
  void stop() {}
};

int total(int first, std::int64_t second) { return first + static_cast<int>(second); }

std::string word() noexcept { return "hi"; }

struct everything {
  std::string text;

  int operator()(const cleanse::arguments &arguments, const cleanse::streams &streams) const {
    const std::string_view first = arguments.empty() ? "" : arguments[0];
    if (first.empty()) streams.write(text + "\n");
    if (first == "error") throw std::runtime_error("it can't");
    if (first == "usage") throw cleanse::usage_error("not so");
    if (first == "number") throw 42;
    if (first == "text") throw "it can't";
    if (first == "null") throw std::runtime_error(std::string("a\0b", 3));
    if (first == "copy") streams.write(streams.read_all());
    if (first == "other") {
      streams.write_error(std::string(first) + "\n");
      return 3;
    }
    while (first == "yes") streams.write("y\n");
    return 0;
  }
};

}  // namespace

template <>
inline constexpr const char *cleanse::handle_name<counter> = "counter";
template <>
inline constexpr const char *cleanse::handle_name<ticker> = "ticker";
template <>
inline constexpr const char *cleanse::structure_name<point> = "point";

CLEANSE_CONTRACT(everything, "org.example.everything-contract", "1.2.0")

CLEANSE_PLUGIN_WITH(
  "org.example.everything", "1.0.0", "Uses everything", "Ada",
  CLEANSE_CONTRIBUTES(
    {"Command": [{"name": "everything", "summary": "Fails in each way"}, {"name": "bad", "summary": "Fails"}],
     "HealthCheck": [], "CleanseBindingPlugin": []})
  CLEANSE_NEEDS({"read": ["/srv/everything"], "ports": {"connect": [443]}})) {
  const cleanse::binder plugin(host, binder);
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
  plugin.bind().named("word").decorating().order(1).to({"word"}, [](std::string inner) { return inner + "?"; });
  plugin.bind().named("word").decorating().to({"word"}, [](std::string inner) { return inner + "!"; });
  plugin.bind().shared().to({"total"}, [](int n) { return std::make_unique<counter>(counter{n}); });
  plugin.bind().named("where").to({"n"}, [](int n) { return point{static_cast<double>(n), 2}; });
  plugin.bind().named("bad").to([]() -> std::string { throw 42; });
  plugin.bind().named("weights").into_collection().order(2).to_value(2.5);
  plugin.bind().named("weights").into_collection().order(1).to([] { return std::vector<double>{1, 2}; });
  plugin.bind().named("all").to(
    {"", "weights", "limit", "names", "where", "word", "bad", "flags"},
    [](const counter &counter, const std::vector<double> &weights, std::optional<double> limit,
       std::vector<std::string_view> names, const point &where, const std::string &word,
       cleanse::provider<std::string> failing, const std::vector<bool> &flags) {
      std::string text = word + " " + std::to_string(counter.value + static_cast<int>(where.x));
      if (!limit) text += " unlimited";
      for (double weight : weights) text += " " + std::to_string(static_cast<int>(10 * weight));
      for (std::string_view name : names) text.append(" ").append(name);
      for (bool flag : flags) text += flag ? " yes" : " no";
      try {
        text += failing();
      } catch (const cleanse::error &error) {
        text += std::string(" [") + error.what() + "]";
      }
      return text;
    });
  plugin.bind().into_collection().to({"all"}, [](std::string text) {
    return cleanse::command("everything", "Fails in each way", everything{text});
  });
  plugin.bind().into_collection().to({"bad"}, [](std::string text) {
    return cleanse::command("bad", "Fails", everything{text});
  });
  plugin.bind().into_collection().to([] { return cleanse::health_check("pulse", [] {}); });
  plugin.bind().into_collection().to([] {
    return cleanse::validator("rules", [](const cleanse::graph &graph) {
      for (std::size_t index = 0; index < graph.binding_count(); index++) {
        const cleanse_graph_binding binding = graph.binding(index);
        if (binding.tag == nullptr || std::string_view(binding.tag) != "total") continue;
        std::string message = "total has";
        for (std::size_t request = 0; request < binding.request_count; request++) {
          message += " " + std::to_string(graph.providers(index, request).size());
        }
        graph.report(CLEANSE_NOTE, "rules/total", message, index);
      }
    });
  });
  plugin.bind().to_service([] { return std::make_unique<ticker>(); }, {1000, 1000, CLEANSE_RESTART});
}
