/* Functions for the benchmark of calls. Their other dependencies are bound in Swift. */
#include "functions.h"

#include <cleanse_plugin.h>

static double shared(void) { return 1; }

static const char *label(void) { return "a shared text of some length"; }

CLEANSE_PLUGIN("org.cleanse.bench.calls", "1.0.0", "Functions to call", "The Cleanse authors") {
  CLEANSE_BIND(
    "double area(double width @bench.width, double height @bench.height) @bench.area", area, 0);
  CLEANSE_BIND(
    "double mixed(int8 a @bench.int8, uint8 b @bench.uint8, int16 c @bench.int16,"
    " uint16 d @bench.uint16, int32 e @bench.int32, uint32 f @bench.uint32, int64 g @bench.int64,"
    " uint64 h @bench.uint64, float i @bench.float, double j @bench.width, bool k @bench.bool,"
    " int32 l @bench.int32, float m @bench.float, double n @bench.height, int64 o @bench.int64,"
    " bool p @bench.bool) @bench.mixed",
    mixed, 0);
  CLEANSE_BIND(
    "double total(int64 count @bench.count, double (*next)() @bench.width) @bench.total", total, 0);
  CLEANSE_BIND(
    "double area(double width @bench.shared, double height @bench.made) @bench.areaOfMade", area,
    0);
  CLEANSE_BIND(
    "double total(int64 count @bench.count, double (*next)() @bench.made) @bench.totalOfMade",
    total, 0);
  CLEANSE_BIND(
    "double total(int64 count @bench.count, double (*next)() @bench.shared)"
    " @bench.totalOfShared",
    total, 0);
  CLEANSE_BIND("double shared() @bench.shared", shared, CLEANSE_SHARED);
  CLEANSE_BIND("string label() @bench.label", label, CLEANSE_SHARED);
}
