// mallopt() and mallinfo2() are in <malloc.h>, which Swift's Glibc module leaves out.
#ifndef OVERCRANK_CMALLOC_SHIM_H
#define OVERCRANK_CMALLOC_SHIM_H

#include <malloc.h>

static inline void oc_malloc_keep(int mmap_threshold, int trim_threshold) {
    mallopt(M_MMAP_THRESHOLD, mmap_threshold);
    mallopt(M_TRIM_THRESHOLD, trim_threshold);
}

static inline void oc_malloc_share(int arenas) { mallopt(M_ARENA_MAX, arenas); }

// Bytes that the process has allocated and not freed.
static inline size_t oc_malloc_in_use(void) {
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

#endif
