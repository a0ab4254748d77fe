#include "search.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define SSE2 __attribute__((target("sse2")))
#define AVX2 __attribute__((target("avx2")))

SSE2 static inline uint32_t total(__m128i sums) {
    return (uint32_t)(_mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8)));
}

SSE2 static inline __m128i two_rows_of_8(const uint8_t *rows, ptrdiff_t stride) {
    return _mm_unpacklo_epi64(
        _mm_loadl_epi64((const __m128i *)rows), _mm_loadl_epi64((const __m128i *)(rows + stride))
    );
}

SSE2 static inline __m128i half_of_8(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb) {
    return _mm_add_epi32(
        _mm_sad_epu8(two_rows_of_8(a, sa), two_rows_of_8(b, sb)),
        _mm_sad_epu8(two_rows_of_8(a + 2 * sa, sa), two_rows_of_8(b + 2 * sb, sb))
    );
}

SSE2 static uint32_t difference8_sse2(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb, uint32_t enough) {
    const uint32_t upper = total(half_of_8(a, sa, b, sb));
    if (upper >= enough) return upper;
    return upper + total(half_of_8(a + 4 * sa, sa, b + 4 * sb, sb));
}

SSE2 static uint32_t texture8_sse2(const uint8_t *block, ptrdiff_t stride) {
    __m128i sum = _mm_setzero_si128(), row = _mm_loadl_epi64((const __m128i *)block);
    for (int y = 0; y < 8; y++, block += stride) {
        const __m128i below = _mm_loadl_epi64((const __m128i *)(block + stride));
        const __m128i right = _mm_loadl_epi64((const __m128i *)(block + 1));
        sum = _mm_add_epi32(sum, _mm_sad_epu8(_mm_unpacklo_epi64(row, row), _mm_unpacklo_epi64(right, below)));
        row = below;
    }
    return total(sum);
}

SSE2 static inline uint32_t half_of_16(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb) {
    __m128i even = _mm_setzero_si128(), odd = _mm_setzero_si128();
    for (int y = 0; y < 8; y += 2, a += 2 * sa, b += 2 * sb) {
        const __m128i a0 = _mm_loadu_si128((const __m128i *)a), a1 = _mm_loadu_si128((const __m128i *)(a + sa));
        const __m128i b0 = _mm_loadu_si128((const __m128i *)b), b1 = _mm_loadu_si128((const __m128i *)(b + sb));
        even = _mm_add_epi32(even, _mm_sad_epu8(a0, b0));
        odd = _mm_add_epi32(odd, _mm_sad_epu8(a1, b1));
    }
    return total(_mm_add_epi32(even, odd));
}

SSE2 static uint32_t difference16_sse2(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb, uint32_t enough) {
    const uint32_t upper = half_of_16(a, sa, b, sb);
    return upper >= enough ? upper : upper + half_of_16(a + 8 * sa, sa, b + 8 * sb, sb);
}

/// A block of 8 by 8, two rows after another.
typedef struct {
    __m128i rows[4];
} block8;

SSE2 static inline uint32_t block8_difference(const void *block, const uint8_t *other, ptrdiff_t stride, uint32_t enough) {
    const __m128i *const rows = ((const block8 *)block)->rows;
    const uint32_t upper = total(_mm_add_epi32(
        _mm_sad_epu8(rows[0], two_rows_of_8(other, stride)), _mm_sad_epu8(rows[1], two_rows_of_8(other + 2 * stride, stride))
    ));
    if (upper >= enough) return upper;
    other += 4 * stride;
    return upper + total(_mm_add_epi32(
        _mm_sad_epu8(rows[2], two_rows_of_8(other, stride)), _mm_sad_epu8(rows[3], two_rows_of_8(other + 2 * stride, stride))
    ));
}

SSE2 static inbetween_vector search8_sse2(
    const inbetween_sought *sought, const inbetween_vector *vectors, ptrdiff_t count, int rounds
) {
    block8 block;
    for (int y = 0; y < 4; y++) block.rows[y] = two_rows_of_8(sought->block + 2 * y * sought->stride, sought->stride);
    return search(sought, vectors, count, rounds, &block, block8_difference);
}

