#ifndef OVERCRANK_LOOPS_H
#define OVERCRANK_LOOPS_H

#include "CInBetween.h"

/// A raised cosine of 8 samples, times 64: halves that overlap add up to 64. Of a block, and times a weight, it fits in 15 bits.
static const int16_t inbetween_window[8] = {2, 20, 44, 62, 62, 44, 20, 2};

extern const inbetween_loops inbetween_plain_loops;
#if defined(__x86_64__)
extern const inbetween_loops inbetween_sse2_loops, inbetween_avx2_loops;
#endif

#endif
