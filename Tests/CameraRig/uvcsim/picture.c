// Every picture says its number, and no two neighbours have the same length: a recording that loses, repeats, cuts or
// swaps pictures cannot have the right bytes by chance.
#include "uvcsim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMENT_HEAD = 4, NUMBER_LENGTH = 10, FILLER_LIMIT = 512 };

static struct picture *originals;  // one for each MJPEG mode

static struct picture load(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(66);
    }
    struct picture picture = {NULL, 0};
    fseek(file, 0, SEEK_END);
    picture.length = (size_t)ftell(file);
    rewind(file);
    picture.bytes = malloc(picture.length);
    if (!picture.bytes || fread(picture.bytes, 1, picture.length, file) != picture.length || picture.length < 2) {
        fprintf(stderr, "uvcsim: %s is no picture\n", path);
        exit(65);
    }
    fclose(file);
    return picture;
}

void load_pictures(const char *directory) {
    const struct format *format = &formats[0];
    originals = calloc((size_t)format->mode_count, sizeof *originals);
    if (!originals) abort();
    for (int i = 0; i < format->mode_count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%ux%u.jpg", directory, format->modes[i].width, format->modes[i].height);
        originals[i] = load(path);
        if (originals[i].length + COMMENT_HEAD + NUMBER_LENGTH + FILLER_LIMIT > picture_limit(&format->modes[i])) {
            fprintf(stderr, "uvcsim: %s is too long\n", path);
            exit(65);
        }
    }
}

// A comment segment after the start-of-image marker: the number in ten digits, and filler that depends on it.
static void make_jpeg(struct picture *picture, const struct picture *original, uint32_t number) {
    size_t filler = number * UINT32_C(7919) % FILLER_LIMIT;
    size_t comment = 2 + NUMBER_LENGTH + filler;  // a JPEG segment counts the two bytes of its length, not its marker
    uint8_t *to = picture->bytes;
    const uint8_t head[] = {0xFF, 0xD8, 0xFF, 0xFE, (uint8_t)(comment >> 8), (uint8_t)comment};
    memcpy(to, head, sizeof head);
    char digits[NUMBER_LENGTH + 1];
    snprintf(digits, sizeof digits, "%0*u", NUMBER_LENGTH, number);
    memcpy(to + sizeof head, digits, NUMBER_LENGTH);
    memset(to + sizeof head + NUMBER_LENGTH, 'a' + (int)(number % 26), filler);
    size_t prefix = sizeof head + NUMBER_LENGTH + filler;
    memcpy(to + prefix, original->bytes + 2, original->length - 2);
    picture->length = prefix + original->length - 2;
}

// Grey, with the number in ten digits in the first bytes; the length of raw pictures is fixed.
static void make_raw(struct picture *picture, const struct mode *mode, uint32_t number) {
    picture->length = picture_limit(mode);
    memset(picture->bytes, 0x80, picture->length);
    char digits[NUMBER_LENGTH + 1];
    snprintf(digits, sizeof digits, "%0*u", NUMBER_LENGTH, number);
    memcpy(picture->bytes, digits, NUMBER_LENGTH);
}

void make_picture(struct picture *picture, enum encoding encoding, const struct mode *mode, uint32_t number) {
    if (encoding == MJPEG)
        make_jpeg(picture, &originals[mode - formats[0].modes], number);
    else
        make_raw(picture, mode, number);
}

uint64_t fingerprint(const struct picture *picture) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < picture->length; i++) hash = (hash ^ picture->bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
