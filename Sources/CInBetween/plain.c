#include "search.h"

#define KERNEL static inline __attribute__((always_inline))

KERNEL uint32_t difference(
    const uint8_t *first, ptrdiff_t first_stride, const uint8_t *second, ptrdiff_t second_stride, int width, int height,
    uint32_t enough
) {
    uint32_t sum = 0;
    for (int y = 0; y < height; y++, first += first_stride, second += second_stride) {
        if (y == height / 2 && sum >= enough) break;
        for (int x = 0; x < width; x++) sum += first[x] > second[x] ? first[x] - second[x] : second[x] - first[x];
    }
    return sum;
}

static uint32_t difference8(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb, uint32_t enough) {
    return difference(a, sa, b, sb, 8, 8, enough);
}

static uint32_t difference16(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb, uint32_t enough) {
    return difference(a, sa, b, sb, 16, 16, enough);
}

static uint32_t texture8(const uint8_t *block, ptrdiff_t stride) {
    return difference8(block, stride, block + 1, stride, UINT32_MAX) + difference8(block, stride, block + stride, stride, UINT32_MAX);
}

static uint32_t difference8_of(const void *block, const uint8_t *other, ptrdiff_t stride, uint32_t enough) {
    return difference8(block, stride, other, stride, enough);
}

static uint32_t difference16_of(const void *block, const uint8_t *other, ptrdiff_t stride, uint32_t enough) {
    return difference16(block, stride, other, stride, enough);
}

static uint32_t twice_every_second_row_of(const void *block, const uint8_t *other, ptrdiff_t stride, uint32_t enough) {
    (void)enough;
    return 2 * difference(block, 2 * stride, other, 2 * stride, 16, 8, UINT32_MAX);
}

static inbetween_vector search8(
    const inbetween_sought *sought, const inbetween_vector *vectors, ptrdiff_t count, int rounds
) {
    return search(sought, vectors, count, rounds, sought->block, difference8_of);
}

static inbetween_vector search16(
    const inbetween_sought *sought, const inbetween_vector *vectors, ptrdiff_t count, int rounds
) {
    return sought->skips_rows ? search(sought, vectors, count, rounds, sought->block, twice_every_second_row_of)
                              : search(sought, vectors, count, rounds, sought->block, difference16_of);
}

KERNEL int32_t sample(const void *samples, ptrdiff_t index, int bits) {
    return bits == 8 ? ((const uint8_t *)samples)[index] : ((const uint16_t *)samples)[index];
}

/// 11 rows of 8 samples, resampled along the rows: 64 times as large, but with 14 bits at most beside the sign.
KERNEL void resample(int16_t rows[11][8], const void *samples, ptrdiff_t stride, const int8_t taps[4], int bits) {
    const int shift = bits - 8, half = shift > 0 ? 1 << (shift - 1) : 0;
    for (int y = 0; y < 11; y++)
        for (int x = 0; x < 8; x++) {
            int32_t sum = half;
            for (int tap = 0; tap < 4; tap++) sum += sample(samples, (y - 1) * stride + x + tap - 1, bits) * taps[tap];
            rows[y][x] = (int16_t)(sum >> shift);
        }
}

KERNEL void mix(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int weight
) {
    int16_t a[11][8], b[11][8];
    resample(a, first, stride, inbetween_kernels[place->kernel][place->first_x], bits);
    resample(b, second, stride, inbetween_kernels[place->kernel][place->second_x], bits);
    const int8_t *const first_taps = inbetween_kernels[place->kernel][place->first_y], *const second_taps = inbetween_kernels[place->kernel][place->second_y];
    const int shift = 26 - bits, share = place->share;
    const int32_t most = (1 << bits) - 1;
    for (int y = 0; y < 8; y++, sums += sums_stride)
        for (int x = 0; x < 8; x++) {
            int32_t mixed = 1 << (shift - 1);
            for (int tap = 0; tap < 4; tap++)
                mixed += a[y + tap][x] * first_taps[tap] * share + b[y + tap][x] * second_taps[tap] * (64 - share);
            mixed >>= shift;
            mixed = mixed < 0 ? 0 : mixed > most ? most : mixed;
            sums[x] += (uint32_t)mixed * (uint32_t)(inbetween_window[x] * inbetween_window[y] * weight);
        }
}

