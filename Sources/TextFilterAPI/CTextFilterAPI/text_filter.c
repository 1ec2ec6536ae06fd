#include "text_filter.h"
