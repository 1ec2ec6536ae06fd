#include "cleanse_plugin.h"