/// A block of 16 by 16: its even rows, then its odd ones.
typedef struct {
    __m128i rows[16];
    int32_t skips_rows;
} block16;

SSE2 static inline uint32_t half_of_block16(const __m128i rows[8], const uint8_t *other, ptrdiff_t stride) {
    __m128i even = _mm_setzero_si128(), odd = _mm_setzero_si128();
    for (int y = 0; y < 8; y += 2, other += 4 * stride) {
        even = _mm_add_epi32(even, _mm_sad_epu8(rows[y], _mm_loadu_si128((const __m128i *)other)));
        odd = _mm_add_epi32(odd, _mm_sad_epu8(rows[y + 1], _mm_loadu_si128((const __m128i *)(other + 2 * stride))));
    }
    return total(_mm_add_epi32(even, odd));
}

SSE2 static inline uint32_t block16_difference(const void *block, const uint8_t *other, ptrdiff_t stride, uint32_t enough) {
    const block16 *const own = block;
    const uint32_t even = half_of_block16(own->rows, other, stride);
    if (own->skips_rows) return 2 * even;
    return even >= enough ? even : even + half_of_block16(own->rows + 8, other + stride, stride);
}

SSE2 static inbetween_vector search16_sse2(
    const inbetween_sought *sought, const inbetween_vector *vectors, ptrdiff_t count, int rounds
) {
    block16 block = {.skips_rows = sought->skips_rows};
    for (int y = 0; y < 16; y++)
        block.rows[y / 2 + (y & 1) * 8] = _mm_loadu_si128((const __m128i *)(sought->block + y * sought->stride));
    return search(sought, vectors, count, rounds, &block, block16_difference);
}

/// Two numbers beside each other, in every 32 bits.
SSE2 static inline __m128i pair(int left, int right) {
    return _mm_set1_epi32((int32_t)((uint16_t)left | (uint32_t)right << 16));
}

/// Two of four taps, each times a share.
SSE2 static inline __m128i taps_of(const int8_t *taps, int share) { return pair(taps[0] * share, taps[1] * share); }

/// 8 samples with 16 bits each.
SSE2 static inline __m128i row_of_8(const void *samples, ptrdiff_t index, int bytes) {
    if (bytes == 2) return _mm_loadu_si128((const __m128i *)((const uint16_t *)samples + index));
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)((const uint8_t *)samples + index)), _mm_setzero_si128());
}

/// A row of 8 samples, resampled.
SSE2 static inline __m128i resample(
    const void *samples, ptrdiff_t index, int bytes, __m128i left, __m128i right, __m128i half, __m128i shift
) {
    const __m128i s0 = row_of_8(samples, index, bytes), s1 = row_of_8(samples, index + 1, bytes);
    const __m128i s2 = row_of_8(samples, index + 2, bytes), s3 = row_of_8(samples, index + 3, bytes);
    const __m128i low = _mm_add_epi32(
        _mm_madd_epi16(_mm_unpacklo_epi16(s0, s1), left), _mm_madd_epi16(_mm_unpacklo_epi16(s2, s3), right)
    );
    const __m128i high = _mm_add_epi32(
        _mm_madd_epi16(_mm_unpackhi_epi16(s0, s1), left), _mm_madd_epi16(_mm_unpackhi_epi16(s2, s3), right)
    );
    return _mm_packs_epi32(
        _mm_sra_epi32(_mm_add_epi32(low, half), shift), _mm_sra_epi32(_mm_add_epi32(high, half), shift)
    );
}

/// Adds a row of mixed samples, times a window's row, to sums.
SSE2 static inline void add_row(uint32_t *sums, __m128i mixed, int weight) {
    const __m128i zero = _mm_setzero_si128();
    const __m128i row = _mm_mullo_epi16(_mm_loadu_si128((const __m128i *)inbetween_window), _mm_set1_epi16((int16_t)weight));
    __m128i *const to = (__m128i *)sums;
    const __m128i low = _mm_madd_epi16(_mm_unpacklo_epi16(mixed, zero), _mm_unpacklo_epi16(row, zero));
    const __m128i high = _mm_madd_epi16(_mm_unpackhi_epi16(mixed, zero), _mm_unpackhi_epi16(row, zero));
    _mm_storeu_si128(to, _mm_add_epi32(_mm_loadu_si128(to), low));
    _mm_storeu_si128(to + 1, _mm_add_epi32(_mm_loadu_si128(to + 1), high));
}

