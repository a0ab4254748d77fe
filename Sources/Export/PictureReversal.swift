internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Gives a segment's pictures in reverse. Decoders only go forwards, so it works in windows from the end: it decodes from
/// the key frame before the window's end, keeps the last pictures, and goes on before the first of them.
///
/// Memory is bounded: a group of pictures that is longer than the window is decoded several times, each time up to an
/// earlier picture.
struct PictureReversal: ~Copyable, Sendable {
    /// Bytes of pictures that are kept at a time, where nothing else is said.
    static let usualBudget = 192 << 20
    /// A window of fewer pictures would be decoded too often.
    private static let leastPictures = 8

    private let selector: FrameSelector
    private let budget: Int
    /// In presentation order; given from the back.
    private var window = UniqueDeque<TimedPicture>()
    /// What begins here or later has been given.
    private var end: RationalTime
    private var isAtStart = false

    init(_ selector: FrameSelector, budget: Int) {
        self.selector = selector
        self.budget = budget
        end = selector.mapping.source.end
    }

    /// The next picture with its places, in output order; `nil` at the end.
    mutating func next(from pictures: inout TimedPictures) throws -> PlacedPicture? {
        while true {
            if window.isEmpty {
                guard !isAtStart else { return nil }
                try fill(from: &pictures)
            }
            guard let picture = window.popLast() else { return nil }
            let places = try selector.places(ofPictureFrom: picture.start, to: picture.isLast ? nil : picture.end)
            let frame = try picture.frame.reference()
            if !places.isEmpty { return PlacedPicture(frame: frame, places: places) }
        }
    }

    private mutating func fill(from pictures: inout TimedPictures) throws {
        let start = selector.mapping.source.start
        // What is shown just before the end: at the end itself the next group of pictures may begin.
        try pictures.seek(to: end - pictures.clock.track.tick)
        var capacity = Self.leastPictures
        while let picture = try pictures.next(), picture.start < end {
            let isReached = picture.end >= end || picture.isLast
            if picture.end > start || picture.isLast {
                capacity = max(Self.leastPictures, budget / max(1, picture.frame.approximateSize))
                if window.count == capacity { _ = window.popFirst() }
                window.append(picture)
            }
            if isReached { break }
        }
        isAtStart = window.isEmpty || window[0].start <= start
        if !window.isEmpty { end = window[0].start }
    }
}
