internal import FFmpeg
internal import MediaTime

/// A decoded picture with the places that it fills in the output: pictures of a constant frame rate, or ticks.
struct PlacedPicture: ~Copyable, Sendable {
    /// `nil`: black.
    let frame: Frame?
    let places: Range<Int64>
    /// Degrees to turn it clockwise, a multiple of 90, so that it stands as the track's other pictures do.
    var turn = 0
}

/// Decodes pictures of one part of a track, segment by segment, and gives each its places in the output; pictures
/// without a place are passed over.
struct PictureSource: ~Copyable, Sendable {
    private var pictures: TimedPictures
    private var selector: FrameSelector?
    /// The picture that is being shown: a segment begins with it where the one before ended.
    private var current: TimedPicture?
    private var reversal: PictureReversal?
    private let reversalBudget: Int

    /// The pictures of a file; of those that are reversed, so many bytes are kept at a time.
    init(_ frames: consuming DecodedFrames, reversalBudget: Int = PictureReversal.usualBudget) {
        pictures = TimedPictures(frames)
        self.reversalBudget = reversalBudget
    }

    /// Goes to a segment.
    mutating func begin(_ selector: FrameSelector) throws {
        self.selector = selector
        let start = selector.mapping.source.start
        if case .reverse = selector.mapping.course {
            reversal = PictureReversal(selector, budget: reversalBudget)
            current = nil
            return
        }
        reversal = nil
        // Going on from where the decoder is takes no seek, and no decoding from a key frame on.
        let goesOn =
            switch current {
            case .some(let picture): picture.start <= start && start <= picture.end
            case .none: false
            }
        if !goesOn {
            current = nil
            try pictures.seek(to: start)
        }
    }

    /// The next picture of the segment with its places, in output order; `nil` at the end.
    mutating func next() throws -> PlacedPicture? {
        if reversal != nil { return try reversal?.next(from: &pictures) }
        while let selector {
            guard let picture = try current.take() ?? pictures.next() else { break }
            let shownUntil = picture.isLast && !selector.isOpenEnded ? nil : picture.end
            let places = try selector.places(ofPictureFrom: picture.start, to: shownUntil)
            let frame = try picture.frame.reference()
            if selector.covers(endingAt: shownUntil) {
                self.selector = nil
                current = consume picture
            }
            if !places.isEmpty { return PlacedPicture(frame: frame, places: places) }
        }
        selector = nil
        return nil
    }
}