/// 32-bit sums of 8 samples, rounded, shifted to the right, and clamped between zero and `most`.
SSE2 static inline __m128i clamped(__m128i low, __m128i high, __m128i half, __m128i shift, __m128i most) {
    const __m128i mixed = _mm_packs_epi32(
        _mm_sra_epi32(_mm_add_epi32(low, half), shift), _mm_sra_epi32(_mm_add_epi32(high, half), shift)
    );
    return _mm_min_epi16(_mm_max_epi16(mixed, _mm_setzero_si128()), most);
}

/// A block of samples that lie where samples of both pictures are.
SSE2 static inline __attribute__((always_inline)) void mix_whole(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride, int share, int bytes,
    int weight
) {
    const __m128i shares = pair(share, 64 - share), half = _mm_set1_epi32(32);
    for (int y = 0; y < 8; y++, sums += sums_stride) {
        const __m128i a = row_of_8(first, y * stride, bytes), b = row_of_8(second, y * stride, bytes);
        const __m128i low = _mm_madd_epi16(_mm_unpacklo_epi16(a, b), shares);
        const __m128i high = _mm_madd_epi16(_mm_unpackhi_epi16(a, b), shares);
        const __m128i mixed = _mm_packs_epi32(
            _mm_srai_epi32(_mm_add_epi32(low, half), 6), _mm_srai_epi32(_mm_add_epi32(high, half), 6)
        );
        add_row(sums, mixed, inbetween_window[y] * weight);
    }
}

SSE2 static inline __attribute__((always_inline)) void mix_sse2(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int bytes, int weight
) {
    const int share = place->share;
    if (inbetween_is_whole(place)) {
        mix_whole(sums, sums_stride, first, second, stride, share, bytes, weight);
        return;
    }
    const __m128i row_shift = _mm_cvtsi32_si128(bits - 8), row_half = _mm_set1_epi32(bits > 8 ? 1 << (bits - 9) : 0);
    __m128i a[11], b[11];
    {
        const int8_t *const taps = inbetween_kernels[place->kernel][place->first_x];
        const __m128i left = taps_of(taps, 1), right = taps_of(taps + 2, 1);
        for (int y = 0; y < 11; y++)
            a[y] = resample(first, (y - 1) * stride - 1, bytes, left, right, row_half, row_shift);
    }
    {
        const int8_t *const taps = inbetween_kernels[place->kernel][place->second_x];
        const __m128i left = taps_of(taps, 1), right = taps_of(taps + 2, 1);
        for (int y = 0; y < 11; y++)
            b[y] = resample(second, (y - 1) * stride - 1, bytes, left, right, row_half, row_shift);
    }
    const int8_t *const first_taps = inbetween_kernels[place->kernel][place->first_y], *const second_taps = inbetween_kernels[place->kernel][place->second_y];
    const __m128i a0 = taps_of(first_taps, share), a2 = taps_of(first_taps + 2, share);
    const __m128i b0 = taps_of(second_taps, 64 - share), b2 = taps_of(second_taps + 2, 64 - share);
    const __m128i shift = _mm_cvtsi32_si128(26 - bits), half = _mm_set1_epi32(1 << (25 - bits));
    const __m128i most = _mm_set1_epi16((int16_t)((1 << bits) - 1));
    for (int y = 0; y < 8; y++, sums += sums_stride) {
        const __m128i low = _mm_add_epi32(
            _mm_add_epi32(
                _mm_madd_epi16(_mm_unpacklo_epi16(a[y], a[y + 1]), a0),
                _mm_madd_epi16(_mm_unpacklo_epi16(a[y + 2], a[y + 3]), a2)
            ),
            _mm_add_epi32(
                _mm_madd_epi16(_mm_unpacklo_epi16(b[y], b[y + 1]), b0),
                _mm_madd_epi16(_mm_unpacklo_epi16(b[y + 2], b[y + 3]), b2)
            )
        );
        const __m128i high = _mm_add_epi32(
            _mm_add_epi32(
                _mm_madd_epi16(_mm_unpackhi_epi16(a[y], a[y + 1]), a0),
                _mm_madd_epi16(_mm_unpackhi_epi16(a[y + 2], a[y + 3]), a2)
            ),
            _mm_add_epi32(
                _mm_madd_epi16(_mm_unpackhi_epi16(b[y], b[y + 1]), b0),
                _mm_madd_epi16(_mm_unpackhi_epi16(b[y + 2], b[y + 3]), b2)
            )
        );
        add_row(sums, clamped(low, high, half, shift, most), inbetween_window[y] * weight);
    }
}

