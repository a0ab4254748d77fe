#ifndef OVERCRANK_SEARCH_H
#define OVERCRANK_SEARCH_H

#include "loops.h"

/// The difference of the block that is looked for, in whatever form it is kept, and another one.
typedef uint32_t (*search_difference)(const void *block, const uint8_t *other, ptrdiff_t stride, uint32_t enough);

enum { search_most_far = 8 };

/// The best vector so far, and which ones were tried.
typedef struct {
    inbetween_vector best;
    int32_t cost;
    /// Of the 8 by 8 around the first one, row by row.
    uint64_t near;
    inbetween_vector first;
    /// Of those elsewhere.
    inbetween_vector far[search_most_far];
    int count;
} search_state;

#define SEARCH static inline __attribute__((always_inline))

SEARCH int32_t search_clamped(int32_t value, int32_t least, int32_t most) {
    return value < least ? least : value > most ? most : value;
}

/// Notes that a vector is tried; 0 where it was.
SEARCH int search_is_new(search_state *state, inbetween_vector vector) {
    const uint32_t x = (uint32_t)(vector.x - state->first.x + 4), y = (uint32_t)(vector.y - state->first.y + 4);
    if ((x | y) < 8) {
        const uint64_t bit = (uint64_t)1 << (y << 3 | x);
        if (state->near & bit) return 0;
        state->near |= bit;
        return 1;
    }
    for (int index = 0; index < state->count; index++)
        if (state->far[index].x == vector.x && state->far[index].y == vector.y) return 0;
    if (state->count < search_most_far) state->far[state->count++] = vector;
    return 1;
}

SEARCH int32_t search_distance(int32_t a, int32_t b) { return a < b ? b - a : a - b; }

SEARCH void search_attempt(
    search_state *state, const inbetween_sought *sought, const void *block, search_difference difference, inbetween_vector vector
) {
    if (!search_is_new(state, vector)) return;
    int32_t distance = search_distance(vector.x, sought->expected.x) + search_distance(vector.y, sought->expected.y);
    if (distance > sought->most_distance) distance = sought->most_distance;
    const int32_t enough = state->cost - sought->price * distance;
    if (enough <= 0) return;
    const int32_t x = search_clamped(sought->x + vector.x, sought->least, sought->most_x);
    const int32_t y = search_clamped(sought->y + vector.y, sought->least, sought->most_y);
    const int32_t cost = (int32_t)difference(block, sought->plane + y * sought->stride + x, sought->stride, (uint32_t)enough);
    if (cost >= enough) return;
    state->cost -= enough - cost;
    state->best = vector;
}

/// See `inbetween_search`.
SEARCH inbetween_vector search(
    const inbetween_sought *sought, const inbetween_vector *vectors, ptrdiff_t count, int rounds, const void *block,
    search_difference difference
) {
    search_state state = {.best = vectors[0], .cost = INT32_MAX, .first = vectors[0]};
    for (ptrdiff_t index = 0; index < count; index++) search_attempt(&state, sought, block, difference, vectors[index]);
    for (int round = 0; round < rounds; round++) {
        static const inbetween_vector beside[4] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
        const inbetween_vector centre = state.best;
        for (int index = 0; index < 4; index++) {
            const inbetween_vector vector = {centre.x + beside[index].x, centre.y + beside[index].y};
            search_attempt(&state, sought, block, difference, vector);
        }
        if (state.best.x == centre.x && state.best.y == centre.y) break;
    }
    return state.best;
}

#endif
