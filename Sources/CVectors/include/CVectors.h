#ifndef OVERCRANK_CVECTORS_H
#define OVERCRANK_CVECTORS_H

// The inner loops of resampling and of the search for likeness, which take a tap of every sample of audio, of linear prediction,
// and of the phase vocoder, which take every bin of every spectrum. They are in C because Swift cannot choose instructions while
// it runs: those of resampling have a version for AVX2. Where a build does not optimise, each operator of Swift's vectors is a
// call of some hundred instructions, too: a tenth of the time of all tests went into the first two, before debug builds
// optimised their targets.
//
// Sums over samples are taken in eight columns, whatever the processor: results are the same to the bit everywhere. Buffers need
// no alignment.

#include <stddef.h>
#include <stdint.h>

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

/// Finds peaks among powers: places from `first` to below `end` that are higher than `reach` places before them, 1 or 2, and not
/// lower than as many behind them. So many powers there must be on both sides.
///
/// `lows[i]` becomes the lowest place from one peak to the next, the first of several. Both results need room for every second place.
/// Returns how many peaks there are.
size_t overcrank_peaks(
    int32_t *peaks, int32_t *lows, const float *powers, size_t reach, size_t first, size_t end);

/// Products of complex numbers in `count` ranges, from `edges[i]` to below `edges[i + 1]`. Four sums for each range: of the others times the
/// conjugates of the values, real and imaginary, of the powers of the values, and of those of the others. They are taken in turn.
void overcrank_range_products(
    float *sums, const float *values, const float *others, const int32_t *edges, size_t count);

/// Multiplies complex numbers in `count` ranges, from `edges[i]` to below `edges[i + 1]`, by one complex number each.
void overcrank_turn_ranges(float *values, const float *turns, const int32_t *edges, size_t count);

/// Adds `more[i]` to `sum[i]` for `count` elements. The arrays of this function and of the next two do not overlap.
void overcrank_add(float *sum, const float *more, size_t count);

/// `target[i] = one[i] + other[i]` for `count` elements, or `least` where that is more.
void overcrank_set_sum(float *target, const float *one, const float *other, float least, size_t count);

/// Multiplies `product[i]` by `factors[i]` for `count` elements.
void overcrank_multiply(float *product, const float *factors, size_t count);

/// `target[i] = dividends[i] / divisors[i]` for `count` elements. A divisor counts as `least` at least. `target` may be
/// `divisors`.
void overcrank_divide(float *target, const float *dividends, const float *divisors, float least, size_t count);

/// Those of the functions above that have a version for processors with wider registers, as they are for all processors: to compare.
typedef struct {
    float (*dot_product)(const float *, const float *, size_t);
    void (*parabolas)(float *, const float *, const float *, const float *, float, size_t);
    void (*filter)(float *, size_t, const float *, size_t, const float *, size_t, size_t);
} overcrank_vectors;

extern const overcrank_vectors overcrank_plain_vectors;

#endif
