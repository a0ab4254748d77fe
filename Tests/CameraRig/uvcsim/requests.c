// The control endpoint: standard requests of USB 2.0 chapter 9, and the class requests of UVC 1.0, which name a
// control in the high byte of wValue, and a unit and an interface in wIndex.
#include "uvcsim.h"

#include <string.h>

enum { TO_HOST = 0x80, CLASS = 0x20, TYPE = 0x60, RECIPIENT = 0x1F, INTERFACE = 1, ENDPOINT = 2 };
enum { GET_STATUS = 0, CLEAR_FEATURE = 1, GET_DESCRIPTOR = 6, GET_CONFIGURATION = 8, SET_CONFIGURATION = 9,
       GET_INTERFACE = 10, SET_INTERFACE = 11 };

static int standard_request(uint8_t recipient, uint8_t request, uint16_t value, uint8_t *bytes, size_t capacity) {
    switch (request) {
        case GET_DESCRIPTOR: return descriptor((uint8_t)(value >> 8), (uint8_t)value, bytes, capacity);
        case GET_STATUS: put16(bytes, 0); return 2;
        case GET_CONFIGURATION: bytes[0] = 1; return 1;
        case GET_INTERFACE: bytes[0] = 0; return 1;
        case SET_CONFIGURATION: case SET_INTERFACE: return 0;
        case CLEAR_FEATURE:
            // A bulk stream has no alternate setting to go back to: uvcvideo ends it by clearing the endpoint's halt.
            if (recipient == ENDPOINT) stop_stream();
            return 0;
        default: return -1;
    }
}

int control_transfer(const uint8_t setup[8], uint8_t *bytes, size_t capacity) {
    uint8_t kind = setup[0], request = setup[1];
    uint16_t value = get16(setup + 2), index = get16(setup + 4), length = get16(setup + 6);
    if ((kind & TYPE) == 0) return standard_request(kind & RECIPIENT, request, value, bytes, capacity);
    if ((kind & TYPE) != CLASS || (kind & RECIPIENT) != INTERFACE) return -1;
    uint8_t selector = (uint8_t)(value >> 8);
    if ((uint8_t)index == STREAMING_INTERFACE) return negotiate(selector, request, bytes, length);
    return control_request((uint8_t)(index >> 8), selector, request, bytes, length);
}
