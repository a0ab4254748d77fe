internal import CFFmpeg

extension Frame {
    /// A block of audio with its own memory. The samples are not initialised.
    package static func audio(
        _ layout: SampleLayout = .planarFloat,
        sampleCount: Int,
        sampleRate: Int,
        channelLayout: ChannelLayout
    ) throws(FFmpegError) -> Frame {
        let frame = try Frame()
        unsafe frame.pointer.pointee.format = layout.format.rawValue
        unsafe frame.pointer.pointee.nb_samples = Int32(sampleCount)
        unsafe frame.pointer.pointee.sample_rate = Int32(sampleRate)
        _ = unsafe channelLayout.withLayout { layout in
            unsafe av_channel_layout_copy(&frame.pointer.pointee.ch_layout, layout)
        }
        try check(unsafe av_frame_get_buffer(frame.pointer, 0), "allocate", "\(sampleCount) samples of audio")
        return frame
    }

    /// The samples of one channel of planar float audio.
    package func withChannel<Result>(_ channel: Int, _ body: (Span<Float>) throws -> Result) rethrows -> Result {
        let samples = unsafe UnsafeBufferPointer(start: floats(channel), count: sampleCount)
        return try unsafe body(Span(_unsafeElements: samples))
    }

    /// The same samples, to be written. No other frame may share them.
    package func withMutableChannel<Result>(
        _ channel: Int,
        _ body: (inout MutableSpan<Float>) throws -> Result
    ) rethrows -> Result {
        let samples = unsafe UnsafeMutableBufferPointer(start: floats(channel), count: sampleCount)
        var span = unsafe MutableSpan(_unsafeElements: samples)
        return try body(&span)
    }

    /// The samples of interleaved 16-bit audio: one of each channel, then the next one of each.
    ///
    /// - Precondition: The samples' layout is ``SampleLayout/interleaved16``.
    package func withInterleaved16<Result>(_ body: (Span<Int16>) throws -> Result) rethrows -> Result {
        precondition(sampleLayout == .interleaved16, "the samples have 16 bits")
        let samples = unsafe UnsafeBufferPointer(start: shorts, count: sampleCount * channelCount)
        return try unsafe body(Span(_unsafeElements: samples))
    }

    /// The same samples, to be written. No other frame may share them.
    ///
    /// - Precondition: The samples' layout is ``SampleLayout/interleaved16``.
    package func withMutableInterleaved16<Result>(
        _ body: (inout MutableSpan<Int16>) throws -> Result
    ) rethrows -> Result {
        precondition(sampleLayout == .interleaved16, "the samples have 16 bits")
        let samples = unsafe UnsafeMutableBufferPointer(start: shorts, count: sampleCount * channelCount)
        var span = unsafe MutableSpan(_unsafeElements: samples)
        return try body(&span)
    }

    package var channelCount: Int { Int(unsafe pointer.pointee.ch_layout.nb_channels) }

    /// How the samples lie in memory; `nil` for a layout that this package does not read itself.
    package var sampleLayout: SampleLayout? { SampleLayout(sampleFormatName) }

    /// The samples' format, by libav's name: `fltp`, `s16`.
    package var sampleFormatName: String {
        let format = AVSampleFormat(unsafe pointer.pointee.format)
        return unsafe av_get_sample_fmt_name(format).map { unsafe String(cString: $0) } ?? ""
    }

    package var channelLayout: ChannelLayout { unsafe ChannelLayout(pointer.pointee.ch_layout) }

    /// Whether it says which loudspeaker each channel belongs to; else ``channelLayout`` is the usual one of so many.
    package var statesLayout: Bool { unsafe pointer.pointee.ch_layout.order != AV_CHANNEL_ORDER_UNSPEC }

    private var shorts: UnsafeMutablePointer<Int16>? {
        unsafe data(0).map { unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int16.self) }
    }

    private func floats(_ channel: Int) -> UnsafeMutablePointer<Float>? {
        unsafe data(channel).map { unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self) }
    }
}
