internal import Composition
public import MediaTime

/// Which instant of a second clip is that of a first one.
public struct ClipAlignment: Hashable, Sendable {
    /// The second clip's asset time when the first one's is zero.
    public let offset: RationalTime
    /// How much more time passes in the second clip, in ten-millionths.
    public let drift: Int64

    /// Where clocks differ by this many ten-millionths at most, they are one.
    private static let mostDrift: Int64 = 10_000

    /// An alignment with an offset, and with clocks that run alike unless a drift is given.
    ///
    /// - Precondition: The drift is less than half of all time, either way (5,000,000).
    public init(offset: RationalTime, drift: Int64 = 0) {
        precondition((-4_999_999...4_999_999).contains(drift), "no two clocks differ by so much")
        self.offset = offset
        self.drift = drift
    }

    /// Whether the clocks are apart by more than a millisecond at the end of so much time: less is nothing that is seen, and about what can
    /// be measured.
    ///
    /// - Parameter duration: Of what is played of the second clip, in its own time or as it is edited.
    /// - Returns: `false` where the clocks can be taken for one.
    public func hasDrift(within duration: RationalTime) -> Bool {
        // Ten-millionths times seconds.
        abs(Double(drift)) * duration.seconds > 10_000
    }

    /// The rate at which the second clip is played to stay in step.
    public var rate: PlaybackRate { PlaybackRate(10_000_000 + drift, 10_000_000) }

    /// The second clip's asset time that belongs to one of the first.
    ///
    /// - Throws: `TimeOverflow` where it cannot be expressed.
    public func second(at first: RationalTime) throws(TimeOverflow) -> RationalTime {
        try offset + first.scaled(by: 10_000_000 + drift, over: 10_000_000)
    }

    /// The first clip's asset time that belongs to one of the second.
    ///
    /// - Throws: `TimeOverflow` where it cannot be expressed.
    public func first(at second: RationalTime) throws(TimeOverflow) -> RationalTime {
        try (second - offset).scaled(by: 10_000_000, over: 10_000_000 + drift)
    }

    /// Aligns two clips of one event by what is heard in both, in the first quarter of an hour. The clip that begins earlier has a frame
    /// at the other one's beginning where one begins within half a millisecond of it. A drift that makes less than a millisecond is none.
    ///
    /// - Throws: ``ExportError`` `.notAligned` where one of them has no audio, or too little of it is alike; what reading throws.
    /// - Complexity: O(*n* log *n*) in the length of the audio.
    public static func byAudio(
        _ first: MediaDescription,
        _ second: MediaDescription
    ) throws(ExportError) -> ClipAlignment {
        let (one, other) = try (MonoSound.samples(of: first), MonoSound.samples(of: second))
        let found: SoundAlignment?
        do {
            found = try SoundAlignment.find(one, other, sampleRate: MonoSound.sampleRate)
        } catch {
            throw ExportError(.fault, "\(error)", cause: error)
        }
        let pair = "\(first.path) and \(second.path)"
        guard let found else {
            throw ExportError(
                .notAligned,
                "\(pair) cannot be aligned by their audio: no part of one is found in the other"
            )
        }
        let drift = Int64((found.drift * 10_000_000).rounded())
        guard found.isSure, abs(drift) <= mostDrift else {
            throw ExportError(
                .notAligned,
                "\(pair) cannot be aligned by their audio: \(found.agreeing) of \(found.compared) places in it agree, and half of "
                    + "them must"
            )
        }
        let microseconds = Int64((found.offset * 1_000_000).rounded())
        let apart = RationalTime(abs(microseconds), 1_000_000)
        let near = try frame(at: apart, of: microseconds < 0 ? first : second)
        let alignment = ClipAlignment(
            offset: microseconds < 0 ? (try? near.negated()) ?? RationalTime(microseconds, 1_000_000) : near,
            drift: drift
        )
        let hasDrift = alignment.hasDrift(within: second.asset.duration)
        return hasDrift ? alignment : ClipAlignment(offset: alignment.offset)
    }

    /// When the frame begins that is at an instant (asset time) by all that can be heard, which is half a millisecond: what begins just
    /// behind another clip's frame would be shown with its next one. Else the instant.
    private static func frame(at instant: RationalTime, of media: MediaDescription) throws(ExportError) -> RationalTime
    {
        guard let track = media.mainVideo, track.obstacle == nil else { return instant }
        return try FrameLookup(media: media, track: track).snapped(instant, within: 0.0005)
    }
}
