internal import FFmpeg
internal import MediaSyntax
internal import MediaTime
internal import Pipeline

/// The frames of a stretch that is encoded, at their places. A thread of their own decodes them, so that the first ones are there as
/// soon as what comes before them is copied: between key frames, many are decoded for a few that are shown.
final class StretchFrames: Sendable {
    private let queue = BoundedQueue<PlacedFrame>(capacity: StretchFrames.ahead)
    private let timecodes: PacketTimecodes?

    /// A few are enough to even out the pace of decoder and encoder.
    private static let ahead = 8

    /// Begins to decode.
    ///
    /// - Parameters:
    ///   - part: What the stretch shows.
    ///   - input: The file that it is from.
    ///   - outputRate: The rate, or the ticks, by which places are counted.
    ///   - isRounding: Whether a place shows a frame that was rounded to it.
    ///   - damage: Is told what cannot be decoded.
    ///   - workers: The threads of the export. An error of the decoder is theirs.
    init(
        of part: TrackPart,
        in input: MediaDescription,
        at outputRate: FrameRate,
        rounding isRounding: Bool,
        damage: DamageLog,
        on workers: WorkerGroup
    ) {
        timecodes = PacketTimecodes(input.streams[part.source.index].parameters)
        workers.onFailure { [weak queue] in queue?.cancel() }
        workers.start { [queue, timecodes] in
            let reader = try TrackReader(input, track: part.source)
            let frames = try DecodedFrames.open(reader, damage: damage, watching: timecodes?.note)
            var source = FrameSource(FilteredFrames(TimedFrames(frames), nil))
            var joiner = FrameJoiner()
            for case .segment(let selector, _) in try [part].frameSteps(at: outputRate, rounding: isRounding) {
                try source.begin(selector)
                while let placed = try source.next() {
                    if let whole = joiner.add(placed) { try queue.append(whole) }
                }
            }
            if let whole = joiner.finish() { try queue.append(whole) }
            queue.finish()
        }
    }

    /// The next frame, in output order; `nil` at the end.
    func next() throws(Cancelled) -> PlacedFrame? { try queue.next() }

    /// The timecode that stands with a frame.
    func timecode(of frame: borrowing Frame) -> FrameTimecode? {
        frame.pts.flatMap { timecodes?.timecode(at: $0) }
    }
}
