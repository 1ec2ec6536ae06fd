// Without it, link.h leaves out what it has beyond the standards.
#define _GNU_SOURCE
#include <gelf.h>
#include <libelf.h>
#include <link.h>
#include <sys/auxv.h>
