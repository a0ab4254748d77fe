#ifndef OVERCRANK_CRUBBERBAND_SHIM_H
#define OVERCRANK_CRUBBERBAND_SHIM_H

#include <rubberband/rubberband-c.h>

#endif
