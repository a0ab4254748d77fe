/// Follows the frames of MPEG-4 in the order in which they are decoded, and tells which of them a decoder shows.
struct VisualObjectSequence: Sendable {
    private var layer: VisualObjectLayer?
    /// In ticks.
    private var seconds: Int64 = 0
    private var secondsBefore: Int64 = 0
    /// Of the frame that others refer to that was decoded last, in ticks.
    private var referenceTime: Int64 = 0
    /// From the one before it to that frame, in ticks.
    private var distance: Int64 = 0
    private var references = 0

    /// A stream with these headers of its own.
    init(configuration: [UInt8]) { layer = VisualObjectLayer(configuration.span) }

    /// What a decoder makes of the next packet.
    mutating func visibility(of payload: Span<UInt8>) -> ShownFrames.Visibility {
        layer = VisualObjectLayer(payload) ?? layer
        if let time = Self.groupTime(payload) { seconds = time }
        guard let frame = VisualObject(payload, layer: layer) else { return .unreadable }
        guard let details = frame.details, let layer else { return .shown }
        if frame.kind == .bidirectional {
            let time = (secondsBefore + details.seconds) * layer.resolution + details.ticks
            let behind = distance - (referenceTime - time)
            // It lies between two others, and refers to both. Where decoding begins, the first of them is missing; a decoder leaves it out even
            // where its group is closed.
            guard references > 1 else { return .leading }
            guard behind > 0, behind < distance else { return .unreadable }
        } else {
            secondsBefore = seconds
            seconds += details.seconds
            let time = seconds * layer.resolution + details.ticks
            distance = time - referenceTime
            referenceTime = time
        }
        guard details.isCoded else { return .hidden }
        if details.isBroken { return .unreadable }
        if frame.kind != .bidirectional { references += 1 }
        return .shown
    }

    /// The time in the header of a group of frames (6.2.4), in seconds; `nil` where there is none.
    private static func groupTime(_ payload: Span<UInt8>) -> Int64? {
        guard let start = VisualObjectCode.next(.group, in: payload, from: 0) else { return nil }
        var reader = BitReader(VisualObjectCode.bytes(behind: start, in: payload, limit: 4)[...])
        guard let hours = reader.bits(5), let minutes = reader.bits(6), reader.skip(1), let seconds = reader.bits(6)
        else {
            return nil
        }
        return Int64(hours) * 3600 + Int64(minutes) * 60 + Int64(seconds)
    }
}