SSE2 static void mix_bytes_sse2(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int weight
) {
    (void)bits;
    mix_sse2(sums, sums_stride, first, second, stride, place, 8, 1, weight);
}

SSE2 static void mix_words_sse2(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int weight
) {
    mix_sse2(sums, sums_stride, first, second, stride, place, bits, 2, weight);
}

const inbetween_loops inbetween_sse2_loops = {
    difference8_sse2, difference16_sse2, texture8_sse2, search8_sse2, search16_sse2, mix_bytes_sse2, mix_words_sse2,
};

AVX2 static inline __m256i two_rows(const void *first, const void *second) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)first)), _mm_loadu_si128((const __m128i *)second), 1
    );
}

AVX2 static inline uint32_t half_of_16_avx2(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb) {
    __m256i even = _mm256_setzero_si256(), odd = _mm256_setzero_si256();
    for (int y = 0; y < 8; y += 4, a += 4 * sa, b += 4 * sb) {
        even = _mm256_add_epi32(even, _mm256_sad_epu8(two_rows(a, a + sa), two_rows(b, b + sb)));
        odd = _mm256_add_epi32(
            odd, _mm256_sad_epu8(two_rows(a + 2 * sa, a + 3 * sa), two_rows(b + 2 * sb, b + 3 * sb))
        );
    }
    const __m256i sum = _mm256_add_epi32(even, odd);
    return total(_mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1)));
}

AVX2 static uint32_t difference16_avx2(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb, uint32_t enough) {
    const uint32_t upper = half_of_16_avx2(a, sa, b, sb);
    return upper >= enough ? upper : upper + half_of_16_avx2(a + 8 * sa, sa, b + 8 * sb, sb);
}

/// A block of 16 by 16, two rows in each register: its even rows, then its odd ones.
typedef struct {
    __m256i rows[8];
    int32_t skips_rows;
} wide_block16;

AVX2 static inline uint32_t half_of_wide_block16(const __m256i rows[4], const uint8_t *other, ptrdiff_t stride) {
    const __m256i even = _mm256_add_epi32(
        _mm256_sad_epu8(rows[0], two_rows(other, other + 2 * stride)),
        _mm256_sad_epu8(rows[2], two_rows(other + 8 * stride, other + 10 * stride))
    );
    const __m256i odd = _mm256_add_epi32(
        _mm256_sad_epu8(rows[1], two_rows(other + 4 * stride, other + 6 * stride)),
        _mm256_sad_epu8(rows[3], two_rows(other + 12 * stride, other + 14 * stride))
    );
    const __m256i sum = _mm256_add_epi32(even, odd);
    return total(_mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1)));
}

AVX2 static inline uint32_t wide_block16_difference(
    const void *block, const uint8_t *other, ptrdiff_t stride, uint32_t enough
) {
    const wide_block16 *const own = block;
    const uint32_t even = half_of_wide_block16(own->rows, other, stride);
    if (own->skips_rows) return 2 * even;
    return even >= enough ? even : even + half_of_wide_block16(own->rows + 4, other + stride, stride);
}

