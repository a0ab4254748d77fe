// Every frame says its number, and no two neighbours have the same length: a recording that loses, repeats, cuts or
// swaps frames cannot have the right bytes by chance.
#include "uvcsim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMENT_HEAD = 4, NUMBER_LENGTH = 10, FILLER_LIMIT = 512 };

static struct frame *originals;  // one for each MJPEG mode

static struct frame load(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(66);
    }
    struct frame frame = {NULL, 0};
    fseek(file, 0, SEEK_END);
    frame.length = (size_t)ftell(file);
    rewind(file);
    frame.bytes = malloc(frame.length);
    if (!frame.bytes || fread(frame.bytes, 1, frame.length, file) != frame.length || frame.length < 2) {
        fprintf(stderr, "uvcsim: %s is no frame\n", path);
        exit(65);
    }
    fclose(file);
    return frame;
}

void load_frames(const char *directory) {
    const struct format *format = &formats[0];
    originals = calloc((size_t)format->mode_count, sizeof *originals);
    if (!originals) abort();
    for (int i = 0; i < format->mode_count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%ux%u.jpg", directory, format->modes[i].width, format->modes[i].height);
        originals[i] = load(path);
        if (originals[i].length + COMMENT_HEAD + NUMBER_LENGTH + FILLER_LIMIT > frame_limit(&format->modes[i])) {
            fprintf(stderr, "uvcsim: %s is too long\n", path);
            exit(65);
        }
    }
}

// A comment segment after the start-of-image marker: the number in ten digits, and filler that depends on it.
static void make_jpeg(struct frame *frame, const struct frame *original, uint32_t number) {
    size_t filler = number * UINT32_C(7919) % FILLER_LIMIT;
    size_t comment = 2 + NUMBER_LENGTH + filler;  // a JPEG segment counts the two bytes of its length, not its marker
    uint8_t *to = frame->bytes;
    const uint8_t head[] = {0xFF, 0xD8, 0xFF, 0xFE, (uint8_t)(comment >> 8), (uint8_t)comment};
    memcpy(to, head, sizeof head);
    char digits[NUMBER_LENGTH + 1];
    snprintf(digits, sizeof digits, "%0*u", NUMBER_LENGTH, number);
    memcpy(to + sizeof head, digits, NUMBER_LENGTH);
    memset(to + sizeof head + NUMBER_LENGTH, 'a' + (int)(number % 26), filler);
    size_t prefix = sizeof head + NUMBER_LENGTH + filler;
    memcpy(to + prefix, original->bytes + 2, original->length - 2);
    frame->length = prefix + original->length - 2;
}

// Grey, with the number in ten digits in the first bytes; the length of raw frames is fixed.
static void make_raw(struct frame *frame, const struct mode *mode, uint32_t number) {
    frame->length = frame_limit(mode);
    memset(frame->bytes, 0x80, frame->length);
    char digits[NUMBER_LENGTH + 1];
    snprintf(digits, sizeof digits, "%0*u", NUMBER_LENGTH, number);
    memcpy(frame->bytes, digits, NUMBER_LENGTH);
}

void make_frame(struct frame *frame, enum encoding encoding, const struct mode *mode, uint32_t number) {
    if (encoding == MJPEG)
        make_jpeg(frame, &originals[mode - formats[0].modes], number);
    else
        make_raw(frame, mode, number);
}

uint64_t fingerprint(const struct frame *frame) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < frame->length; i++) hash = (hash ^ frame->bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
