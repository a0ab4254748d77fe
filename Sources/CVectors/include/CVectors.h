#ifndef OVERCRANK_CVECTORS_H
#define OVERCRANK_CVECTORS_H

// The inner loops of resampling and of the search for likeness, which take a tap of every sample of audio, and of linear
// prediction. They are in C for builds without optimisation: there, each operator of Swift's vectors is a call of some hundred
// instructions, and a tenth of the time of all tests went into the first two. With optimisation the two languages are equally fast,
// but Swift cannot choose instructions while it runs: those of resampling have a version for AVX2.
//
// Sums are taken in eight columns, whatever the processor: results are the same to the bit everywhere. Buffers need no
// alignment.

#include <stddef.h>

/// The sum of `a[i] * b[i]` over `count` elements.
float overcrank_dot_product(const float *a, const float *b, size_t count);

/// `target[i] = value[i] + x * (slope[i] + x * bend[i])` for `count` elements, a multiple of eight.
void overcrank_parabolas(
    float *target, const float *value, const float *slope, const float *bend, float x, size_t count);

/// `target[i * target_step]` is the sum of `samples[i * sample_step + tap] * weights[tap]` over `taps` elements, a multiple of
/// eight; for `count` results.
void overcrank_filter(
    float *target, size_t target_step, const float *samples, size_t sample_step, const float *weights, size_t taps,
    size_t count);

/// The sum of `a[i] * b[i]` over `count` elements.
double overcrank_double_dot_product(const double *a, const double *b, size_t count);

/// The sums of `2 * weight[i] * a[i] * b[i]` and of `weight[i] * (a[i] * a[i] + b[i] * b[i])` over `count` elements.
void overcrank_likeness(
    double *product, double *power, const double *weight, const double *a, const double *b, size_t count);

/// Adds `factor` times each of two arrays to the other one, as they were before.
void overcrank_add_crosswise(double *a, double *b, double factor, size_t count);

/// Those of the functions above that have a version for processors with wider registers, as they are for all processors: to compare.
typedef struct {
    float (*dot_product)(const float *, const float *, size_t);
    void (*parabolas)(float *, const float *, const float *, const float *, float, size_t);
    void (*filter)(float *, size_t, const float *, size_t, const float *, size_t, size_t);
} overcrank_vectors;

extern const overcrank_vectors overcrank_plain_vectors;

#endif
