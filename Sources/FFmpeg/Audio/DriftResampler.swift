internal import CFFmpeg

/// Makes audio longer or shorter by fractions of a per cent while it runs, without a seam: it corrects the drift between
/// two clocks (libswresample's soft compensation).
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct DriftResampler: ~Copyable, @unchecked Sendable {
    private let context: ResamplerContext
    private let sampleRate: Int
    private let channelLayout: ChannelLayout

    /// A resampler whose input and output are planar float of one sample rate, in hertz.
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

    /// How much audio went in and has not come out yet, in output samples.
    package var delay: Int { Int(unsafe swr_get_delay(context.pointer, Int64(sampleRate))) }

    /// Adds samples to the audio that comes next, or removes some.
    ///
    /// - Parameters:
    ///   - samples: How many are added; negative: how many are removed.
    ///   - distance: The number of output samples over which the change is spread.
    /// - Throws: ``FFmpegError``.
    package func compensate(_ samples: Int, over distance: Int) throws(FFmpegError) {
        try check(
            unsafe swr_set_compensation(context.pointer, Int32(samples), Int32(distance)),
            "compensate by",
            "\(samples) samples"
        )
    }

    /// Puts a frame in, and returns what is ready. That may be no samples at all.
    package func convert(_ frame: borrowing Frame) throws(FFmpegError) -> Frame {
        let input = unsafe UnsafeMutableRawPointer(frame.pointer.pointee.extended_data)?
            .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        return try unsafe convert(input, Int32(frame.sampleCount))
    }

    /// Returns what went in and has not come out yet. Nothing can be put in afterwards.
    package func finish() throws(FFmpegError) -> Frame {
        try unsafe convert(nil, 0)
    }

    private func convert(
        _ input: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ sampleCount: Int32
    ) throws(FFmpegError) -> Frame {
        let room = try check(unsafe swr_get_out_samples(context.pointer, sampleCount), "resample", "audio")
        let output = try Frame.audio(
            sampleCount: max(1, Int(room)),
            sampleRate: sampleRate,
            channelLayout: channelLayout
        )
        let count = try check(
            unsafe swr_convert(context.pointer, output.pointer.pointee.extended_data, room, input, sampleCount),
            "resample",
            "audio"
        )
        unsafe output.pointer.pointee.nb_samples = count
        return output
    }
}