static void mix_bytes(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int weight
) {
    (void)bits;
    mix(sums, sums_stride, first, second, stride, place, 8, weight);
}

static void mix_words(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int weight
) {
    mix(sums, sums_stride, first, second, stride, place, bits, weight);
}

const inbetween_loops inbetween_plain_loops = {difference8, difference16, texture8, search8, search16, mix_bytes, mix_words};

/// A sum divided by 4,096 · 6, rounded: by 8,192, and then by 3, which is multiplied by 43,691 / 2^17.
KERNEL uint16_t rounded(uint32_t sum) {
    _Static_assert(inbetween_whole == 6, "another divisor");
    const uint16_t thirds = (uint16_t)((sum + 4096 * inbetween_whole / 2) >> 13);
    const uint16_t halves = (uint16_t)((uint32_t)thirds * 43691 >> 16);
    return halves >> 1;
}

void inbetween_round16(uint16_t *samples, const uint32_t *sums, ptrdiff_t count) {
    for (ptrdiff_t x = 0; x < count; x++) samples[x] = rounded(sums[x]);
}

void inbetween_round8(uint8_t *samples, const uint32_t *sums, ptrdiff_t count) {
    for (ptrdiff_t x = 0; x < count; x++) samples[x] = (uint8_t)rounded(sums[x]);
}

void inbetween_halve(uint8_t *half, const uint8_t *upper, const uint8_t *lower, ptrdiff_t count) {
    for (ptrdiff_t x = 0; x < count; x++)
        half[x] = (uint8_t)((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) >> 2);
}

void inbetween_map(uint8_t *mapped, const uint8_t *samples, const uint8_t *levels, ptrdiff_t count) {
    for (ptrdiff_t x = 0; x < count; x++) mapped[x] = levels[samples[x]];
}

/// How many columns are summed up at a time.
enum { detail_columns = 256 };

