#ifndef OVERCRANK_LOOPS_H
#define OVERCRANK_LOOPS_H

#include "CInBetween.h"

/// A raised cosine of 8 samples, times 64: halves that overlap add up to 64. Of a block, and times a weight, it fits in 15 bits.
static const int16_t inbetween_window[8] = {2, 20, 44, 62, 62, 44, 20, 2};

/// What each kernel is at each sixteenth between two samples: four taps, from the sample before the left one on, 64 together.
static const int8_t inbetween_kernels[3][16][4] = {
    [inbetween_sharp] = {
        {0, 64, 0, 0}, {-3, 64, 3, 0}, {-4, 62, 7, -1}, {-6, 59, 12, -1}, {-7, 56, 17, -2}, {-7, 52, 22, -3},
        {-7, 48, 27, -4}, {-7, 43, 33, -5}, {-6, 38, 38, -6}, {-5, 33, 43, -7}, {-4, 27, 48, -7}, {-3, 22, 52, -7},
        {-2, 17, 56, -7}, {-1, 12, 59, -6}, {-1, 7, 62, -4}, {0, 3, 64, -3},
    },
    [inbetween_cubic] = {
        {0, 64, 0, 0}, {-2, 64, 2, 0}, {-3, 62, 6, -1}, {-4, 59, 10, -1}, {-5, 56, 15, -2}, {-5, 52, 20, -3}, {-5, 47, 25, -3},
        {-4, 42, 30, -4}, {-4, 36, 36, -4}, {-4, 30, 42, -4}, {-3, 25, 47, -5}, {-3, 20, 52, -5}, {-2, 15, 56, -5}, {-1, 10, 59, -4},
        {-1, 6, 62, -3}, {0, 2, 64, -2},
    },
    [inbetween_linear] = {
        {0, 64, 0, 0}, {0, 60, 4, 0}, {0, 56, 8, 0}, {0, 52, 12, 0}, {0, 48, 16, 0}, {0, 44, 20, 0},
        {0, 40, 24, 0}, {0, 36, 28, 0}, {0, 32, 32, 0}, {0, 28, 36, 0}, {0, 24, 40, 0}, {0, 20, 44, 0},
        {0, 16, 48, 0}, {0, 12, 52, 0}, {0, 8, 56, 0}, {0, 4, 60, 0},
    },
};

/// Whether all samples of a block lie where samples of both pictures are.
static inline int inbetween_is_whole(const inbetween_place *place) {
    return (place->first_x | place->first_y | place->second_x | place->second_y) == 0;
}

extern const inbetween_loops inbetween_plain_loops;
#if defined(__x86_64__)
extern const inbetween_loops inbetween_sse2_loops, inbetween_avx2_loops;
#endif

#endif
