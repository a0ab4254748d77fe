/// Tells packets of which a decoder shows nothing, by the headers of their frames.
package struct ShownFrames: Sendable {
    /// What a decoder makes of a packet.
    package enum Visibility: Sendable {
        /// It shows a frame, as far as the headers say.
        case shown
        /// It shows nothing, as is meant: a frame that only others refer to (VP8, VP9), one that says that nothing has changed
        /// (MPEG-4), that is only half there (a field of H.264), or that others refer to and is leading otherwise (H.264).
        case hidden
        /// It shows nothing: decoding begins with a frame that is presented later, and this one refers to frames before that.
        case leading
        /// It passes over the packet, which holds no frame that can be decoded.
        case unreadable
    }

    private enum Codec {
        case h264(FieldSequence)
        case hevc(HEVCSequence)
        case mpeg2(MPEGSequence)
        case mpeg4(VisualObjectSequence)
        case vp8, vp9
    }

    private var codec: Codec

    /// Of a stream with a codec by libav's name; `nil` for codecs of which every packet shows a frame, as far as can be seen.
    package init?(codec: String, configuration: [UInt8]) {
        switch codec {
        case "mpeg4": self.codec = .mpeg4(VisualObjectSequence(configuration: configuration))
        case "vp8": self.codec = .vp8
        case "vp9": self.codec = .vp9
        case NALCodec.h264.rawValue: self.codec = .h264(FieldSequence(configuration: configuration))
        case NALCodec.hevc.rawValue: self.codec = .hevc(HEVCSequence(configuration: configuration))
        case "mpeg1video", "mpeg2video": self.codec = .mpeg2(MPEGSequence())
        default: return nil
        }
    }

    /// What a decoder makes of the next packet, in decoding order.
    ///
    /// - Parameters:
    ///   - payload: The packet's bytes.
    ///   - instant: When it is presented, in ticks of the stream; `nil` where nothing says so. H.264 says by nothing else that a frame
    ///     is a leading one.
    /// - Returns: Whether a decoder shows a frame, or why not.
    /// - Complexity: O(bytes before the frame's data).
    package mutating func visibility(of payload: Span<UInt8>, presentedAt instant: Int64? = nil) -> Visibility {
        switch codec {
        case .h264(var sequence):
            let visibility = sequence.visibility(of: payload, presentedAt: instant)
            codec = .h264(sequence)
            return visibility
        case .hevc(var sequence):
            let visibility = sequence.visibility(of: payload)
            codec = .hevc(sequence)
            return visibility
        case .mpeg2(var sequence):
            let visibility = sequence.visibility(of: payload)
            codec = .mpeg2(sequence)
            return visibility
        case .mpeg4(var sequence):
            let visibility = sequence.visibility(of: payload)
            codec = .mpeg4(sequence)
            return visibility
        case .vp8:
            // RFC 6386, 9.1.
            return payload.count == 0 || payload[0] & 0x10 != 0 ? .shown : .hidden
        case .vp9:
            return VP9Packet.shows(payload) ? .shown : .hidden
        }
    }
}

extension NALUnits {
    /// Whether there is a slice among the units of a packet. Phones put units between start codes into one that has a length, and
    /// decoders look for them.
    ///
    /// - Complexity: O(bytes before the slice).
    func haveSlice(in payload: Span<UInt8>) -> Bool {
        if firstHeader(in: payload, where: { $0.isSlice }) != nil { return true }
        guard framing != .startCodes else { return false }
        return NALUnits(codec, .startCodes).firstHeader(in: payload, where: { $0.isSlice }) != nil
    }
}