AVX2 static inbetween_vector search16_avx2(
    const inbetween_sought *sought, const inbetween_vector *vectors, ptrdiff_t count, int rounds
) {
    wide_block16 block;
    block.skips_rows = sought->skips_rows;
    const ptrdiff_t stride = sought->stride;
    for (int y = 0; y < (block.skips_rows ? 4 : 8); y++) {
        const uint8_t *const row = sought->block + (y < 4 ? 4 * y : 4 * (y - 4) + 1) * stride;
        block.rows[y] = two_rows(row, row + 2 * stride);
    }
    return search(sought, vectors, count, rounds, &block, wide_block16_difference);
}

/// Two registers as one.
AVX2 static inline __m256i both(__m128i lower, __m128i upper) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(lower), upper, 1);
}

/// As of SSE2.
AVX2 static inline void add_row_avx2(uint32_t *sums, __m128i mixed, __m256i window, int weight) {
    const __m256i row = _mm256_mullo_epi16(window, _mm256_set1_epi32(weight));
    __m256i *const to = (__m256i *)sums;
    _mm256_storeu_si256(to, _mm256_add_epi32(_mm256_loadu_si256(to), _mm256_madd_epi16(_mm256_cvtepu16_epi32(mixed), row)));
}

AVX2 static inline __m256i wide_window(void) { return _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)inbetween_window)); }

/// A row of the sums of both pictures, of four rows that were resampled.
AVX2 static inline __m256i mixed_row(const __m256i rows[4], __m256i upper, __m256i lower, __m256i half, __m128i shift) {
    const __m256i left = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_unpacklo_epi16(rows[0], rows[1]), upper),
        _mm256_madd_epi16(_mm256_unpacklo_epi16(rows[2], rows[3]), lower)
    );
    const __m256i right = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_unpackhi_epi16(rows[0], rows[1]), upper),
        _mm256_madd_epi16(_mm256_unpackhi_epi16(rows[2], rows[3]), lower)
    );
    const __m256i both = _mm256_add_epi32(
        _mm256_permute2x128_si256(left, right, 0x20), _mm256_permute2x128_si256(left, right, 0x31)
    );
    return _mm256_sra_epi32(_mm256_add_epi32(both, half), shift);
}

/// Mixes 11 rows that were resampled, those of the first picture in lower halves and those of the second in upper ones.
AVX2 static inline __attribute__((always_inline)) void mix_rows(
    uint32_t *sums, ptrdiff_t sums_stride, const __m256i rows[11], const inbetween_place *place, int bits, int weight
) {
    const int share = place->share;
    const int8_t *const first_taps = inbetween_kernels[place->kernel][place->first_y], *const second_taps = inbetween_kernels[place->kernel][place->second_y];
    const __m256i upper = both(taps_of(first_taps, share), taps_of(second_taps, 64 - share));
    const __m256i lower = both(taps_of(first_taps + 2, share), taps_of(second_taps + 2, 64 - share));
    const __m128i shift = _mm_cvtsi32_si128(26 - bits);
    const __m256i half = _mm256_set1_epi32(1 << (25 - bits)), most = _mm256_set1_epi16((int16_t)((1 << bits) - 1));
    const __m256i window = wide_window();
    for (int y = 0; y < 8; y += 2, sums += 2 * sums_stride) {
        const __m256i one = mixed_row(rows + y, upper, lower, half, shift);
        const __m256i two = mixed_row(rows + y + 1, upper, lower, half, shift);
        // Left halves of both rows, then right ones.
        const __m256i halves = _mm256_max_epi16(_mm256_min_epi16(_mm256_packs_epi32(one, two), most), _mm256_setzero_si256());
        const __m256i mixed = _mm256_permute4x64_epi64(halves, 0xd8);
        add_row_avx2(sums, _mm256_castsi256_si128(mixed), window, inbetween_window[y] * weight);
        add_row_avx2(sums + sums_stride, _mm256_extracti128_si256(mixed, 1), window, inbetween_window[y + 1] * weight);
    }
}