void inbetween_detail(
    uint8_t *detail, const uint8_t *samples, ptrdiff_t stride, ptrdiff_t width, ptrdiff_t height, int reach
) {
    const int side = 2 * reach + 1, area = side * side;
    const uint32_t reciprocal = (uint32_t)(((uint64_t)1 << 32) / (uint32_t)area);
    for (ptrdiff_t left = 0; left < width; left += detail_columns) {
        const ptrdiff_t count = width - left < detail_columns ? width - left : detail_columns;
        // Of the square's rows, which move down.
        uint32_t columns[detail_columns + 64] = {0};
        const ptrdiff_t all = count + 2 * reach;
        const uint8_t *const corner = samples + left - reach;
        for (int y = -reach; y < reach; y++)
            for (ptrdiff_t x = 0; x < all; x++) columns[x] += corner[y * stride + x];
        for (ptrdiff_t y = 0; y < height; y++) {
            const uint8_t *const below = corner + (y + reach) * stride, *const above = corner + (y - reach) * stride;
            for (ptrdiff_t x = 0; x < all; x++) columns[x] += below[x];
            uint32_t sum = 0;
            for (int x = 0; x < 2 * reach; x++) sum += columns[x];
            for (ptrdiff_t x = 0; x < count; x++) {
                sum += columns[x + 2 * reach];
                const int mean = (int)((uint64_t)(sum + area / 2) * reciprocal >> 32);
                const int value = samples[y * stride + left + x] - mean + 128;
                detail[y * stride + left + x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
                sum -= columns[x];
            }
            for (ptrdiff_t x = 0; x < all; x++) columns[x] -= above[x];
        }
    }
}

const uint8_t *inbetween_black(void) {
    static const uint8_t black[8];
    return black;
}

void inbetween_narrow(uint8_t *bytes, const uint16_t *samples, int shift, ptrdiff_t count) {
    for (ptrdiff_t x = 0; x < count; x++) bytes[x] = (uint8_t)(samples[x] >> shift);
}

void inbetween_shift(uint16_t *samples, int shift, ptrdiff_t count) {
    if (shift > 0)
        for (ptrdiff_t x = 0; x < count; x++) samples[x] = (uint16_t)(samples[x] << shift);
    else if (shift < 0)
        for (ptrdiff_t x = 0; x < count; x++) samples[x] = (uint16_t)(samples[x] >> -shift);
}

void inbetween_blend(
    void *samples, const void *first, const void *second, int instant, int sample_bytes, ptrdiff_t count
) {
    // Up to 14 bits: the products fit.
    const uint32_t near = (uint32_t)(65536 - instant), far = (uint32_t)instant;
    if (sample_bytes == 1) {
        const uint8_t *const a = first, *const b = second;
        for (ptrdiff_t x = 0; x < count; x++) ((uint8_t *)samples)[x] = (uint8_t)((a[x] * near + b[x] * far + 32768) >> 16);
    } else {
        const uint16_t *const a = first, *const b = second;
        for (ptrdiff_t x = 0; x < count; x++) ((uint16_t *)samples)[x] = (uint16_t)((a[x] * near + b[x] * far + 32768) >> 16);
    }
}

uint32_t inbetween_squares(
    const uint8_t *first, const uint8_t *second, ptrdiff_t stride, ptrdiff_t width, ptrdiff_t height
) {
    uint32_t sum = 0;
    for (ptrdiff_t y = 0; y < height; y++, first += stride, second += stride)
        for (ptrdiff_t x = 0; x < width; x++) {
            const int32_t difference = first[x] - second[x];
            sum += (uint32_t)(difference * difference);
        }
    return sum;
}

uint32_t inbetween_difference4(
    const uint8_t *first, ptrdiff_t first_stride, const uint8_t *second, ptrdiff_t second_stride
) {
    uint32_t sum = 0;
    for (int y = 0; y < 4; y++, first += first_stride, second += second_stride)
        for (int x = 0; x < 4; x++) sum += (uint32_t)(first[x] < second[x] ? second[x] - first[x] : first[x] - second[x]);
    return sum;
}

uint32_t inbetween_largest_difference(
    const void *first, ptrdiff_t first_stride, const void *second, ptrdiff_t second_stride, ptrdiff_t width,
    ptrdiff_t height, int sample_bytes, uint32_t enough
) {
    uint32_t largest = 0;
    for (ptrdiff_t top = 0; top < height; top += 16)
        for (ptrdiff_t left = 0; left < width; left += 16) {
            uint32_t sum = 0;
            for (ptrdiff_t y = top; y < height && y < top + 16; y++) {
                const uint8_t *const a = (const uint8_t *)first + y * first_stride;
                const uint8_t *const b = (const uint8_t *)second + y * second_stride;
                for (ptrdiff_t x = left; x < width && x < left + 16; x++) {
                    const int32_t difference = sample_bytes == 1
                        ? a[x] - b[x] : ((const uint16_t *)a)[x] - ((const uint16_t *)b)[x];
                    sum += (uint32_t)(difference < 0 ? -difference : difference);
                }
            }
            if (sum > largest) largest = sum;
            if (largest > enough) return largest;
        }
    return largest;
}

const inbetween_loops *inbetween_loops_of(int set) {
    switch (set) {
    case inbetween_plain: return &inbetween_plain_loops;
#if defined(__x86_64__)
    case inbetween_sse2: return &inbetween_sse2_loops;
    case inbetween_avx2: return __builtin_cpu_supports("avx2") ? &inbetween_avx2_loops : 0;
#endif
    default: return 0;
    }
}

const inbetween_loops *inbetween_fastest_loops(void) {
    for (int set = inbetween_avx2; set > inbetween_plain; set--) {
        const inbetween_loops *const loops = inbetween_loops_of(set);
        if (loops) return loops;
    }
    return &inbetween_plain_loops;
}
