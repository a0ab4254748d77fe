internal import FFmpeg
internal import MediaTime
internal import TimeStretch

/// Decodes ranges of an audio track as planar float: exactly the samples that are asked for, with silence where the track has
/// holes.
struct AudioSource: ~Copyable, Sendable {
    /// Samples a second.
    let sampleRate: Int
    private let channelLayout: ChannelLayout
    private let leadIn: AudioLeadIn
    /// Whether the file says when frames are presented. Else one follows the other.
    private let isTimed: Bool
    /// The track's first sample, counted from asset time zero.
    private let beginning: Int64
    private var frames: DecodedFrames
    /// Where frames begin; `nil` where timestamps say so, or nothing does.
    private var lattice: FrameLattice?
    /// How many samples the last frame had that was decoded since the seek.
    private var lastLength: Int?
    /// A frame that was decoded early.
    private var ahead: DecodedAudio?
    private var converter: SampleConverter
    /// The next sample that is wanted, counted from asset time zero.
    private var position: Int64 = 0
    private var end: Int64?
    private var isAtStart = false
    /// The sample behind the last frame that was decoded since the seek.
    private var continuation: Int64?
    /// Whether the decoder has passed the range's end.
    private var isBeyond = false
    /// The part of a reversed range that is still to come ends here; `nil` where the range is not reversed.
    private var reversedEnd: Int64?
    private var reversedStart: Int64 = 0
    /// Samples behind a hole, and the position of the first one. The hole is filled before they are given.
    private var behindHole: (samples: PlanarSamples, start: Int64)?
    /// Whether nothing but silence follows in the range.
    private var isExhausted = false
    /// Samples of silence that were given last, one after the other.
    private var silentCount: Int64 = 0
    /// Samples that were left out since the seek, because others had their place.
    private var overlapCount: Int64 = 0

    /// A hole is filled, and an overlap cut, where it is longer than this many samples (5 ms). Shorter ones come from rounding
    /// by coarse container clocks.
    private let tolerance: UInt64

    /// Opens a track of a clip. Its samples are of the given channels and sample rate, or of the track's own.
    static func open(
        _ track: MediaTrack,
        of media: MediaDescription,
        channelLayout: ChannelLayout? = nil,
        sampleRate: Int? = nil,
        damage: DamageLog = DamageLog()
    ) throws -> AudioSource {
        let reader = try TrackReader(media, track: track)
        let parameters = reader.stream.parameters
        let sampleRate = sampleRate ?? parameters.sampleRate
        var source = AudioSource(
            sampleRate: sampleRate,
            channelLayout: channelLayout ?? parameters.channelLayout,
            leadIn: AudioLeadIn(track),
            isTimed: track.storesAudioTimes,
            beginning: try track.range?.start.ticks(over: Int32(sampleRate), rounding: .nearest) ?? 0,
            frames: try DecodedFrames.open(reader, damage: damage)
        )
        source.lattice = try source.firstLattice()
        return source
    }

    private init(
        sampleRate: Int,
        channelLayout: ChannelLayout,
        leadIn: AudioLeadIn,
        isTimed: Bool,
        beginning: Int64,
        frames: consuming DecodedFrames
    ) {
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
        self.leadIn = leadIn
        self.isTimed = isTimed
        self.beginning = beginning
        tolerance = UInt64(sampleRate) / UInt64(AudioHole.tolerated)
        converter = SampleConverter(toSampleRate: sampleRate, channelLayout, timeBase: frames.stream.timeBase)
        self.frames = frames
    }

    /// Silence that goes on for longer than this need not be stretched, in seconds.
    private static let longSilence: Int64 = 4
    /// More that overlaps is noted as damage, in seconds.
    private static let notedOverlap: Int64 = 1

    /// Seeks to a range of samples. A range without an end goes on for as long as the audio does, and is not reversed.
    mutating func seek(to start: Int64, until end: Int64?, reversed: Bool = false) throws {
        if reversed, let end {
            reversedStart = start
            reversedEnd = end
        } else {
            reversedEnd = nil
            try seekForwards(to: start, until: end)
        }
    }

    private mutating func seekForwards(to start: Int64, until end: Int64?) throws {
        let instant = RationalTime(start, Int32(sampleRate))
        try frames.seek(
            to: leadIn.start(of: instant),
            wanted: instant,
            telling: leadIn == .everything ? .all : .referredTo
        )
        (ahead, lastLength) = (nil, nil)
        converter.reset()
        position = start
        self.end = end
        isAtStart = true
        continuation = leadIn == .everything ? beginning : nil
        isBeyond = false
        isExhausted = false
        behindHole = nil
        silentCount = 0
        overlapCount = 0
    }

