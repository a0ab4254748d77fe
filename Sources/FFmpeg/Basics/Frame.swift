internal import CFFmpeg

/// One decoded frame of video or block of audio: it owns an `AVFrame` and its references to the samples.
///
/// `@unchecked Sendable`: as for ``Packet``.
@safe
package struct Frame: ~Copyable, @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFrame>

    package init() throws(FFmpegError) {
        unsafe pointer = try unsafe allocated(av_frame_alloc(), "a frame")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = unsafe pointer
        unsafe av_frame_free(&pointer)
    }

    /// Presentation time, in ticks of the time base of the decoder or filter that gave the frame.
    package var pts: Int64? {
        get { unsafe timestamp(pointer.pointee.pts) }
        nonmutating set { unsafe pointer.pointee.pts = rawTimestamp(newValue) }
    }

    /// The decoder's estimate of the presentation time from the packets' times, where ``pts`` is missing or wrong.
    package var bestEffortTimestamp: Int64? { unsafe timestamp(pointer.pointee.best_effort_timestamp) }

    /// The duration of the packet that the frame was decoded from, in ticks; `nil` where it is not known.
    package var duration: Int64? {
        timestamp(unsafe oc_frame_duration(pointer)).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Pixels in a row. Video only.
    package var width: Int { Int(unsafe pointer.pointee.width) }
    /// Rows of pixels. Video only.
    package var height: Int { Int(unsafe pointer.pointee.height) }

    /// Width ÷ height of a pixel; `nil` where the frame does not say. Video only.
    package var pixelAspect: Double? {
        let ratio = unsafe pointer.pointee.sample_aspect_ratio
        return ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : nil
    }

    /// Samples in each channel. Audio only.
    package var sampleCount: Int { Int(unsafe pointer.pointee.nb_samples) }
    /// Samples a second in each channel. Audio only.
    package var sampleRate: Int { Int(unsafe pointer.pointee.sample_rate) }

    /// Whether decoding may begin with this frame.
    package var isKey: Bool { unsafe pointer.pointee.key_frame != 0 }

    /// Whether the decoder concealed damage in this frame.
    package var isDamaged: Bool {
        unsafe pointer.pointee.decode_error_flags != 0 || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }

    /// Whether that damage lies in this frame's own bytes, and not before it, where decoding has begun among frames that refer to others.
    package var hasErrors: Bool { unsafe pointer.pointee.decode_error_flags != 0 }

    /// What filters have measured, by libavfilter's names: `lavfi.r128.I`; and what they are to know.
    package var metadata: [MetadataEntry] {
        get { unsafe OptionDictionary.pairs(pointer.pointee.metadata) }
        nonmutating set { unsafe OptionDictionary.assign(newValue, to: &pointer.pointee.metadata) }
    }

    /// Another frame that shares the samples and has its own timestamps.
    package func reference() throws(FFmpegError) -> Frame {
        let copy = try Frame()
        try check(unsafe av_frame_ref(copy.pointer, pointer), "share", "a frame")
        return copy
    }

    /// Releases the samples, so that the frame can be used again.
    package func reset() { unsafe av_frame_unref(pointer) }

    /// The first byte of a plane of video, or of a channel of planar audio. Not `AVFrame.data`, which has room for eight.
    func data(_ plane: Int) -> UnsafeMutablePointer<UInt8>? {
        unsafe pointer.pointee.extended_data[plane]
    }
}
