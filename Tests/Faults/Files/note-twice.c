/* A second note beside that of plugin.c. */
#include "fault.h"

FAULT_NOTE(second, ".note.cleanse.second");
