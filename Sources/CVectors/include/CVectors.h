#ifndef OVERCRANK_CVECTORS_H
#define OVERCRANK_CVECTORS_H

// The inner loops of resampling and of the search for likeness, which take a tap of every sample of audio, of linear prediction,
// of Fourier transforms and of the phase vocoder, which take every bin of every spectrum. They are in C because Swift cannot choose
// instructions while it runs: each loop has a version for AVX2. Where a build does not optimise, each operator of Swift's vectors is
// a call of some hundred instructions, too: a tenth of the time of all tests went into the first two, before debug builds optimised
// their targets.
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

// No array overlaps another one from here on.

/// Adds to each of `count` complex numbers the other number of a peak's bin times the conjugate of the value there.
void overcrank_add_peak_turns(
    float *turns, const float *values, const float *others, const int32_t *peaks, size_t count);

/// How alike `count` ranges are when the first one is turned, from what `overcrank_range_products` writes: 1 where they are the same but
/// for their level, and where one is silent; 0 where they have nothing in common.
void overcrank_likenesses(float *likenesses, const float *products, const float *turns, size_t count);

/// Adds to each of `count` complex numbers the conjugate of a value times the other one of the same place, the latter as much farther from
/// the value as `excess` says, as a part of the distance.
void overcrank_add_turns(
    float *turns, const float *values, const float *others, float excess, size_t count);

/// Divides `count` complex numbers by their magnitudes. Those whose power is no more than `least`, and those that are not finite,
/// become `real`.
void overcrank_make_units(float *turns, float least, float real, size_t count);

/// The powers of `count` complex numbers.
void overcrank_powers(float *powers, const float *values, size_t count);

/// Adds the powers of `count` complex numbers.
void overcrank_add_powers(float *powers, const float *values, size_t count);

/// Over so many places on each side of one are levels compared.
#define OVERCRANK_LEVEL_REACH 3

/// By what factor amplitudes are higher than others: for each of `count` places, from the powers of it and of those around it. Both
/// arrays begin that reach before the first place and end as much behind the last one. The change of a power is `most` at most, and one
/// by `most` at least.
void overcrank_level_changes(float *changes, const float *powers, const float *others, float most, size_t count);

/// Half of each of `count` changes, in decibels, and a little more: `h + excess * h * (h - 1)`.
void overcrank_half_changes(float *halves, const float *changes, float excess, size_t count);

/// Multiplies each of `count` complex numbers by another one and a gain.
void overcrank_turn_each(float *values, const float *turns, const float *gains, size_t count);

/// Adds `more[i]` to `sum[i]` for `count` elements.
void overcrank_add(float *sum, const float *more, size_t count);

/// `target[i] = one[i] + other[i]` for `count` elements, or `least` where that is more.
void overcrank_set_sum(float *target, const float *one, const float *other, float least, size_t count);

/// Multiplies `product[i]` by `factors[i]` for `count` elements.
void overcrank_multiply(float *product, const float *factors, size_t count);

/// `target[i] = dividends[i] / divisors[i]` for `count` elements. A divisor counts as `least` at least.
void overcrank_divide(float *target, const float *dividends, const float *divisors, float least, size_t count);

/// `target[i] = scale * samples[i] * window[i]` for `count` elements.
void overcrank_window(float *target, const float *samples, const float *window, float scale, size_t count);

/// Adds `scale * samples[i] * window[i]` to `count` elements.
void overcrank_add_windowed(float *target, const float *samples, const float *window, float scale, size_t count);

/// Puts `middle[i] + side[i]` in the place of the first and `middle[i] - side[i]` in that of the second, for `count` elements.
void overcrank_separate(float *middle, float *side, size_t count);

/// Puts `dividends[i] / divisors[i]` in each divisor's place, for `count` elements.
void overcrank_divide_by(float *divisors, const float *dividends, size_t count);

// Fourier transforms: complex numbers are their real and imaginary parts in turn.

/// Deals `radix * count` complex numbers out to as many rows of `count`, one to each in turn.
void overcrank_deal(float *rows, const float *values, size_t radix, size_t count);

/// Joins the Fourier transforms of three rows of `count` complex numbers, a multiple of four, that were dealt out, to the transform
/// of all of them (Cooley and Tukey). `turns` holds for the second and the third row what each of their values is multiplied by:
/// e^(`sign` * 2πi * row * place / (3 * `count`)). `sign` is -1 for the transform, and 1 for the inverse one.
void overcrank_join_three(float *values, const float *rows, const float *turns, float sign, size_t count);

/// As `overcrank_join_three`, of four rows.
void overcrank_join_four(float *values, const float *rows, const float *turns, float sign, size_t count);

/// As `overcrank_join_three`, of five rows.
void overcrank_join_five(float *values, const float *rows, const float *turns, float sign, size_t count);

/// Separates what two real signals add to a spectrum of `count` complex numbers, of which one is the real and the other one the
/// imaginary part, and joins both after a turn of one of them; for all places but the first.
///
/// With `sum` = `values[k]` + conjugate(`values[count - k]`) and `turned` = `turns[k]` times their difference, `target[k]` is
/// `scale` * (`sum` + `turned`) and `target[count - k]` the conjugate of `scale` * (`sum` - `turned`). `turns` holds
/// `count / 2 + 1` numbers.
void overcrank_fold(float *target, const float *values, const float *turns, float scale, size_t count);

#endif
