internal import CFFmpeg

/// Stretches audio by fractions of a per cent while it runs, so that a clock that goes wrong is put right without a seam
/// (libswresample's soft compensation).
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct DriftResampler: ~Copyable, @unchecked Sendable {
    private let context: ResamplerContext
    private let sampleRate: Int
    private let channelLayout: ChannelLayout

    /// Takes and gives planar float.
    package static func make(sampleRate: Int, channelLayout: ChannelLayout) throws(FFmpegError) -> DriftResampler {
        FFmpegLog.install()
        return DriftResampler(
            context: try ResamplerContext(sampleRate: sampleRate, channelLayout: channelLayout),
            sampleRate: sampleRate,
            channelLayout: channelLayout
        )
    }

    private init(context: ResamplerContext, sampleRate: Int, channelLayout: ChannelLayout) {
        self.context = context
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
    }

    /// Samples that went in and are not out yet, in output samples.
    package var delay: Int { Int(unsafe swr_get_delay(context.pointer, Int64(sampleRate))) }

    /// Makes so many samples more, or fewer where negative, of those that come next, spread over a distance in samples.
    package func compensate(_ samples: Int, over distance: Int) throws(FFmpegError) {
        try check(
            unsafe swr_set_compensation(context.pointer, Int32(samples), Int32(distance)),
            "compensate by",
            "\(samples) samples"
        )
    }

    /// Puts samples in and takes out what is ready, which may be none.
    package func convert(_ frame: borrowing Frame) throws(FFmpegError) -> Frame {
        let room = try check(
            unsafe swr_get_out_samples(context.pointer, Int32(frame.sampleCount)),
            "resample",
            "audio"
        )
        let output = try Frame.audio(
            sampleCount: max(1, Int(room)),
            sampleRate: sampleRate,
            channelLayout: channelLayout
        )
        let input = unsafe UnsafeMutableRawPointer(frame.pointer.pointee.extended_data)?
            .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        let count = try check(
            unsafe swr_convert(
                context.pointer,
                output.pointer.pointee.extended_data,
                room,
                input,
                Int32(frame.sampleCount)
            ),
            "resample",
            "audio"
        )
        unsafe output.pointer.pointee.nb_samples = count
        return output
    }
}
