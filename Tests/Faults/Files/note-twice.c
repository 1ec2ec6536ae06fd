/* A second note in addition to that of plugin.c. */
#include "fault.h"

FAULT_NOTE(second, ".note.cleanse.second");
