#ifndef BENCHMARKS_BARE_CALLS_H
#define BENCHMARKS_BARE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

// Calls through libffi with everything prepared, and with nothing else around them: what calls through
// the graph are compared with.

/// Prepares what the other functions need; false where libffi refuses.
bool bare_prepare(void);

/// Calls `area` so many times, and returns the sum.
double bare_area(int64_t times);

/// Calls `mixed`, which has 16 parameters.
double bare_mixed(int64_t times);

/// Calls `total` with a closure that yields a number, which calls that so many times.
double bare_total(int64_t times);

#endif
