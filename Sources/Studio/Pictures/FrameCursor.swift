internal import Export
internal import FFmpeg
internal import MediaTime

/// Decodes frames of a clip by their numbers, wherever it is told to go, and makes pictures of them.
struct FrameCursor: ~Copyable {
    /// A decoded frame with its number.
    struct Numbered: ~Copyable {
        let frame: Frame
        let number: Int
        /// Whether the number is one: the index has not come so far yet. It is behind all numbers that are known.
        var isEstimate = false
    }

    private let clip: OpenedClip
    private var frames: ClipFrames
    /// The number of the frame that was decoded last; `nil` behind a seek.
    private(set) var position: Int?
    private(set) var isAtEnd = false
    private var isPassingOver = false
    /// Frames up to this one may have been passed over.
    private var doubtful = -1
    private var makers: [Maker] = []

    /// A maker for one width. A class, because makers are not copied.
    private final class Maker {
        let width: Int
        private var maker: PictureMaker

        init(_ clip: OpenedClip, _ track: MediaTrack, width: Int) throws {
            let maker = try PictureMaker.make(clip.media, track: track, mostWidth: width)
            self.maker = maker
            self.width = width
        }

        func picture(of frame: borrowing Frame) throws -> [UInt8] { try maker.picture(of: frame) }
    }

    /// No decoder holds more frames when it is told not to pass over any more.
    static let decoderDepth = 48

    /// Whether decoding on leads to a frame.
    func leads(to number: Int) -> Bool {
        guard let position, !isAtEnd else { return false }
        return position < number && number > (isPassingOver ? position + Self.decoderDepth : doubtful)
    }

    /// Pictures of so many widths are made in turn: each maker keeps memory.
    private static let mostMakers = 3

    /// - Throws: ``StudioError`` where there is no video; `ExportError` where it cannot be decoded.
    static func open(_ clip: OpenedClip) throws -> FrameCursor {
        guard let track = clip.video else { throw StudioError(.invalid, "\(clip.name) has no video") }
        return FrameCursor(clip, frames: try ClipFrames.open(clip.media, track: track))
    }

    private init(_ clip: OpenedClip, frames: consuming ClipFrames) {
        self.clip = clip
        self.frames = frames
    }

    /// Goes to the last key frame at or before an instant (asset time).
    mutating func seek(to instant: RationalTime) throws {
        position = nil
        isAtEnd = false
        doubtful = -1
        try frames.seek(to: instant)
    }

    /// Whether frames are passed over that no other frame needs.
    mutating func passOver(_ skips: Bool) {
        guard skips != isPassingOver else { return }
        isPassingOver = skips
        if !skips { doubtful = (position ?? 0) + Self.decoderDepth }
        frames.passOver(skips)
    }

    /// The next frame that the index knows; `nil` at the end. As long as more frames may be found, a number behind those that are
    /// known is an estimate.
    mutating func next() throws -> Numbered? {
        while let shown = try frames.next() {
            let estimate = estimate(at: shown.start)
            // The index may have come so far meanwhile.
            let known = clip.index.number(at: shown.start)
            guard let number = known ?? estimate else { continue }
            position = number
            return Numbered(frame: try shown.frame.reference(), number: number, isEstimate: known == nil)
        }
        isAtEnd = true
        return nil
    }

    private func estimate(at instant: RationalTime) -> Int? {
        guard !clip.index.isComplete else { return nil }
        let estimate = ((instant.seconds - clip.start.seconds) * clip.meanRate).rounded()
        return max(clip.index.count, Int(exactly: estimate) ?? 0)
    }

    /// The picture of a frame, no wider than so many pixels.
    mutating func picture(of frame: borrowing Frame, width: Int) throws -> [UInt8] {
        if let place = makers.firstIndex(where: { $0.width == width }) {
            let maker = makers.remove(at: place)
            makers.append(maker)
            return try maker.picture(of: frame)
        }
        guard let track = clip.video else { throw StudioError(.invalid, "\(clip.name) has no video") }
        let maker = try Maker(clip, track, width: width)
        if makers.count == Self.mostMakers { makers.removeFirst() }
        makers.append(maker)
        return try maker.picture(of: frame)
    }
}
