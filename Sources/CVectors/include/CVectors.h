#ifndef OVERCRANK_CVECTORS_H
#define OVERCRANK_CVECTORS_H

// The inner loops of resampling and of the search for likeness, which take a tap of every sample of audio, and of linear
// prediction. They are in C for builds without optimisation: there, each operator of Swift's vectors is a call of some hundred
// instructions, and a tenth of the time of all tests went into the first two. With optimisation the two languages are equally fast.
//
// Sums are taken in eight columns, whatever the processor: results are the same to the bit everywhere. Buffers need no
// alignment.

#include <stddef.h>

/// The sum of `a[i] * b[i]` over `count` elements.
float overcrank_dot_product(const float *a, const float *b, size_t count);

/// `target[i] = value[i] + x * (slope[i] + x * bend[i])` for `count` elements, a multiple of eight.
void overcrank_parabolas(
    float *target, const float *value, const float *slope, const float *bend, float x, size_t count);

/// The sum of `a[i] * b[i]` over `count` elements.
double overcrank_double_dot_product(const double *a, const double *b, size_t count);

/// The sums of `2 * weight[i] * a[i] * b[i]` and of `weight[i] * (a[i] * a[i] + b[i] * b[i])` over `count` elements.
void overcrank_likeness(
    double *product, double *power, const double *weight, const double *a, const double *b, size_t count);

/// Adds `factor` times each of two arrays to the other one, as they were before.
void overcrank_add_crosswise(double *a, double *b, double factor, size_t count);

#endif
