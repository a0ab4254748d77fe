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
        case vp9
        case av1(AV1Stream)
    }

    /// Of a stream with a syntax.
    package init(_ syntax: FrameSyntax) {
        switch syntax {
        case .units(let units):
            let formats = UnitFormats(units)
            source = .units(formats)
            stated = formats.stated
        case .vp9:
            source = .vp9
            stated = nil
        case .av1(let stream):
            source = .av1(stream)
            stated = stream.header.map { PictureFormat(width: $0.width, height: $0.height) }
        }
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

    private mutating func format(of payload: Span<UInt8>) -> PictureFormat? {
        switch source {
        case .units(var formats):
            let format = formats.format(of: payload)
            source = .units(formats)
            return format
        case .vp9:
            return VP9KeyFrame(payload).map { PictureFormat(width: $0.width, height: $0.height) }
        case .av1(let stream):
            return stream.header(of: payload).map { PictureFormat(width: $0.width, height: $0.height) }
        }
    }

    /// Damaged headers state any number of formats.
    private static let most = 16
}
