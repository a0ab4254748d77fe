// When frames are taken, what becomes of them, and the payloads that carry them (UVC 1.0 section 2.4.3).
#include "uvcsim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBE = 1, COMMIT = 2 };
enum { NEGOTIATION_LENGTH = 26, FORMAT = 2, MODE = 3, INTERVAL = 4, PICTURE_LIMIT = 18, TRANSFER_LIMIT = 22 };

static uint8_t probed[NEGOTIATION_LENGTH], committed[NEGOTIATION_LENGTH];

// The scene, and what is wrong with the camera.
static bool is_dark;
static bool is_stuck;          // a tenth of the rate, until another interval is asked for
static uint32_t one_in = 1;    // frames of which one is delivered

// Frames that come to harm, by their numbers: first <= number < end.
struct fault {
    enum fate fate;
    uint32_t first, end;
};
enum { FAULT_LIMIT = 32 };
static struct fault faults[FAULT_LIMIT];
static size_t fault_count;
static uint32_t last_number = UINT32_MAX;  // the frame after which the camera is unplugged

// The stream.
static bool is_on;
static const struct format *format;
static const struct mode *mode;
static uint32_t number;        // of the frame taken last; never begins anew
static int64_t due;            // when the next one is taken
static struct frame frame; // the one under way, which may be an older one than the one taken last
static size_t sent;            // bytes of it; all of them: none is under way
static uint32_t number_sent;   // its number
static int64_t instant_sent;   // when it was taken
static bool is_corrupt;
static uint8_t toggle;         // changes with each frame, so that the host knows where one begins

static const struct mode *mode_of(uint8_t *wish) {
    if (wish[FORMAT] < 1 || wish[FORMAT] > FORMAT_COUNT) wish[FORMAT] = 1;
    const struct format *wanted = &formats[wish[FORMAT] - 1];
    if (wish[MODE] < 1 || wish[MODE] > wanted->mode_count) wish[MODE] = (uint8_t)wanted->default_mode;
    return &wanted->modes[wish[MODE] - 1];
}

// Turns a wish into what the camera would do.
static void settle(uint8_t *wish) {
    const struct mode *wanted = mode_of(wish);
    put32(wish + INTERVAL, nearest_interval(wanted, get32(wish + INTERVAL)));
    put32(wish + PICTURE_LIMIT, frame_limit(wanted));
    put32(wish + TRANSFER_LIMIT, PAYLOAD_LIMIT);
}

static void start_stream(void) {
    memcpy(committed, probed, sizeof committed);
    format = &formats[committed[FORMAT] - 1];
    mode = mode_of(committed);
    frame.bytes = realloc(frame.bytes, frame_limit(mode));
    if (!frame.bytes) abort();
    frame.length = sent = 0;
    due = 0;
    is_on = true;
}

void stop_stream(void) { is_on = false; }

int negotiate(uint8_t selector, uint8_t request, uint8_t *bytes, uint16_t length) {
    enum { SET_CUR = 0x01, GET_LEN = 0x85, GET_INFO = 0x86, CAN_GET_AND_SET = 3 };
    if (selector != PROBE && selector != COMMIT) return -1;
    switch (request) {
        case SET_CUR:
            memset(probed, 0, sizeof probed);
            memcpy(probed, bytes, length < sizeof probed ? length : sizeof probed);
            settle(probed);
            if (get32(probed + INTERVAL) != get32(committed + INTERVAL)) is_stuck = false;
            if (selector == COMMIT) start_stream();
            return 0;
        case GET_LEN: put16(bytes, NEGOTIATION_LENGTH); return 2;
        case GET_INFO: bytes[0] = CAN_GET_AND_SET; return 1;
        default:
            settle(probed);
            memcpy(bytes, probed, sizeof probed);
            return NEGOTIATION_LENGTH;
    }
}

// `count` frames after the next `delay`, which are counted while there is a stream.
static bool plan(enum fate fate, uint32_t count, uint32_t delay) {
    if (fault_count == FAULT_LIMIT) return false;
    faults[fault_count++] = (struct fault){fate, number + 1 + delay, number + 1 + delay + count};
    return true;
}

static enum fate planned_fate(void) {
    if (number % (is_stuck ? 10 : one_in) != 0) return SKIPPED;
    for (size_t i = 0; i < fault_count; i++)
        if (faults[i].first <= number && number < faults[i].end) return faults[i].fate;
    return DELIVERED;
}

bool obey(const char *command) {
    uint32_t count = 0, delay = 0;
    if (strcmp(command, "dark") == 0) is_dark = true;
    else if (strcmp(command, "light") == 0) is_dark = false;
    else if (strcmp(command, "stick") == 0) is_stuck = true;
    else if (sscanf(command, "skip %u in %u", &count, &delay) >= 1) return plan(SKIPPED, count, delay);
    else if (sscanf(command, "corrupt %u in %u", &count, &delay) >= 1) return plan(CORRUPT, count, delay);
    else if (sscanf(command, "unplug in %u", &delay) == 1) last_number = number + delay;
    else if (sscanf(command, "one-in %u", &count) == 1 && count > 0) one_in = count;
    else return false;
    return true;
}

static int64_t interval(void) {
    int64_t negotiated = get32(committed + INTERVAL) * INT64_C(100);
    if (exposure_is_manual()) return exposure_duration() > negotiated ? exposure_duration() : negotiated;
    return is_dark && exposure_may_slow_down() ? 2 * negotiated : negotiated;
}

// Takes the frame that is due. The number counts, whatever becomes of it.
static void take_frame(void) {
    int64_t instant = due;
    number++;
    due += interval();
    if (sent < frame.length) {  // the host has not fetched the one before: the sensor does not wait
        write_ledger(number, instant, OVERRUN, NULL);
        return;
    }
    enum fate fate = planned_fate();
    if (fate == SKIPPED) {
        write_ledger(number, instant, SKIPPED, NULL);
        return;
    }
    is_corrupt = fate == CORRUPT;
    make_frame(&frame, format->encoding, mode, number);
    number_sent = number;
    instant_sent = instant;
    sent = 0;
    toggle ^= 1;
}

// Fills one transfer with the next part of the frame.
static void send_payload(size_t capacity) {
    enum { HEADER = 2, END_OF_PICTURE = 0x02, ERROR = 0x40, END_OF_HEADER = 0x80 };
    static uint8_t payload[PAYLOAD_LIMIT];
    if (capacity > sizeof payload) capacity = sizeof payload;
    size_t rest = frame.length - sent, part = rest < capacity - HEADER ? rest : capacity - HEADER;
    payload[0] = HEADER;
    payload[1] = (uint8_t)(END_OF_HEADER | toggle | (part == rest ? END_OF_PICTURE : 0) | (is_corrupt ? ERROR : 0));
    memcpy(payload + HEADER, frame.bytes + sent, part);
    sent += part;
    complete_transfer(payload, HEADER + part);
    if (sent == frame.length) write_ledger(number_sent, instant_sent, is_corrupt ? CORRUPT : DELIVERED, &frame);
}

bool is_unplugged(void) { return number >= last_number && sent == frame.length; }

int64_t advance_stream(int64_t now) {
    if (!is_on) return INT64_MAX;
    if (due == 0) due = now + interval();
    while (now >= due) take_frame();
    size_t capacity;
    while (sent < frame.length && has_transfer(&capacity)) send_payload(capacity);
    return due;
}
