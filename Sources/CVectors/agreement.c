#include "CVectors.h"

#include "clones.h"

#include <float.h>

#pragma STDC FP_CONTRACT OFF

// The compiler makes vectors of these loops where arrays do not overlap.

CLONED void overcrank_add_turns(
    float *restrict turns, const float *restrict values, const float *restrict others, float excess, size_t count) {
    for (size_t bin = 0; bin < count; bin++) {
        const float a = values[2 * bin], b = values[2 * bin + 1];
        const float c = others[2 * bin] + excess * (others[2 * bin] - a);
        const float d = others[2 * bin + 1] + excess * (others[2 * bin + 1] - b);
        turns[2 * bin] += a * c + b * d;
        turns[2 * bin + 1] += a * d - b * c;
    }
}

CLONED void overcrank_make_units(float *turns, float least, float real, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const float x = turns[2 * index], y = turns[2 * index + 1];
        const float power = x * x + y * y, length = __builtin_elementwise_sqrt(power);
        const int has_phase = (power > least) & (power <= FLT_MAX);
        turns[2 * index] = has_phase ? x / length : real;
        turns[2 * index + 1] = has_phase ? y / length : 0;
    }
}

CLONED void overcrank_powers(float *restrict powers, const float *restrict values, size_t count) {
    for (size_t bin = 0; bin < count; bin++) {
        powers[bin] = values[2 * bin] * values[2 * bin] + values[2 * bin + 1] * values[2 * bin + 1];
    }
}

CLONED void overcrank_add_powers(float *restrict powers, const float *restrict values, size_t count) {
    for (size_t bin = 0; bin < count; bin++) {
        powers[bin] += values[2 * bin] * values[2 * bin] + values[2 * bin + 1] * values[2 * bin + 1];
    }
}

CLONED void overcrank_level_changes(
    float *restrict changes, const float *restrict powers, const float *restrict others, float most, size_t count) {
    const float least = 1 / most;
    for (size_t bin = 0; bin < count; bin++) {
        float power = 0, other = FLT_MIN;
#pragma clang loop unroll(full)
        for (size_t place = 0; place <= 2 * OVERCRANK_LEVEL_REACH; place++) {
            power += powers[bin + place];
            other += others[bin + place];
        }
        const float change = power / other;
        const float raised = change < least ? least : change;
        changes[bin] = __builtin_elementwise_sqrt(raised > most ? most : raised);
    }
}

CLONED void overcrank_half_changes(float *restrict halves, const float *restrict changes, float excess, size_t count) {
    for (size_t bin = 0; bin < count; bin++) {
        const float half = __builtin_elementwise_sqrt(changes[bin]);
        halves[bin] = half + excess * half * (half - 1);
    }
}

CLONED void overcrank_turn_each(
    float *restrict values, const float *restrict turns, const float *restrict gains, size_t count) {
    for (size_t bin = 0; bin < count; bin++) {
        const float a = values[2 * bin], b = values[2 * bin + 1];
        const float x = turns[2 * bin] * gains[bin], y = turns[2 * bin + 1] * gains[bin];
        values[2 * bin] = a * x - b * y;
        values[2 * bin + 1] = a * y + b * x;
    }
}
