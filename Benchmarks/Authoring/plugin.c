#include <cleanse_plugin.h>

CLEANSE_PLUGIN("org.cleanse.benchmarks.hello-c", "1.0.0", "Binds a number", "The authors of Cleanse") {
  CLEANSE_VALUE("int @hello", int, 1);
}
