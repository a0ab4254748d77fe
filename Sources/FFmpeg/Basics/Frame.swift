internal import CFFmpeg

/// One decoded frame or block of audio, owned: an `AVFrame` and its references to the samples.
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

    /// Presentation time in ticks of the time base of where the frame comes from.
    package var pts: Int64? {
        get { unsafe timestamp(pointer.pointee.pts) }
        nonmutating set { unsafe pointer.pointee.pts = rawTimestamp(newValue) }
    }

    /// What the decoder makes of the packet's times where `pts` alone is missing or wrong.
    package var bestEffortTimestamp: Int64? { unsafe timestamp(pointer.pointee.best_effort_timestamp) }

    /// Duration in ticks of the packet that the frame was decoded from; `nil` where it is not known.
    package var duration: Int64? {
        let raw = unsafe oc_frame_duration(pointer)
        return raw > 0 ? raw : nil
    }

    package var width: Int { Int(unsafe pointer.pointee.width) }
    package var height: Int { Int(unsafe pointer.pointee.height) }

    /// Audio: samples in each channel.
    package var sampleCount: Int { Int(unsafe pointer.pointee.nb_samples) }
    package var sampleRate: Int { Int(unsafe pointer.pointee.sample_rate) }

    /// Whether the decoder concealed damage in this frame.
    package var isDamaged: Bool {
        unsafe pointer.pointee.decode_error_flags != 0 || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }

    /// What filters say of the frame: `lavfi.r128.I`.
    package var metadata: [MetadataEntry] { unsafe OptionDictionary.pairs(pointer.pointee.metadata) }

    /// Another frame that shares the samples and has its own timestamps.
    package func reference() throws(FFmpegError) -> Frame {
        let copy = try Frame()
        try check(unsafe av_frame_ref(copy.pointer, pointer), "share", "a frame")
        return copy
    }

    /// Drops the samples, so that the frame can be filled anew.
    package func reset() { unsafe av_frame_unref(pointer) }

    /// More than eight channels do not fit `AVFrame.data`, so the long list is asked.
    func data(_ plane: Int) -> UnsafeMutablePointer<UInt8>? {
        unsafe pointer.pointee.extended_data[plane]
    }
}
