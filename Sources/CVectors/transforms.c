#include "CVectors.h"
#include "columns.h"

#pragma STDC FP_CONTRACT OFF

// Four complex numbers fill a vector: real and imaginary parts in turn.

#define SWAPPED(numbers) __builtin_shufflevector(numbers, numbers, 1, 0, 3, 2, 5, 4, 7, 6)
#define BACKWARDS(numbers) __builtin_shufflevector(numbers, numbers, 6, 7, 4, 5, 2, 3, 0, 1)
#define REAL(numbers) __builtin_shufflevector(numbers, numbers, 0, 0, 2, 2, 4, 4, 6, 6)
#define IMAGINARY(numbers) __builtin_shufflevector(numbers, numbers, 1, 1, 3, 3, 5, 5, 7, 7)

static const vector minus_real = {-1, 1, -1, 1, -1, 1, -1, 1};
static const vector minus_imaginary = {1, -1, 1, -1, 1, -1, 1, -1};

#define PRODUCT(numbers, others) \
    ((numbers) * REAL(others) + SWAPPED(numbers) * (IMAGINARY(others) * minus_real))

typedef struct {
    float parts[2];
} complex_number;

static inline __attribute__((always_inline)) void deal(float *rows, const float *values, size_t radix, size_t count) {
    for (size_t column = 0; column < count; column++) {
        for (size_t row = 0; row < radix; row++) {
            complex_number value;
            memcpy(&value, values + 2 * (column * radix + row), sizeof value);
            memcpy(rows + 2 * (row * count + column), &value, sizeof value);
        }
    }
}

CLONED void overcrank_deal(float *restrict rows, const float *restrict values, size_t radix, size_t count) {
    // The compiler unrolls the loops over rows where it knows their number.
    if (radix == 3) {
        deal(rows, values, 3, count);
    } else if (radix == 4) {
        deal(rows, values, 4, count);
    } else if (radix == 5) {
        deal(rows, values, 5, count);
    } else {
        deal(rows, values, radix, count);
    }
}

// The row's values, turned.
#define LOAD_TURNED(name, row)                              \
    LOAD(name, rows + index + (row) * width);               \
    LOAD(name##_turns, turns + index + ((row) - 1) * width); \
    name = PRODUCT(name, name##_turns)

CLONED void overcrank_join_three(
    float *restrict values, const float *restrict rows, const float *restrict turns, float sign, size_t count) {
    const size_t width = 2 * count;
    const vector sine = minus_real * (sign * 0.866025403784438647f);
    for (size_t index = 0; index < width; index += COLUMNS) {
        LOAD(a, rows + index);
        LOAD_TURNED(b, 1);
        LOAD_TURNED(c, 2);
        const vector sum = b + c, middle = a - 0.5f * sum, side = sine * SWAPPED(b - c);
        STORE(values + index, a + sum);
        STORE(values + index + width, middle + side);
        STORE(values + index + 2 * width, middle - side);
    }
}

CLONED void overcrank_join_four(
    float *restrict values, const float *restrict rows, const float *restrict turns, float sign, size_t count) {
    const size_t width = 2 * count;
    const vector sine = minus_real * sign;
    for (size_t index = 0; index < width; index += COLUMNS) {
        LOAD(a, rows + index);
        LOAD_TURNED(b, 1);
        LOAD_TURNED(c, 2);
        LOAD_TURNED(d, 3);
        const vector even = a + c, other_even = a - c, odd = b + d, side = sine * SWAPPED(b - d);
        STORE(values + index, even + odd);
        STORE(values + index + width, other_even + side);
        STORE(values + index + 2 * width, even - odd);
        STORE(values + index + 3 * width, other_even - side);
    }
}

CLONED void overcrank_join_five(
    float *restrict values, const float *restrict rows, const float *restrict turns, float sign, size_t count) {
    const size_t width = 2 * count;
    const float cosine = 0.309016994374947424f, other_cosine = -0.809016994374947424f;
    const vector sine = minus_real * (sign * 0.951056516295153572f);
    const vector other_sine = minus_real * (sign * 0.587785252292473129f);
    for (size_t index = 0; index < width; index += COLUMNS) {
        LOAD(a, rows + index);
        LOAD_TURNED(b, 1);
        LOAD_TURNED(c, 2);
        LOAD_TURNED(d, 3);
        LOAD_TURNED(e, 4);
        const vector outer = b + e, inner = c + d;
        const vector outer_side = SWAPPED(b - e), inner_side = SWAPPED(c - d);
        const vector middle = a + cosine * outer + other_cosine * inner;
        const vector other_middle = a + other_cosine * outer + cosine * inner;
        const vector side = sine * outer_side + other_sine * inner_side;
        const vector other_side = other_sine * outer_side - sine * inner_side;
        STORE(values + index, a + outer + inner);
        STORE(values + index + width, middle + side);
        STORE(values + index + 2 * width, other_middle + other_side);
        STORE(values + index + 3 * width, other_middle - other_side);
        STORE(values + index + 4 * width, middle - side);
    }
}

CLONED void overcrank_fold(
    float *restrict target, const float *restrict values, const float *restrict turns, float scale, size_t count) {
    size_t place = 1;
    for (; place + 4 <= count / 2 + 1; place += 4) {
        const size_t mirrored = count - place - 3;
        LOAD(own, values + 2 * place);
        LOAD(other, values + 2 * mirrored);
        LOAD(turn, turns + 2 * place);
        other = BACKWARDS(other) * minus_imaginary;
        const vector sum = own + other, difference = own - other, turned = PRODUCT(difference, turn);
        const vector front = scale * (sum + turned), back = scale * (sum - turned) * minus_imaginary;
        STORE(target + 2 * place, front);
        STORE(target + 2 * mirrored, BACKWARDS(back));
    }
    for (; place <= count / 2; place++) {
        const size_t mirrored = count - place;
        const float a = values[2 * place], b = values[2 * place + 1];
        const float c = values[2 * mirrored], d = values[2 * mirrored + 1];
        const float x = turns[2 * place], y = turns[2 * place + 1];
        const float turned_real = (a - c) * x - (b + d) * y, turned_imaginary = (a - c) * y + (b + d) * x;
        target[2 * place] = scale * (a + c + turned_real);
        target[2 * place + 1] = scale * (b - d + turned_imaginary);
        target[2 * mirrored] = scale * (a + c - turned_real);
        target[2 * mirrored + 1] = scale * (turned_imaginary - (b - d));
    }
}
