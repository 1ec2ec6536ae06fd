/*
 * The functions that are called through the graph and, for comparison, through libffi alone: the same code,
 * compiled into both sides.
 */
#include <stdbool.h>
#include <stdint.h>

/* A function that is only called through its address, by libffi. */
#define CALLED __attribute__((noinline, unused)) static

CALLED double area(double width, double height) { return width * height; }

CALLED double mixed(
  int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f, int64_t g, uint64_t h, float i,
  double j, bool k, int32_t l, float m, double n, int64_t o, bool p) {
  return (double)(a + b + c + d + e + (int64_t)f + g + (int64_t)h + k + l + o + p) + i + j + m + n;
}

CALLED double total(int64_t count, double (*next)(void)) {
  double sum = 0;
  for (int64_t call = 0; call < count; call++) sum += next();
  return sum;
}