AVX2 static void mix_bytes_avx2(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int weight
) {
    (void)bits;
    const uint8_t *a = first, *b = second;
    if (inbetween_is_whole(place)) {
        const __m128i shares = _mm_set1_epi16((int16_t)(place->share | (64 - place->share) << 8)), half = _mm_set1_epi16(32);
        const __m256i window = wide_window();
        for (int y = 0; y < 8; y++, sums += sums_stride, a += stride, b += stride) {
            const __m128i samples =
                _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)a), _mm_loadl_epi64((const __m128i *)b));
            const __m128i mixed = _mm_srli_epi16(_mm_add_epi16(_mm_maddubs_epi16(samples, shares), half), 6);
            add_row_avx2(sums, mixed, window, inbetween_window[y] * weight);
        }
        return;
    }
    const __m256i lefts = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8));
    const __m256i rights = _mm256_add_epi8(lefts, _mm256_set1_epi8(2));
    int16_t taps[4];
    memcpy(taps, inbetween_kernels[place->kernel][place->first_x], 4);
    memcpy(taps + 2, inbetween_kernels[place->kernel][place->second_x], 4);
    const __m256i left = both(_mm_set1_epi16(taps[0]), _mm_set1_epi16(taps[2]));
    const __m256i right = both(_mm_set1_epi16(taps[1]), _mm_set1_epi16(taps[3]));
    __m256i rows[11];
    a -= stride + 1;
    b -= stride + 1;
    for (int y = 0; y < 11; y++, a += stride, b += stride) {
        const __m256i samples = two_rows(a, b);
        rows[y] = _mm256_add_epi16(
            _mm256_maddubs_epi16(_mm256_shuffle_epi8(samples, lefts), left),
            _mm256_maddubs_epi16(_mm256_shuffle_epi8(samples, rights), right)
        );
    }
    mix_rows(sums, sums_stride, rows, place, 8, weight);
}

AVX2 static void mix_words_avx2(
    uint32_t *sums, ptrdiff_t sums_stride, const void *first, const void *second, ptrdiff_t stride,
    const inbetween_place *place, int bits, int weight
) {
    if (inbetween_is_whole(place)) {
        mix_whole(sums, sums_stride, first, second, stride, place->share, 2, weight);
        return;
    }
    const __m128i row_shift = _mm_cvtsi32_si128(bits - 8);
    const __m256i row_half = _mm256_set1_epi32(bits > 8 ? 1 << (bits - 9) : 0);
    const int8_t *const first_taps = inbetween_kernels[place->kernel][place->first_x], *const second_taps = inbetween_kernels[place->kernel][place->second_x];
    const __m256i left = both(taps_of(first_taps, 1), taps_of(second_taps, 1));
    const __m256i right = both(taps_of(first_taps + 2, 1), taps_of(second_taps + 2, 1));
    __m256i rows[11];
    const uint16_t *a = (const uint16_t *)first - stride - 1, *b = (const uint16_t *)second - stride - 1;
    for (int y = 0; y < 11; y++, a += stride, b += stride) {
        const __m256i s0 = two_rows(a, b), s1 = two_rows(a + 1, b + 1);
        const __m256i s2 = two_rows(a + 2, b + 2), s3 = two_rows(a + 3, b + 3);
        const __m256i low = _mm256_add_epi32(
            _mm256_madd_epi16(_mm256_unpacklo_epi16(s0, s1), left), _mm256_madd_epi16(_mm256_unpacklo_epi16(s2, s3), right)
        );
        const __m256i high = _mm256_add_epi32(
            _mm256_madd_epi16(_mm256_unpackhi_epi16(s0, s1), left), _mm256_madd_epi16(_mm256_unpackhi_epi16(s2, s3), right)
        );
        rows[y] = _mm256_packs_epi32(
            _mm256_sra_epi32(_mm256_add_epi32(low, row_half), row_shift),
            _mm256_sra_epi32(_mm256_add_epi32(high, row_half), row_shift)
        );
    }
    mix_rows(sums, sums_stride, rows, place, bits, weight);
}

const inbetween_loops inbetween_avx2_loops = {
    difference8_sse2, difference16_avx2, texture8_sse2, search8_sse2, search16_avx2, mix_bytes_avx2, mix_words_avx2,
};

#endif
