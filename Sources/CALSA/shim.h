// Each item says why it is here.
#ifndef OVERCRANK_CALSA_SHIM_H
#define OVERCRANK_CALSA_SHIM_H

#include <alsa/asoundlib.h>

// snd_lib_error_set_handler() takes a variadic function: libasound's messages are dropped, its error codes say enough.
static void oc_alsa_ignore(const char *file, int line, const char *function, int err, const char *fmt, ...) {}
static inline void oc_alsa_silence(void) { snd_lib_error_set_handler(oc_alsa_ignore); }

// Byte order macros choose this machine's formats.
static const snd_pcm_format_t oc_alsa_float = SND_PCM_FORMAT_FLOAT;
static const snd_pcm_format_t oc_alsa_s32 = SND_PCM_FORMAT_S32;
static const snd_pcm_format_t oc_alsa_s24 = SND_PCM_FORMAT_S24;
static const snd_pcm_format_t oc_alsa_s16 = SND_PCM_FORMAT_S16;

#endif
