internal import CFFmpeg

extension Frame {
    /// A frame with memory of its own, its contents undefined.
    package static func video(
        _ pixelFormat: PixelFormat,
        width: Int,
        height: Int
    ) throws(FFmpegError) -> Frame {
        let frame = try Frame()
        unsafe frame.pointer.pointee.format = pixelFormat.rawValue
        unsafe frame.pointer.pointee.width = Int32(width)
        unsafe frame.pointer.pointee.height = Int32(height)
        try check(unsafe av_frame_get_buffer(frame.pointer, 0), "allocate", "a frame of \(width)x\(height)")
        return frame
    }

    /// A block of audio with memory of its own, its contents undefined.
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

    /// Bytes from one row of a plane to the next.
    package func stride(ofPlane plane: Int) -> Int {
        unsafe withUnsafeBytes(of: pointer.pointee.linesize) {
            unsafe Int($0.load(fromByteOffset: plane * 4, as: Int32.self))
        }
    }

    /// Rows of a plane, counting the chroma subsampling in.
    package func rows(ofPlane plane: Int) -> Int {
        guard plane == 1 || plane == 2,
            let descriptor = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format))
        else { return height }
        let shift = Int(unsafe descriptor.pointee.log2_chroma_h)
        return (height + (1 << shift) - 1) >> shift
    }

    package var pixelFormat: PixelFormat? { PixelFormat(rawValue: unsafe pointer.pointee.format) }

    /// The bytes of one plane of a frame, padding at the row ends included.
    package func withPlane<Result>(_ plane: Int, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        let count = stride(ofPlane: plane) * rows(ofPlane: plane)
        let bytes = unsafe UnsafeBufferPointer(start: UnsafePointer(data(plane)), count: count)
        return try unsafe body(Span(_unsafeElements: bytes))
    }

    /// As ``withPlane(_:_:)``, to be written. The frame must be the only one that holds the samples.
    package func withMutablePlane<Result>(
        _ plane: Int,
        _ body: (inout MutableSpan<UInt8>) throws -> Result
    ) rethrows -> Result {
        let count = stride(ofPlane: plane) * rows(ofPlane: plane)
        var span = unsafe MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(start: data(plane), count: count))
        return try body(&span)
    }

    /// The samples of one channel of planar float audio.
    package func withChannel<Result>(_ channel: Int, _ body: (Span<Float>) throws -> Result) rethrows -> Result {
        let samples = unsafe UnsafeBufferPointer(start: floats(channel), count: sampleCount)
        return try unsafe body(Span(_unsafeElements: samples))
    }

    /// As ``withChannel(_:_:)``, to be written. The frame must be the only one that holds the samples.
    package func withMutableChannel<Result>(
        _ channel: Int,
        _ body: (inout MutableSpan<Float>) throws -> Result
    ) rethrows -> Result {
        let samples = unsafe UnsafeMutableBufferPointer(start: floats(channel), count: sampleCount)
        var span = unsafe MutableSpan(_unsafeElements: samples)
        return try body(&span)
    }

    /// The samples of all channels of interleaved 16-bit audio in turn, to be read.
    ///
    /// - Precondition: The samples' layout is ``SampleLayout/interleaved16``.
    package func withInterleaved16<Result>(_ body: (Span<Int16>) throws -> Result) rethrows -> Result {
        precondition(sampleLayout == .interleaved16, "the samples have 16 bits")
        let samples = unsafe UnsafeBufferPointer(start: shorts, count: sampleCount * channelCount)
        return try unsafe body(Span(_unsafeElements: samples))
    }

    /// As ``withInterleaved16(_:)``, to be written. The frame must be the only one that holds the samples.
    package func withMutableInterleaved16<Result>(
        _ body: (inout MutableSpan<Int16>) throws -> Result
    ) rethrows -> Result {
        precondition(sampleLayout == .interleaved16, "the samples have 16 bits")
        let samples = unsafe UnsafeMutableBufferPointer(start: shorts, count: sampleCount * channelCount)
        var span = unsafe MutableSpan(_unsafeElements: samples)
        return try body(&span)
    }

    package var channelCount: Int { Int(unsafe pointer.pointee.ch_layout.nb_channels) }

    /// How the samples lie in memory; `nil` for a way that is left to libav.
    package var sampleLayout: SampleLayout? { SampleLayout(sampleFormatName) }

    /// The samples' format, by libav's name: `fltp`, `s16`.
    package var sampleFormatName: String {
        let format = AVSampleFormat(unsafe pointer.pointee.format)
        return unsafe av_get_sample_fmt_name(format).map { unsafe String(cString: $0) } ?? ""
    }

    package var channelLayout: ChannelLayout { unsafe ChannelLayout(pointer.pointee.ch_layout) }

    /// More than eight channels do not fit `AVFrame.data`, so the long list is asked.
    private func data(_ plane: Int) -> UnsafeMutablePointer<UInt8>? {
        unsafe pointer.pointee.extended_data[plane]
    }

    private var shorts: UnsafeMutablePointer<Int16>? {
        unsafe data(0).map { unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int16.self) }
    }

    private func floats(_ channel: Int) -> UnsafeMutablePointer<Float>? {
        unsafe data(channel).map { unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self) }
    }
}

/// The ways in which samples lie in memory that are read and written without libav's help.
package enum SampleLayout: String, Sendable {
    /// One row of single-precision numbers for each channel.
    case planarFloat = "fltp"
    /// 16-bit integers, those of all channels in turn.
    case interleaved16 = "s16"

    /// The one that libav calls so.
    package init?(_ name: String) { self.init(rawValue: name) }

    fileprivate var format: AVSampleFormat {
        switch self {
        case .planarFloat: AV_SAMPLE_FMT_FLTP
        case .interleaved16: AV_SAMPLE_FMT_S16
        }
    }
}
