internal import CFFmpeg

/// Owns a `SwrContext`.
///
/// A class, because Swift 6.3 miscompiles a throwing initializer that assigns a noncopyable property last: optimised
/// builds destroy the property before it has a value.
///
/// `@unchecked Sendable`: the wrapper that holds it is noncopyable, so only one thread at a time uses it.
@safe
final class ResamplerContext: @unchecked Sendable {
    let pointer: OpaquePointer

    init(sampleRate: Int, channelLayout: ChannelLayout) throws(FFmpegError) {
        var created: OpaquePointer?
        let code = unsafe channelLayout.withLayout { layout in
            unsafe swr_alloc_set_opts2(
                &created,
                layout,
                AV_SAMPLE_FMT_FLTP,
                Int32(sampleRate),
                layout,
                AV_SAMPLE_FMT_FLTP,
                Int32(sampleRate),
                0,
                nil
            )
        }
        try check(code, "set up", "a resampler")
        unsafe pointer = try unsafe allocated(created, "a resampler")
        // Resample although both rates are the same: only then can they be compensated.
        try check(
            unsafe av_opt_set_int(UnsafeMutableRawPointer(pointer), "flags", Int64(SWR_FLAG_RESAMPLE), 0),
            "set up",
            "a resampler"
        )
        try check(unsafe swr_init(pointer), "set up", "a resampler")
    }

    deinit {
        var pointer: OpaquePointer? = unsafe pointer
        unsafe swr_free(&pointer)
    }
}