    /// Where frames begin behind the first one, which is decoded for that. It is done before the first seek.
    private mutating func firstLattice() throws -> FrameLattice? {
        // Where the sample rate is converted, the samples of one frame may come with another one's.
        guard isTimed, leadIn != .everything, frames.stream.parameters.sampleRate == sampleRate,
            let samplesPerTick = FrameLattice.samplesPerTick(frames.stream)
        else { return nil }
        let start = min(.zero, RationalTime(beginning, Int32(sampleRate)))
        // What is damaged there is noted when it is played.
        try frames.seek(to: start, telling: .none)
        guard let first = try decoded(), let place = first.start else { return nil }
        return FrameLattice(
            origin: place + Int64(first.samples.frameCount),
            samplesPerTick: samplesPerTick,
            areLaced: frames.clock.track.isOfMatroska
        )
    }

    /// Where a range that is silent from here on goes on, less some seconds; `nil` where that is soon, and where what was given for
    /// as many seconds was not silent. So what stretches audio has heard silence, and will hear it again.
    func silenceEnd(less seconds: Int64) -> Int64? {
        let lead = seconds * Int64(sampleRate)
        guard reversedEnd == nil, silentCount >= lead,
            let last = behindHole?.start ?? (isExhausted ? end : nil),
            last - position > max(lead, Self.longSilence * Int64(sampleRate))
        else { return nil }
        return last - lead
    }

    /// Passes over silence up to a sample. It is to be one that ``silenceEnd(less:)`` said.
    mutating func skip(to sample: Int64) { position = max(position, sample) }

    /// The next block of the range; `nil` at its end. A reversed range is decoded in blocks from its end, and each block is
    /// reversed.
    mutating func next() throws -> PlanarSamples? {
        guard let last = reversedEnd else { return try nextForwards() }
        let block = try leadIn.reversedBlock.ticks(over: Int32(sampleRate), rounding: .up)
        let first = max(reversedStart, last - block)
        guard first < last else { return nil }
        try seekForwards(to: first, until: last)
        var samples = silence(0)
        while let next = try nextForwards() { samples.append(next) }
        reversedEnd = first
        return PlanarSamples(channels: samples.channels.map { $0.reversed() })
    }

    private mutating func nextForwards() throws -> PlanarSamples? {
        if let (samples, start) = behindHole {
            if position < start { return nextSilence(until: start) }
            behindHole = nil
            silentCount = 0
            position += Int64(samples.frameCount)
            return samples
        }
        while !isBeyond, end.map({ position < $0 }) ?? true, let frame = try decoded() {
            if let block = try block(of: frame) {
                if behindHole == nil { silentCount = 0 }
                return block
            }
        }
        isExhausted = true
        // Where the source ends before the range does, the rest is silence.
        guard let end, position < end else { return nil }
        return nextSilence(until: end)
    }

    /// Silence up to a position, a second at a time: a hole may be hours long.
    private mutating func nextSilence(until end: Int64) -> PlanarSamples {
        let count = min(end - position, Int64(sampleRate))
        position += count
        silentCount += count
        return silence(count)
    }

    /// A frame's samples, and where the file places the first of them; `nil` where it does not say.
    private struct DecodedAudio {
        var samples: PlanarSamples
        let start: Int64?
        /// How many samples the container says that the frame has; `nil` where it does not count in samples.
        var statedLength: Int?
        /// Whether the frame before has as many samples.
        var isLikeLast = false
    }

    /// The next frame; `nil` at the end.
    private mutating func decoded() throws -> DecodedAudio? {
        guard var frame = try peeked() else { return nil }
        ahead = nil
        if let length = frame.statedLength, length < frame.samples.frameCount, try isPadded(frame, behind: length) {
            frame.samples = frame.samples.part(0..<length)
        }
        frame.isLikeLast = frame.samples.frameCount == lastLength
        lastLength = frame.samples.frameCount
        return frame
    }

    /// The next frame with all of its samples, which stays the next one.
    private mutating func peeked() throws -> DecodedAudio? {
        if ahead == nil { ahead = try whole() }
        return ahead
    }

    private mutating func whole() throws -> DecodedAudio? {
        guard let frame = try frames.next() else {
            let rest = try converter.finish()
            return rest.frameCount > 0 ? DecodedAudio(samples: rest, start: nil) : nil
        }
        // Of several frames of one packet only the first has a time.
        let start = try frames.instant(of: frame)?.ticks(over: Int32(sampleRate), rounding: .nearest)
        let length = statedLength(of: frame)
        return DecodedAudio(samples: try converter.samples(of: frame), start: start, statedLength: length)
    }

