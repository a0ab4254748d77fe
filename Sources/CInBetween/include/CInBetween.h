#ifndef OVERCRANK_CINBETWEEN_H
#define OVERCRANK_CINBETWEEN_H

#include <stddef.h>
#include <stdint.h>

// The inner loops of motion-compensated interpolation. Each is written three times: as a plain loop, for SSE2 and for AVX2.
// All three compute the same integers.

/// A sum of absolute differences of two blocks of bytes. Strides are the distances of rows, in bytes. Where the upper half
/// differs by `enough` already, that is given.
typedef uint32_t (*inbetween_difference)(
    const uint8_t *first, ptrdiff_t first_stride, const uint8_t *second, ptrdiff_t second_stride, uint32_t enough
);

/// The sum of absolute differences of each of 8 by 8 samples and the one to the right of it, and the one below.
typedef uint32_t (*inbetween_texture)(const uint8_t *block, ptrdiff_t stride);

/// Where something has moved to, in samples.
typedef struct {
    int32_t x, y;
} inbetween_vector;

/// A block that is looked for in another plane.
typedef struct {
    /// Its first sample.
    const uint8_t *block;
    /// The first sample of the other plane.
    const uint8_t *plane;
    /// From one row to the next, in bytes, of both planes.
    ptrdiff_t stride;
    /// Where the block lies.
    int32_t x, y;
    /// Where a block begins in the other plane, at least and at most: the samples of one further outside are the same.
    int32_t least, most_x, most_y;
    /// A vector costs the difference, and this for each sample that it is further from the expected one, up to `most_distance`.
    int32_t price, most_distance;
    inbetween_vector expected;
    /// Whether of 16 rows only every second one is compared, and counted twice.
    int32_t skips_rows;
} inbetween_sought;

/// The vector that costs least of those given, and, so many times, of the four beside the best one so far: the first of those that
/// cost the same. At least one is given.
typedef inbetween_vector (*inbetween_search)(
    const inbetween_sought *sought, const inbetween_vector *vectors, ptrdiff_t count, int rounds
);

/// How a block is mixed of two pictures: how far it lies from the sample before, along rows (`x`) and columns (`y`), in
/// sixteenths of a sample, how much of the first picture there is, in 64ths, and what samples between samples are made by.
typedef struct {
    uint8_t first_x, first_y, second_x, second_y, share, kernel;
} inbetween_place;

/// What samples between samples are made by: Keys' cubic convolution (1981) with a slope of −3/4, which is sharp; the same with
/// −1/2, which is exact for parabolas; and the linear mean of both neighbours.
enum { inbetween_sharp = 0, inbetween_cubic = 1, inbetween_linear = 2 };

/// Adds a block of 8 by 8 samples, mixed of two pictures, to sums.
///
/// The result is rounded, clamped, and multiplied by the block's weight (at most `inbetween_whole`), and by the window, whose
/// sums over blocks that overlap by half are 4,096. Strides are in samples. Samples of 8 bits have one byte, those of up to 14
/// have two. Up to 16 samples of a row are read, from the one before the block on.
typedef void (*inbetween_mix)(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int weight
);

/// The weight of all blocks together that are added at a place.
enum { inbetween_whole = 6 };

/// One set of loops.
typedef struct {
    inbetween_difference difference8;
    inbetween_difference difference16;
    inbetween_texture texture8;
    /// Of blocks of 8 by 8 and of 16 by 16 samples.
    inbetween_search search8;
    inbetween_search search16;
    /// Of samples of one byte, and of two.
    inbetween_mix mix_bytes;
    inbetween_mix mix_words;
} inbetween_loops;

/// The sets of loops.
enum { inbetween_plain = 0, inbetween_sse2 = 1, inbetween_avx2 = 2 };

/// The loops of a set; null where the processor does not have its instructions.
const inbetween_loops *inbetween_loops_of(int set);

/// The fastest loops of this processor.
const inbetween_loops *inbetween_fastest_loops(void);

/// Divides sums by 4,096 · `inbetween_whole`, rounds them, and stores them in samples of two bytes.
void inbetween_round16(uint16_t *samples, const uint32_t *sums, ptrdiff_t count);

/// The same in samples of one byte.
void inbetween_round8(uint8_t *samples, const uint32_t *sums, ptrdiff_t count);

/// Half a row: each sample is the rounded mean of 2 by 2.
void inbetween_halve(uint8_t *half, const uint8_t *upper, const uint8_t *lower, ptrdiff_t count);

/// Gives each sample of a row another grey level, of 256.
void inbetween_map(uint8_t *mapped, const uint8_t *samples, const uint8_t *levels, ptrdiff_t count);

/// How much brighter each sample of a plane is than the mean of the square that reaches so far around it, upon 128, clamped.
/// Both planes have the same stride, and at least `reach` samples beside them on each side.
void inbetween_detail(
    uint8_t *detail, const uint8_t *samples, ptrdiff_t stride, ptrdiff_t width, ptrdiff_t height, int reach
);

/// Eight samples of zero.
const uint8_t *inbetween_black(void);

/// Makes a row of one byte of one of two: samples are shifted to the right.
void inbetween_narrow(uint8_t *bytes, const uint16_t *samples, int shift, ptrdiff_t count);

/// Shifts samples to the left, or by less than nothing to the right.
void inbetween_shift(uint16_t *samples, int shift, ptrdiff_t count);

/// Mixes two rows, each as much as it is near: `instant` is the way from the first to the second, in 65,536ths. Samples are
/// read and written in one byte or two.
void inbetween_blend(
    void *samples, const void *first, const void *second, int instant, int sample_bytes, ptrdiff_t count
);

/// The sum of squared differences of two blocks of bytes. Strides are those of both.
uint32_t inbetween_squares(
    const uint8_t *first, const uint8_t *second, ptrdiff_t stride, ptrdiff_t width, ptrdiff_t height
);

/// The sum of absolute differences of two blocks of 4 by 4 bytes. Strides are the distances of rows, in bytes.
uint32_t inbetween_difference4(
    const uint8_t *first, ptrdiff_t first_stride, const uint8_t *second, ptrdiff_t second_stride
);

/// The largest sum of absolute differences of two blocks of 16 by 16 samples of two planes, in all of their blocks, whole or
/// not; it ends with the first one above `enough`. Strides are in bytes; samples have one byte or two.
uint32_t inbetween_largest_difference(
    const void *first, ptrdiff_t first_stride, const void *second, ptrdiff_t second_stride, ptrdiff_t width,
    ptrdiff_t height, int sample_bytes, uint32_t enough
);

#endif
