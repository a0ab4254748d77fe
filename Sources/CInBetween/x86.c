#include "loops.h"

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

SSE2 static uint32_t difference8_sse2(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb) {
    __m128i sum = _mm_setzero_si128();
    for (int y = 0; y < 8; y += 2, a += 2 * sa, b += 2 * sb)
        sum = _mm_add_epi32(sum, _mm_sad_epu8(two_rows_of_8(a, sa), two_rows_of_8(b, sb)));
    return total(sum);
}

SSE2 static uint32_t difference16_sse2(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb) {
    __m128i even = _mm_setzero_si128(), odd = _mm_setzero_si128();
    for (int y = 0; y < 16; y += 2, a += 2 * sa, b += 2 * sb) {
        const __m128i a0 = _mm_loadu_si128((const __m128i *)a), a1 = _mm_loadu_si128((const __m128i *)(a + sa));
        const __m128i b0 = _mm_loadu_si128((const __m128i *)b), b1 = _mm_loadu_si128((const __m128i *)(b + sb));
        even = _mm_add_epi32(even, _mm_sad_epu8(a0, b0));
        odd = _mm_add_epi32(odd, _mm_sad_epu8(a1, b1));
    }
    return total(_mm_add_epi32(even, odd));
}

/// Two taps beside each other, in every 32 bits.
SSE2 static inline __m128i pair(const int16_t *taps) {
    int32_t both;
    memcpy(&both, taps, sizeof both);
    return _mm_set1_epi32(both);
}

/// A row of 8 samples, resampled.
SSE2 static inline __m128i resample(const uint16_t *samples, __m128i left, __m128i right, __m128i half, __m128i shift) {
    const __m128i s0 = _mm_loadu_si128((const __m128i *)samples), s1 = _mm_loadu_si128((const __m128i *)(samples + 1));
    const __m128i s2 = _mm_loadu_si128((const __m128i *)(samples + 2)), s3 = _mm_loadu_si128((const __m128i *)(samples + 3));
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

SSE2 static void mix8_sse2(
    uint32_t *sums, ptrdiff_t sums_stride, const uint16_t *first, const uint16_t *second, ptrdiff_t stride,
    const inbetween_taps *taps, int bits, int weight
) {
    const __m128i row_shift = _mm_cvtsi32_si128(bits - 8), row_half = _mm_set1_epi32(bits > 8 ? 1 << (bits - 9) : 0);
    __m128i a[11], b[11];
    {
        const __m128i left = pair(taps->first_row), right = pair(taps->first_row + 2);
        const uint16_t *row = first - stride - 1;
        for (int y = 0; y < 11; y++, row += stride) a[y] = resample(row, left, right, row_half, row_shift);
    }
    {
        const __m128i left = pair(taps->second_row), right = pair(taps->second_row + 2);
        const uint16_t *row = second - stride - 1;
        for (int y = 0; y < 11; y++, row += stride) b[y] = resample(row, left, right, row_half, row_shift);
    }
    const __m128i a0 = pair(taps->first_column), a2 = pair(taps->first_column + 2);
    const __m128i b0 = pair(taps->second_column), b2 = pair(taps->second_column + 2);
    const __m128i shift = _mm_cvtsi32_si128(26 - bits), half = _mm_set1_epi32(1 << (25 - bits));
    const __m128i zero = _mm_setzero_si128(), most = _mm_set1_epi16((int16_t)((1 << bits) - 1));
    const __m128i window = _mm_loadu_si128((const __m128i *)inbetween_window);
    for (int y = 0; y < 8; y++, sums += sums_stride) {
        __m128i low = _mm_add_epi32(
            _mm_add_epi32(
                _mm_madd_epi16(_mm_unpacklo_epi16(a[y], a[y + 1]), a0),
                _mm_madd_epi16(_mm_unpacklo_epi16(a[y + 2], a[y + 3]), a2)
            ),
            _mm_add_epi32(
                _mm_madd_epi16(_mm_unpacklo_epi16(b[y], b[y + 1]), b0),
                _mm_madd_epi16(_mm_unpacklo_epi16(b[y + 2], b[y + 3]), b2)
            )
        );
        __m128i high = _mm_add_epi32(
            _mm_add_epi32(
                _mm_madd_epi16(_mm_unpackhi_epi16(a[y], a[y + 1]), a0),
                _mm_madd_epi16(_mm_unpackhi_epi16(a[y + 2], a[y + 3]), a2)
            ),
            _mm_add_epi32(
                _mm_madd_epi16(_mm_unpackhi_epi16(b[y], b[y + 1]), b0),
                _mm_madd_epi16(_mm_unpackhi_epi16(b[y + 2], b[y + 3]), b2)
            )
        );
        low = _mm_sra_epi32(_mm_add_epi32(low, half), shift);
        high = _mm_sra_epi32(_mm_add_epi32(high, half), shift);
        const __m128i mixed = _mm_min_epi16(_mm_max_epi16(_mm_packs_epi32(low, high), zero), most);
        const __m128i row = _mm_mullo_epi16(window, _mm_set1_epi16((int16_t)(inbetween_window[y] * weight)));
        low = _mm_madd_epi16(_mm_unpacklo_epi16(mixed, zero), _mm_unpacklo_epi16(row, zero));
        high = _mm_madd_epi16(_mm_unpackhi_epi16(mixed, zero), _mm_unpackhi_epi16(row, zero));
        __m128i *const to = (__m128i *)sums;
        _mm_storeu_si128(to, _mm_add_epi32(_mm_loadu_si128(to), low));
        _mm_storeu_si128(to + 1, _mm_add_epi32(_mm_loadu_si128(to + 1), high));
    }
}

const inbetween_loops inbetween_sse2_loops = {difference8_sse2, difference16_sse2, mix8_sse2};

AVX2 static inline __m256i two_rows(const void *first, const void *second) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)first)), _mm_loadu_si128((const __m128i *)second), 1
    );
}

