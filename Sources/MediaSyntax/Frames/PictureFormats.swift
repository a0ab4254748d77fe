/// Follows the packets of a stream, and tells in which formats its pictures are: parameter sets, or headers of key frames, may change
/// that on the way.
package struct PictureFormats: Hashable, Sendable {
    private var source: Source
    /// Those of the packets, each once, in their order.
    package private(set) var found: [PictureFormat] = []
    /// That which the container states out of band; `nil` where it states none.
    package let stated: PictureFormat?

    private enum Source: Hashable {
        case units(UnitFormats)
        case vp8
        case vp9
        case av1(AV1Stream)
        case mpeg
        case jpeg
    }

    /// Of a stream with a codec by libav's name, and with what its container says out of band; `nil` for codecs whose packets are not
    /// read for it.
    package init?(codec: String, configuration: [UInt8]) {
        var stated: PictureFormat?
        switch (FrameSyntax(codec: codec, configuration: configuration), codec) {
        case (.units(let units), _):
            let formats = UnitFormats(units)
            source = .units(formats)
            stated = formats.stated
        case (.vp9, _): source = .vp9
        case (.av1(let stream), _):
            source = .av1(stream)
            stated = stream.header.map { PictureFormat(width: $0.width, height: $0.height) }
        case (nil, "vp8"): source = .vp8
        case (nil, "mpeg1video"), (nil, "mpeg2video"): source = .mpeg
        case (nil, "mjpeg"): source = .jpeg
        case (nil, _): return nil
        }
        self.stated = stated
    }

    /// Takes what the container says of the packets that follow.
    package mutating func take(headers: [UInt8]) {
        guard case .units(var formats) = source else { return }
        formats.take(headers: headers)
        source = .units(formats)
    }

    /// Takes the next packet, in decoding order. Returns the format of its picture; `nil` where it does not say it, as where only key
    /// frames do.
    ///
    /// - Complexity: O(bytes before the picture's data).
    @discardableResult
    package mutating func take(_ payload: Span<UInt8>) -> PictureFormat? {
        let format = format(of: payload)
        if let format, !found.contains(format), found.count < Self.most { found.append(format) }
        return format
    }

    /// Whether a format is the one that the container states out of band. Where it states none, its size is compared with that of the
    /// container's header.
    package func isStated(_ format: PictureFormat, size: PictureFormat) -> Bool {
        stated.map { $0 == format } ?? (format.width == size.width && format.height == size.height)
    }

    private mutating func format(of payload: Span<UInt8>) -> PictureFormat? {
        switch source {
        case .units(var formats):
            let format = formats.format(of: payload)
            source = .units(formats)
            return format
        case .vp8: return PictureFormat(vp8: payload)
        case .vp9: return VP9KeyFrame(payload).map { PictureFormat(width: $0.width, height: $0.height) }
        case .av1(let stream):
            return stream.header(of: payload).map { PictureFormat(width: $0.width, height: $0.height) }
        case .mpeg: return PictureFormat(mpeg: payload)
        case .jpeg: return PictureFormat(jpeg: payload)
        }
    }

    /// Damaged headers state any number of formats.
    private static let most = 16
}
