// glibc's heap statistics, which the toolchain's Glibc module does not include.
#include <malloc.h>
