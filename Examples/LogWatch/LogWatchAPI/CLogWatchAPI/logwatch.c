#include "logwatch.h"
