#define _GNU_SOURCE
#include "CTrigonometry.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// Each kernel is compiled twice on x86-64: for processors with fused multiply-add, and for those without.
#define KERNEL static inline __attribute__((always_inline))

static const double pi = 0x1.921fb54442d18p+1;

KERNEL double bits_to_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

KERNEL uint64_t double_to_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// The angle of the smaller over the larger coordinate, reflected into the octant of the point. From an eighth of pi on the
// difference from a quarter of pi is computed, so that eleven terms are enough: the Chebyshev interpolant of
// (atan(u) / u - 1) / u^2 in u^2, with an error below 3e-17.
KERNEL double angle(double y, double x) {
    const double width = fabs(x), height = fabs(y);
    const double larger = width > height ? width : height, smaller = width > height ? height : width;
    // Zero, infinite, not-a-number, or so large or small that a sum of two leaves the range.
    if (__builtin_expect(!(larger > 0x1p-500 && larger < 0x1p+500), 0)) return (double)atan2l(y, x);

    // The factor comes from a table. Compilers turn a conditional into a branch, and this branch cannot be predicted.
    static const double zero_or_one[] = {0, 1};
    const double is_far = zero_or_one[smaller > 0x1.a8279ap-2 * larger];
    const double u = (smaller - is_far * larger) / (larger + is_far * smaller);

    const double z = u * u, zz = z * z;
    const double even = -0x1.5555555555555p-2
        + zz * (-0x1.24924924355d5p-3
        + zz * (-0x1.745d0b153ffadp-4
        + zz * (-0x1.10fa5ee9ab25cp-4
        + zz * (-0x1.a090d1950d2b4p-5
        + zz * -0x1.39f38ad451ea7p-6))));
    const double odd = 0x1.999999999933dp-3
        + zz * (0x1.c71c7184c32bfp-4
        + zz * (0x1.3b126143b5cbcp-4
        + zz * (0x1.dfe49b2919c4ep-5
        + zz * 0x1.41495cefb6c73p-5)));
    double angle = u + u * (z * (even + z * odd)) + is_far * (pi / 4);

    angle = height > width ? pi / 2 - angle : angle;
    angle = x < 0 ? pi - angle : angle;
    return copysign(angle, y);
}

// Sine and cosine of the rest after the nearest multiple of a quarter turn. The multiple decides which of the two is which, and
// their signs.
KERNEL void turn(double angle, double *sine, double *cosine) {
    // Infinite, not-a-number, or so many turns that the products below are not exact.
    if (__builtin_expect(!(fabs(angle) < 0x1p+20), 0)) {
        long double s, c;
        sincosl(angle, &s, &c);
        *sine = (double)s;
        *cosine = (double)c;
        return;
    }

    // Adding this rounds to an integer, and leaves that integer in the lowest bits.
    const double rounder = 0x1.8p+52;
    const double rounded = angle * (2 / pi) + rounder;
    const uint64_t quarters = double_to_bits(rounded);
    const double count = rounded - rounder;
    // A quarter turn in three parts: 33 bits, 33 bits, and what is left. Products with the first two are exact.
    double r = angle - count * 0x1.921fb544p+0;
    r -= count * 0x1.0b4611a6p-34;
    r -= count * 0x1.3198a2e037073p-69;

    // The Chebyshev interpolants of (sin(r) / r - 1) / r^2 and of (cos(r) - 1 + r^2 / 2) / r^4 in r^2.
    const double z = r * r;
    const double s = r + r * (z * (-0x1.5555555555555p-3
        + z * (0x1.1111111110babp-7
        + z * (-0x1.a01a019e820aep-13
        + z * (0x1.71de37946ed6dp-19
        + z * (-0x1.ae6008d114485p-26
        + z * 0x1.5e0a4fc16be59p-33))))));
    const double c = (1 - 0.5 * z) + z * z * (0x1.5555555555555p-5
        + z * (-0x1.6c16c16c16963p-10
        + z * (0x1.a01a019f4ddfdp-16
        + z * (-0x1.27e4fa16cc2d1p-22
        + z * (0x1.1eeb67d026ec6p-29
        + z * -0x1.907cd8ff5ede7p-37)))));

    const uint64_t swapped = -(quarters & 1);
    const uint64_t sine_bits = double_to_bits(s), cosine_bits = double_to_bits(c);
    const uint64_t difference = (sine_bits ^ cosine_bits) & swapped;
    *sine = bits_to_double(sine_bits ^ difference ^ (quarters & 2) << 62);
    *cosine = bits_to_double(cosine_bits ^ difference ^ ((quarters + 1) & 2) << 62);
}

#ifdef __x86_64__

static int has_fused;

__attribute__((constructor)) static void look_at_processor(void) {
    __builtin_cpu_init();
    has_fused = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
}

__attribute__((target("fma,avx2"))) static double fused_angle(double y, double x) { return angle(y, x); }

__attribute__((target("fma,avx2"))) static void fused_turn(double angle, double *sine, double *cosine) {
    turn(angle, sine, cosine);
}

double overcrank_atan2(double y, double x) { return has_fused ? fused_angle(y, x) : angle(y, x); }

void overcrank_sincos(double angle, double *sine, double *cosine) {
    if (has_fused) fused_turn(angle, sine, cosine);
    else turn(angle, sine, cosine);
}

#else

double overcrank_atan2(double y, double x) { return angle(y, x); }

void overcrank_sincos(double angle, double *sine, double *cosine) { turn(angle, sine, cosine); }

#endif

// Hidden, so that libraries loaded at run time keep using those of the C library.
__attribute__((visibility("hidden"), alias("overcrank_atan2"))) double atan2(double y, double x);
__attribute__((visibility("hidden"), alias("overcrank_sincos"))) void sincos(double angle, double *sine, double *cosine);