    /// Whether what a frame has beyond its stated length is none of the track's: an encoder fills its last frame. Elsewhere lengths may
    /// be stated unevenly (1000, 1048), and frames follow one another whole.
    private mutating func isPadded(_ frame: DecodedAudio, behind length: Int) throws -> Bool {
        guard let next = try peeked() else { return true }
        guard frame.samples.frameCount - length > Int(tolerance), let start = frame.start, let following = next.start
        else { return false }
        return (following &- start &- Int64(length)).magnitude <= 1
    }

    /// Where the first sample of a frame belongs.
    private mutating func place(of frame: DecodedAudio) throws -> Int64 {
        let expected = isAtStart ? continuation : position
        guard var stated = frame.start else { return expected ?? position }
        // Behind a seek to the beginning, a decoder may give what it leaves out when it begins: then the first frame is whole, too.
        if frame.isLikeLast || isAtStart && stated < beginning, let lattice {
            stated = lattice.start(near: stated, length: frame.samples.frameCount) ?? stated
        }
        guard let expected else { return stated }
        // Behind a seek there is no better count than what is stated of the last frame before the range.
        let isCounted = !isAtStart || leadIn == .everything
        if (stated &- expected).magnitude <= tolerance { return isCounted ? expected : stated }
        guard isTimed else { return expected }
        // A single frame that is out of place is not believed: the one behind it follows as if there were nothing.
        guard let next = try peeked()?.start else { return stated }
        let isFollowed = (next &- expected &- Int64(frame.samples.frameCount)).magnitude <= tolerance
        return isFollowed ? expected : stated
    }

    /// The part of a frame that is wanted next, or the first of the silence before it where the track has a hole; `nil` where
    /// that is nothing.
    private mutating func block(of frame: DecodedAudio) throws -> PlanarSamples? {
        let samples = frame.samples
        let start = try place(of: frame)
        continuation = start + Int64(samples.frameCount)
        let limit = end ?? .max
        let last = min(start + Int64(samples.frameCount), limit)
        noteOverlap(from: start, to: last)
        guard last > position else { return nil }
        let isFirst = isAtStart
        isAtStart = false
        // The frame lies beyond the range: the rest is silence.
        guard start < limit else {
            isBeyond = true
            return nil
        }
        let wanted = samples.part(Int(max(0, position - start))..<Int(last - start))
        guard start > position else {
            position = last
            return wanted
        }
        guard start - position <= AudioHole.longest * Int64(sampleRate) else {
            throw ExportError(
                .inputUnreadable,
                "the audio's timestamps jump by \((start - position) / Int64(sampleRate) / 3600) hours: they are damaged"
            )
        }
        if !isFirst, start - position > AudioHole.noted * Int64(sampleRate) {
            frames.note(
                RationalTime(position, Int32(sampleRate)),
                AudioHole.message(RationalTime(start - position, Int32(sampleRate)))
            )
        }
        behindHole = (wanted, start)
        return nextSilence(until: start)
    }

    /// Notes once that frames overlap by more than a second in all.
    private mutating func noteOverlap(from start: Int64, to end: Int64) {
        let noted = Self.notedOverlap * Int64(sampleRate)
        guard !isAtStart, start < position, overlapCount <= noted else { return }
        overlapCount += min(end, position) - start
        guard overlapCount > noted else { return }
        frames.note(
            RationalTime(start, Int32(sampleRate)),
            "packets of audio overlap: more than a second of what they hold is left out"
        )
    }

    private func silence(_ count: Int64) -> PlanarSamples {
        PlanarSamples(channelCount: channelLayout.channelCount, frameCount: Int(count))
    }

    /// The number of samples of a frame as the container says, where it counts in samples; else `nil`. The last packet of AAC
    /// in MP4 decodes to more samples than it stands for.
    private func statedLength(of frame: borrowing Frame) -> Int? {
        // What nothing says but libavformat's count may be that of another rate.
        guard isTimed else { return nil }
        let timeBase = frames.stream.timeBase
        guard timeBase.numerator == 1, Int(timeBase.denominator) % sampleRate == 0, let duration = frame.duration else {
            return nil
        }
        return Int(duration) / (Int(timeBase.denominator) / sampleRate)
    }
}

extension PlanarSamples {
    /// A part of the block.
    func part(_ range: Range<Int>) -> PlanarSamples {
        range == 0..<frameCount ? self : PlanarSamples(channels: channels.map { Array($0[range]) })
    }
}
