/* getopt_long, which the Glibc module leaves out. */
#include <getopt.h>
