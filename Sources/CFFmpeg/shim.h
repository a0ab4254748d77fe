// The parts of the libav headers that Swift does not import: function-like macros, macros with casts, variadic functions.
// Each item says why it is here. Differences between versions of the libraries are handled in this file only.
#ifndef OVERCRANK_CFFMPEG_SHIM_H
#define OVERCRANK_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavcodec/vorbis_parser.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/stereo3d.h>
#include <libavutil/timecode.h>
#include <libavutil/tx.h>
#include <libswresample/swresample.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <string.h>

// FFERRTAG() values are macros with casts: computed here by the C compiler.
static const int oc_averror_eof = AVERROR_EOF;
static const int oc_averror_invaliddata = AVERROR_INVALIDDATA;
static const int oc_averror_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int oc_averror_encoder_not_found = AVERROR_ENCODER_NOT_FOUND;

// AVERROR() is a function-like macro.
static inline int oc_averror(int errno_value) { return AVERROR(errno_value); }

// AV_NOPTS_VALUE is a macro with a cast.
static const int64_t oc_nopts = AV_NOPTS_VALUE;

// An enumerator of an enumeration without a name: here it has a type of its own.
static const unsigned oc_buffersrc_flag_keep_ref = AV_BUFFERSRC_FLAG_KEEP_REF;

// av_log_format_line2() takes a va_list, whose layout only the C compiler knows. There is no static state here, because a
// static variable in a header would exist once in every object file.
static inline void oc_log_format(void *object, int level, const char *format, va_list arguments, char *line, int size) {
    int print_prefix = 1;
    av_log_format_line2(object, level, format, arguments, line, size, &print_prefix);
}

// The number of the decoder that logged a line: its `opaque` field, which all copies of the context for frame threads have,
// too. 0 where it was no decoder.
static inline uintptr_t oc_log_owner(void *object) {
    if (!object || *(const AVClass **)object != avcodec_get_class()) return 0;
    return (uintptr_t)((AVCodecContext *)object)->opaque;
}

// The timestamp of the packet that a decoder was at when it logged a line, on whichever thread: what was said by
// oc_decoder_begins, which each copy of the context takes with its packet. AV_NOPTS_VALUE where it was no decoder.
static inline int64_t oc_log_ticks(void *object) {
    if (!object || *(const AVClass **)object != avcodec_get_class()) return AV_NOPTS_VALUE;
    return ((AVCodecContext *)object)->reordered_opaque;
}
static inline void oc_decoder_begins(AVCodecContext *context, int64_t ticks) { context->reordered_opaque = ticks; }

// libavcodec logs error concealment at the level of information. The flags of a frame do not always show it when several
// threads decode.
static inline int oc_log_is_concealment(int level, const char *format) {
    return level == AV_LOG_INFO && strncmp(format, "concealing ", 11) == 0;
}

// AVStream and AVCodecContext keep side data in ways that differ between library versions (5.1: on the stream).
static inline const AVPacketSideData *oc_stream_side_data(const AVStream *stream, int *count) {
    *count = stream->nb_side_data;
    return stream->side_data;
}

// AVFrame.pkt_duration is AVFrame.duration from 6.0 on.
static inline int64_t oc_frame_duration(const AVFrame *frame) { return frame->pkt_duration; }

// libavfilter depends on so many libraries that loading them takes a third of the start of the command, and few exports need
// a filter. So it is opened when the first filter is built. The functions have the types that the header declares.
#define OC_FILTER_FUNCTIONS(each) \
    each(av_buffersink_get_frame) \
    each(av_buffersink_get_time_base) \
    each(av_buffersrc_add_frame_flags) \
    each(avfilter_get_by_name) \
    each(avfilter_graph_alloc) \
    each(avfilter_graph_config) \
    each(avfilter_graph_create_filter) \
    each(avfilter_graph_free) \
    each(avfilter_graph_parse_ptr) \
    each(avfilter_inout_alloc) \
    each(avfilter_inout_free)
#define OC_FILTER_FUNCTION(name) __typeof__(&name) name;
#define OC_FIND_FILTER_FUNCTION(name) \
    if (!(functions->name = (__typeof__(&name))dlsym(library, #name))) return AVERROR(ENOSYS);

typedef struct { OC_FILTER_FUNCTIONS(OC_FILTER_FUNCTION) } oc_filter_functions;

static inline const char *oc_filter_library(void) { return "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR); }

static inline int oc_find_filter_functions(oc_filter_functions *functions) {
    void *library = dlopen(oc_filter_library(), RTLD_LAZY | RTLD_LOCAL);
    if (!library) return AVERROR(ENOENT);
    OC_FILTER_FUNCTIONS(OC_FIND_FILTER_FUNCTION)
    return 0;
}

#endif
