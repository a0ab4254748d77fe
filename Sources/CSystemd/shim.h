// Each item says why it is here.
#ifndef OVERCRANK_CSYSTEMD_SHIM_H
#define OVERCRANK_CSYSTEMD_SHIM_H

#include <systemd/sd-bus.h>

#endif
