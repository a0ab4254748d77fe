#include "CVectors.h"

#include "clones.h"

#include <stdbool.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define COLUMNS 8

typedef float vector __attribute__((vector_size(COLUMNS * sizeof(float))));
typedef float pair __attribute__((vector_size(2 * sizeof(float))));
typedef float four __attribute__((vector_size(4 * sizeof(float))));
// For each of eight places one bit: whether it is true there.
typedef bool truths __attribute__((ext_vector_type(COLUMNS)));

#define LOAD(type, name, address) \
    type name;                    \
    memcpy(&name, address, sizeof name)

#define BITS(name, comparison)                                                    \
    uint8_t name;                                                                 \
    do {                                                                          \
        const truths name##_truths = __builtin_convertvector(comparison, truths); \
        memcpy(&name, &name##_truths, sizeof name);                               \
    } while (0)

CLONED size_t overcrank_peaks(
    int32_t *peaks, int32_t *lows, const float *powers, size_t reach, size_t first, size_t end) {
    size_t found = 0;
    // The lowest place behind the last peak so far.
    size_t low = 0;
    for (size_t start = first; start < end; start += COLUMNS) {
        // Which places are higher than their neighbours, and which are lower.
        unsigned high_bits = 0, low_bits = 0;
        if (start + COLUMNS <= end) {
            LOAD(vector, own, powers + start);
            LOAD(vector, left, powers + start - 1);
            LOAD(vector, right, powers + start + 1);
            BITS(higher, (own > left) & (own >= right));
            BITS(lower, (own < left) & (own <= right));
            high_bits = higher;
            low_bits = lower;
            if (reach > 1) {
                LOAD(vector, far_left, powers + start - 2);
                LOAD(vector, far_right, powers + start + 2);
                BITS(far_higher, (own > far_left) & (own >= far_right));
                high_bits &= far_higher;
            }
        } else {
            for (size_t place = start; place < end; place++) {
                const float own = powers[place], left = powers[place - 1], right = powers[place + 1];
                const unsigned is_higher = own > left && own >= right
                    && (reach < 2 || (own > powers[place - 2] && own >= powers[place + 2]));
                const unsigned is_lower = own < left && own <= right;
                high_bits |= is_higher << (place - start);
                low_bits |= is_lower << (place - start);
            }
        }
        for (unsigned bits = high_bits | low_bits; bits; bits &= bits - 1) {
            const unsigned place = (unsigned)__builtin_ctz(bits);
            if (high_bits >> place & 1) {
                if (found) lows[found - 1] = (int32_t)low;
                low = start + place;
                peaks[found++] = (int32_t)low;
            } else if (powers[start + place] < powers[low]) {
                low = start + place;
            }
        }
    }
    return found;
}

CLONED void overcrank_range_products(
    float *sums, const float *values, const float *others, const int32_t *edges, size_t count) {
    const four signs = {1, -1, 1, 1};
    for (size_t range = 0; range < count; range++) {
        four sum = {0};
        for (int32_t bin = edges[range]; bin < edges[range + 1]; bin++) {
            LOAD(pair, own, values + 2 * bin);
            LOAD(pair, other, others + 2 * bin);
            const four x = __builtin_shufflevector(own, other, 0, 0, 0, 2);
            const four y = __builtin_shufflevector(own, other, 1, 1, 1, 3);
            const four with_x = __builtin_shufflevector(own, other, 2, 3, 0, 2);
            const four with_y = __builtin_shufflevector(own, other, 3, 2, 1, 3);
            sum += x * with_x + y * with_y * signs;
        }
        memcpy(sums + 4 * range, &sum, sizeof sum);
    }
}

CLONED void overcrank_turn_ranges(float *values, const float *turns, const int32_t *edges, size_t count) {
    for (size_t range = 0; range < count; range++) {
        const float x = turns[2 * range], y = turns[2 * range + 1];
        const pair first = {x, x}, second = {-y, y};
        for (int32_t bin = edges[range]; bin < edges[range + 1]; bin++) {
            LOAD(pair, own, values + 2 * bin);
            const pair turned = own * first + __builtin_shufflevector(own, own, 1, 0) * second;
            memcpy(values + 2 * bin, &turned, sizeof turned);
        }
    }
}

CLONED void overcrank_add_peak_turns(
    float *restrict turns, const float *values, const float *others, const int32_t *peaks, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const int32_t bin = peaks[index];
        const float a = values[2 * bin], b = values[2 * bin + 1], c = others[2 * bin], d = others[2 * bin + 1];
        turns[2 * index] += c * a + d * b;
        turns[2 * index + 1] += d * a - c * b;
    }
}

CLONED void overcrank_likenesses(
    float *restrict likenesses, const float *restrict products, const float *restrict turns, size_t count) {
    for (size_t range = 0; range < count; range++) {
        const float *const product = products + 4 * range;
        const float norm = __builtin_elementwise_sqrt(product[2] * product[3]);
        const float same = product[0] * turns[2 * range] + product[1] * turns[2 * range + 1];
        likenesses[range] = norm > 0 ? same / norm : 1;
    }
}
