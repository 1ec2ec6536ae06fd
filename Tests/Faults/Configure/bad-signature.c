/* Declares functions, keys and structures that can't be parsed. */
#include <string.h>

#include "cleanse_plugin.h"

static double area(double width) { return width; }

int32_t cleanse_plugin_configure(const cleanse_host *host, cleanse_binder *binder) {
  char large[10241] = "";
  memset(large, 'a', sizeof large - 1);
  CLEANSE_BIND("dubble area(double width)", area, 0);
  CLEANSE_BIND("double area(double width", area, 0);
  CLEANSE_BIND("double area(double a, double a)", area, 0);
  CLEANSE_BIND("double area(void width)", area, 0);
  CLEANSE_BIND("double area(double width, ...)", area, 0);
  CLEANSE_BIND("double area(double wi\ndth \033[2J \xFF", area, 0);
  CLEANSE_BIND(large, area, 0);
  CLEANSE_VALUE("double @", double, 1);
  CLEANSE_DECLARE("double @limit");
  CLEANSE_STRUCTURE("point { double x; double x; }");
  CLEANSE_STRUCTURE("point { }");
  CLEANSE_HANDLE("counter *", (void (*)(void *))area);
  return CLEANSE_OK;
}
