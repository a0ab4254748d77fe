internal import CFFmpeg

/// A container that libavformat can write.
///
/// `@unchecked Sendable`: the structure behind it is a constant of the library.
@safe
package struct ContainerFormat: @unchecked Sendable {
    let pointer: UnsafePointer<AVOutputFormat>

    /// libav's short name: `mp4`, `mov`, `matroska`, `webm`, `wav`.
    package var name: String { unsafe String(cString: pointer.pointee.name) }

    /// By libav's short name.
    package init?(named name: String) {
        guard let format = unsafe av_guess_format(name, nil, nil) else { return nil }
        unsafe pointer = UnsafePointer(format)
    }

    /// Whether the container stores codec headers once, outside the packets.
    package var needsGlobalHeader: Bool { unsafe pointer.pointee.flags & AVFMT_GLOBALHEADER != 0 }

    /// Whether the container can carry a codec of this name, by libavformat's tables. Where there is no table, the answer is by
    /// the container's standard, and the header may still be refused when it is written.
    package func canCarry(codecNamed name: String) -> Bool {
        guard let descriptor = unsafe avcodec_descriptor_get_by_name(name) else { return false }
        return unsafe avformat_query_codec(pointer, descriptor.pointee.id, FF_COMPLIANCE_NORMAL) == 1
    }

    /// Whether the container has a four-character code for frames, and it means uncompressed ones: it says how their samples lie.
    package func namesRawFrames(_ fourCC: String) -> Bool {
        guard fourCC.utf8.count == 4, let tables = unsafe pointer.pointee.codec_tag else { return false }
        let tag = fourCC.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return unsafe av_codec_get_id(tables, tag) == AV_CODEC_ID_RAWVIDEO
    }

    /// Whether a four-character code means this codec in the container, or the container has no code for the codec.
    func accepts(tag: UInt32, of codec: AVCodecID) -> Bool {
        guard let tables = unsafe pointer.pointee.codec_tag else { return true }
        let known = unsafe av_codec_get_id(tables, tag)
        var listed: UInt32 = 0
        return unsafe known == codec || av_codec_get_tag2(tables, codec, &listed) == 0
    }
}
