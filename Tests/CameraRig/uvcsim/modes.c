// The modes of a fast USB 2 camera of the ELP kind, and a few that are awkward on purpose: fractions that are no whole
// rate, a continuous range, the highest rate at neither the largest nor the smallest size.
#include "uvcsim.h"

static const struct mode compressed[] = {
    {640, 480, 3, {38460, 83263, 333333}},  // 260.01, 120.10 and 30 fps
    {640, 360, 3, {30303, 47619, 333333}},  // 330.00, 210.00 and 30 fps
    {1280, 720, 2, {83263, 166666}},        // 120.10 and 60 fps
    {1920, 1080, 1, {333333}},
};

static const struct mode uncompressed[] = {
    {640, 480, 2, {333333, 666666}},
    {320, 240, 0, {53475, 10000000, 1}},    // any rate from 1 fps to 187 fps
    {1280, 720, 1, {1000000}},
};

const struct format formats[FORMAT_COUNT] = {
    {MJPEG, sizeof compressed / sizeof *compressed, 1, compressed},
    {YUYV, sizeof uncompressed / sizeof *uncompressed, 1, uncompressed},
};

uint32_t frame_limit(const struct mode *mode) { return (uint32_t)mode->width * mode->height * 2; }

static uint32_t distance(uint32_t a, uint32_t b) { return a < b ? b - a : a - b; }

uint32_t nearest_interval(const struct mode *mode, uint32_t interval) {
    if (mode->interval_count == 0) {
        if (interval < mode->intervals[0]) return mode->intervals[0];
        return interval > mode->intervals[1] ? mode->intervals[1] : interval;
    }
    uint32_t nearest = mode->intervals[0];
    for (int i = 1; i < mode->interval_count; i++)
        if (distance(mode->intervals[i], interval) < distance(nearest, interval)) nearest = mode->intervals[i];
    return nearest;
}
