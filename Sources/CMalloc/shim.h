// mallopt() is in <malloc.h>, which Swift's Glibc module leaves out.
#ifndef OVERCRANK_CMALLOC_SHIM_H
#define OVERCRANK_CMALLOC_SHIM_H

#include <malloc.h>

static inline void oc_malloc_keep(int mmap_threshold, int trim_threshold) {
    mallopt(M_MMAP_THRESHOLD, mmap_threshold);
    mallopt(M_TRIM_THRESHOLD, trim_threshold);
}

#endif
