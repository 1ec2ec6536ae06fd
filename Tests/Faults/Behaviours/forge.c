/* Writes a forged result to every descriptor, and ends the process. */
#include <string.h>
#include <unistd.h>

void misbehave(void) {
  static const char forged[] = "{\"graph\":{\"bindings\":[]},\"status\":\"ok\"}\n";
  for (int descriptor = 1; descriptor < 256; descriptor++) {
    if (write(descriptor, forged, strlen(forged)) < 0) continue;
  }
  _exit(0);
}
