// glibc's statistics of the heap, which the toolchain's module of glibc leaves out.
#include <malloc.h>