AVX2 static uint32_t difference16_avx2(const uint8_t *a, ptrdiff_t sa, const uint8_t *b, ptrdiff_t sb) {
    __m256i even = _mm256_setzero_si256(), odd = _mm256_setzero_si256();
    for (int y = 0; y < 16; y += 4, a += 4 * sa, b += 4 * sb) {
        even = _mm256_add_epi32(even, _mm256_sad_epu8(two_rows(a, a + sa), two_rows(b, b + sb)));
        odd = _mm256_add_epi32(
            odd, _mm256_sad_epu8(two_rows(a + 2 * sa, a + 3 * sa), two_rows(b + 2 * sb, b + 3 * sb))
        );
    }
    const __m256i sum = _mm256_add_epi32(even, odd);
    const __m128i both = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    return (uint32_t)(_mm_cvtsi128_si32(both) + _mm_extract_epi32(both, 2));
}

/// Two taps beside each other, in every 32 bits: those of the first picture in the lower half, of the second in the upper.
AVX2 static inline __m256i pairs(const int16_t *first, const int16_t *second) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(pair(first)), pair(second), 1);
}

AVX2 static void mix8_avx2(
    uint32_t *sums, ptrdiff_t sums_stride, const uint16_t *first, const uint16_t *second, ptrdiff_t stride,
    const inbetween_taps *taps, int bits, int weight
) {
    const __m128i row_shift = _mm_cvtsi32_si128(bits - 8);
    const __m256i row_half = _mm256_set1_epi32(bits > 8 ? 1 << (bits - 9) : 0);
    const __m256i left = pairs(taps->first_row, taps->second_row), right = pairs(taps->first_row + 2, taps->second_row + 2);
    __m256i rows[11];
    first -= stride + 1;
    second -= stride + 1;
    for (int y = 0; y < 11; y++, first += stride, second += stride) {
        const __m256i s0 = two_rows(first, second), s1 = two_rows(first + 1, second + 1);
        const __m256i s2 = two_rows(first + 2, second + 2), s3 = two_rows(first + 3, second + 3);
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
    const __m256i upper = pairs(taps->first_column, taps->second_column);
    const __m256i lower = pairs(taps->first_column + 2, taps->second_column + 2);
    const __m128i shift = _mm_cvtsi32_si128(26 - bits), half = _mm_set1_epi32(1 << (25 - bits));
    const __m128i zero = _mm_setzero_si128(), most = _mm_set1_epi16((int16_t)((1 << bits) - 1));
    const __m256i window = _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)inbetween_window));
    for (int y = 0; y < 8; y++, sums += sums_stride) {
        const __m256i low = _mm256_add_epi32(
            _mm256_madd_epi16(_mm256_unpacklo_epi16(rows[y], rows[y + 1]), upper),
            _mm256_madd_epi16(_mm256_unpacklo_epi16(rows[y + 2], rows[y + 3]), lower)
        );
        const __m256i high = _mm256_add_epi32(
            _mm256_madd_epi16(_mm256_unpackhi_epi16(rows[y], rows[y + 1]), upper),
            _mm256_madd_epi16(_mm256_unpackhi_epi16(rows[y + 2], rows[y + 3]), lower)
        );
        const __m128i l = _mm_add_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
        const __m128i h = _mm_add_epi32(_mm256_castsi256_si128(high), _mm256_extracti128_si256(high, 1));
        const __m128i mixed = _mm_min_epi16(
            _mm_max_epi16(
                _mm_packs_epi32(_mm_sra_epi32(_mm_add_epi32(l, half), shift), _mm_sra_epi32(_mm_add_epi32(h, half), shift)),
                zero
            ),
            most
        );
        const __m256i row = _mm256_mullo_epi16(window, _mm256_set1_epi32(inbetween_window[y] * weight));
        __m256i *const to = (__m256i *)sums;
        _mm256_storeu_si256(
            to, _mm256_add_epi32(_mm256_loadu_si256(to), _mm256_madd_epi16(_mm256_cvtepu16_epi32(mixed), row))
        );
    }
}

const inbetween_loops inbetween_avx2_loops = {difference8_sse2, difference16_avx2, mix8_avx2};

#endif
