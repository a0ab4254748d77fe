// uvcsim: a USB camera in user space. The kernel's own vhci_hcd carries its USB traffic (the USB/IP protocol over a
// socket pair), and the real uvcvideo driver binds to it. Instants are nanoseconds of CLOCK_MONOTONIC throughout.
#ifndef UVCSIM_H
#define UVCSIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// USB is little-endian, on the wire and in descriptors.

static inline uint16_t get16(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }

static inline uint32_t get32(const uint8_t *bytes) { return get16(bytes) | (uint32_t)get16(bytes + 2) << 16; }

static inline void put16(uint8_t *bytes, uint32_t value) {
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

static inline void put32(uint8_t *bytes, uint32_t value) {
    put16(bytes, value);
    put16(bytes + 2, value >> 16);
}

// modes.c: what the camera can film.

enum encoding { MJPEG, YUYV };

struct mode {
    uint16_t width, height;
    int interval_count;     // 0: continuous, and `intervals` is shortest, longest, step
    uint32_t intervals[3];  // units of 100 ns, shortest first
};

struct format {
    enum encoding encoding;
    int mode_count, default_mode;  // numbered from 1, as UVC does
    const struct mode *modes;
};

enum { FORMAT_COUNT = 2 };
extern const struct format formats[FORMAT_COUNT];

uint32_t frame_limit(const struct mode *mode);                             // bytes that a frame may have at most
uint32_t nearest_interval(const struct mode *mode, uint32_t interval);       // of those that the mode has

// descriptors.c: how it introduces itself.

enum { CAMERA_TERMINAL = 1, PROCESSING_UNIT = 2, OUTPUT_TERMINAL = 3 };
enum { CONTROL_INTERFACE = 0, STREAMING_INTERFACE = 1, VIDEO_ENDPOINT = 0x81 };

// Writes the descriptor that GET_DESCRIPTOR asks for; its length, or -1 where there is none.
int descriptor(uint8_t type, uint8_t index, uint8_t *bytes, size_t capacity);

// controls.c: exposure, focus and the like.

// Answers a request to a control of a unit; the length of the answer, or -1 for a stall.
int control_request(uint8_t unit, uint8_t selector, uint8_t request, uint8_t *bytes, uint16_t length);
bool exposure_is_manual(void);
bool exposure_may_slow_down(void);    // UVC's "auto-exposure priority"
int64_t exposure_duration(void);      // nanoseconds; used where exposure is manual

// frame.c: frames that differ by number, in content and in length.

struct frame {
    uint8_t *bytes;
    size_t length;
};

// The JPEG files that MJPEG frames are made of, named <width>x<height>.jpg; exits where one is missing.
void load_frames(const char *directory);
void make_frame(struct frame *frame, enum encoding encoding, const struct mode *mode, uint32_t number);
uint64_t fingerprint(const struct frame *frame);  // FNV-1a, 64 bits

// ledger.c: the truth about every frame, for tests to compare recordings with.

enum fate { DELIVERED, SKIPPED, CORRUPT, OVERRUN };
void open_ledger(const char *path);
void write_ledger(uint32_t number, int64_t instant, enum fate fate, const struct frame *frame);
void close_ledger(void);

// stream.c: when frames are taken, and what is wrong with them.

enum { PAYLOAD_LIMIT = 16384 };  // bytes in one bulk transfer, header included
int negotiate(uint8_t selector, uint8_t request, uint8_t *bytes, uint16_t length);  // probe and commit
void stop_stream(void);
int64_t advance_stream(int64_t now);  // sends what is due; when to call again, INT64_MAX for when something happens
bool is_unplugged(void);
bool obey(const char *command);       // a line of the command language; false if there is no such command

// requests.c: the control endpoint.

// Answers a control transfer, data in `bytes`; the length of the answer, or -1 for a stall.
int control_transfer(const uint8_t setup[8], uint8_t *bytes, size_t capacity);

// usbip.c: the cable.

bool plug_in(int port);        // of the bus, from 0
void pull_out(void);
int cable(void);                // a descriptor that can be polled
bool receive_request(void);     // false when the host has let go
bool has_transfer(size_t *length);                         // the oldest bulk transfer that waits for data
void complete_transfer(const uint8_t *bytes, size_t length);

#endif
