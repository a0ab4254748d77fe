// Each item says why it is here.
#ifndef OVERCRANK_CATTRIBUTES_SHIM_H
#define OVERCRANK_CATTRIBUTES_SHIM_H

// Extended attributes of files: Swift's module of the C library leaves this header out.
#include <sys/xattr.h>

#endif
