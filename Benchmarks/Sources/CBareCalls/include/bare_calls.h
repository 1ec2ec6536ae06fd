#ifndef BENCHMARKS_BARE_CALLS_H
#define BENCHMARKS_BARE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

// Bare calls through libffi, with everything prepared: the reference for calls through the graph.

/// Prepares the call interfaces; returns false if libffi rejects one.
bool bare_prepare(void);

/// Calls `area` the given number of times, and returns the sum.
double bare_area(int64_t times);

/// Calls `mixed`, which has 16 parameters, in the same way.
double bare_mixed(int64_t times);

/// Calls `total` once; it calls a closure that returns a number the given number of times.
double bare_total(int64_t times);

#endif
