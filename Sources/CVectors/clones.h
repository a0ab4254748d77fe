#ifndef OVERCRANK_CLONES_H
#define OVERCRANK_CLONES_H

// Before a function: it is compiled for each set of instructions, and the processor's is chosen when the program is loaded. Only for
// loops whose results do not depend on how many elements are taken at a time.
#ifdef __x86_64__
#define CLONED __attribute__((target_clones("avx2", "default")))
#else
#define CLONED
#endif

#endif
