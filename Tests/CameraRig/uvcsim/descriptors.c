// USB 2.0 chapter 9 and UVC 1.0: one configuration, a control interface (camera -> processing unit -> output) and a
// streaming interface with a bulk endpoint. Bulk, because vhci_hcd does not keep isochronous time.
#include "uvcsim.h"

#include <string.h>

enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3, DEVICE_QUALIFIER = 6 };
enum { CS_INTERFACE = 0x24, VIDEO = 0x0E, VIDEO_CONTROL = 1, VIDEO_STREAMING = 2 };

#define LE16(value) (uint8_t)(value), (uint8_t)((value) >> 8)
#define LE32(value) LE16(value), LE16((value) >> 16)

// A list of descriptors under construction.
struct list {
    uint8_t bytes[1024];
    size_t length;
};

static void append(struct list *list, const uint8_t *bytes, size_t length) {
    if (length > sizeof list->bytes - list->length) __builtin_trap();
    memcpy(list->bytes + list->length, bytes, length);
    list->length += length;
}

// A descriptor begins with its own length, which is counted here.
#define APPEND(list, ...)                                            \
    do {                                                             \
        const uint8_t body[] = {__VA_ARGS__};                        \
        append(list, (const uint8_t[]){(uint8_t)(sizeof body + 1)}, 1); \
        append(list, body, sizeof body);                             \
    } while (0)

static void append_mode(struct list *list, uint8_t subtype, int number, const struct mode *mode) {
    int values = mode->interval_count ? mode->interval_count : 3;
    uint32_t longest = mode->intervals[mode->interval_count ? mode->interval_count - 1 : 1];
    const uint8_t head[] = {
        (uint8_t)(26 + 4 * values), CS_INTERFACE, subtype, (uint8_t)number, 0,
        LE16(mode->width), LE16(mode->height),
        LE32(frame_limit(mode) * 8), LE32(0x7fffffff),  // bit rates
        LE32(frame_limit(mode)), LE32(longest), (uint8_t)mode->interval_count,
    };
    append(list, head, sizeof head);
    for (int i = 0; i < values; i++) append(list, (const uint8_t[]){LE32(mode->intervals[i])}, 4);
}

static void append_format(struct list *list, int number, const struct format *format) {
    enum { FORMAT_UNCOMPRESSED = 4, FRAME_UNCOMPRESSED = 5, FORMAT_MJPEG = 6, FRAME_MJPEG = 7, COLOUR = 13 };
    uint8_t count = (uint8_t)format->mode_count, first = (uint8_t)format->default_mode;
    if (format->encoding == MJPEG)
        APPEND(list, CS_INTERFACE, FORMAT_MJPEG, (uint8_t)number, count, 0, first, 0, 0, 0, 0);
    else
        APPEND(list, CS_INTERFACE, FORMAT_UNCOMPRESSED, (uint8_t)number, count,
               'Y', 'U', 'Y', '2', 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,  // the GUID of YUY2
               16, first, 0, 0, 0, 0);
    for (int i = 0; i < format->mode_count; i++)
        append_mode(list, format->encoding == MJPEG ? FRAME_MJPEG : FRAME_UNCOMPRESSED, i + 1, &format->modes[i]);
    APPEND(list, CS_INTERFACE, COLOUR, 1, 1, 4);
}

static void append_control_interface(struct list *list) {
    APPEND(list, 4, CONTROL_INTERFACE, 0, 0, VIDEO, VIDEO_CONTROL, 0, 2);
    size_t header = list->length;
    APPEND(list, CS_INTERFACE, 1, LE16(0x0100), LE16(0), LE32(48000000), 1, STREAMING_INTERFACE);
    // Bits name the controls: exposure mode, priority and time, focus, zoom, automatic focus.
    APPEND(list, CS_INTERFACE, 2, CAMERA_TERMINAL, LE16(0x0201), 0, 0, LE16(0), LE16(0), LE16(0), 3,
           0x2e, 0x02, 0x02);
    // Brightness, contrast, white balance temperature, gain, power line frequency, automatic white balance.
    APPEND(list, CS_INTERFACE, 5, PROCESSING_UNIT, CAMERA_TERMINAL, LE16(0), 2, 0x43, 0x16, 0);
    APPEND(list, CS_INTERFACE, 3, OUTPUT_TERMINAL, LE16(0x0101), 0, PROCESSING_UNIT, 0);
    put16(list->bytes + header + 5, (uint32_t)(list->length - header));
}

static void append_streaming_interface(struct list *list) {
    APPEND(list, 4, STREAMING_INTERFACE, 0, 1, VIDEO, VIDEO_STREAMING, 0, 0);
    size_t header = list->length;
    APPEND(list, CS_INTERFACE, 1, FORMAT_COUNT, LE16(0), VIDEO_ENDPOINT, 0, OUTPUT_TERMINAL, 0, 0, 0, 1, 0, 0);
    for (int i = 0; i < FORMAT_COUNT; i++) append_format(list, i + 1, &formats[i]);
    put16(list->bytes + header + 4, (uint32_t)(list->length - header));
    APPEND(list, 5, VIDEO_ENDPOINT, 2, LE16(512), 0);
}

static void append_configuration(struct list *list) {
    APPEND(list, CONFIGURATION, LE16(0), 2, 1, 0, 0x80, 250);
    APPEND(list, 0x0B, 0, 2, VIDEO, 3, 0, 2);  // both interfaces are one function
    append_control_interface(list);
    append_streaming_interface(list);
    put16(list->bytes + 2, (uint32_t)list->length);
}

static void append_string(struct list *list, const char *text) {
    size_t length = strlen(text);
    append(list, (const uint8_t[]){(uint8_t)(2 + 2 * length), STRING}, 2);
    for (; *text; text++) append(list, (const uint8_t[]){(uint8_t)*text, 0}, 2);
}

int descriptor(uint8_t type, uint8_t index, uint8_t *bytes, size_t capacity) {
    static const char *const strings[] = {0, "Overcrank", "High-speed USB camera", "0001"};
    struct list list = {.length = 0};
    if (type == DEVICE)
        APPEND(&list, DEVICE, LE16(0x0200), 0xEF, 2, 1, 64, LE16(0x05a3), LE16(0x9230), LE16(0x0100), 1, 2, 3, 1);
    else if (type == CONFIGURATION)
        append_configuration(&list);
    else if (type == DEVICE_QUALIFIER)
        APPEND(&list, DEVICE_QUALIFIER, LE16(0x0200), 0xEF, 2, 1, 64, 1, 0);
    else if (type == STRING && index == 0)
        APPEND(&list, STRING, LE16(0x0409));  // English
    else if (type == STRING && index < sizeof strings / sizeof *strings)
        append_string(&list, strings[index]);
    else
        return -1;
    if (list.length > capacity) return -1;
    memcpy(bytes, list.bytes, list.length);
    return (int)list.length;
}
