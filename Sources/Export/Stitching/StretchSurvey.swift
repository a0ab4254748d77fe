internal import FFmpeg
internal import MediaTime

/// Finds what of a part can be copied so that nothing else is in the file: from a frame on that refers to none before it,
/// nor does any after it, to one whose predecessors are all shown before it and refer to none after it.
///
/// Reads the packets from the key frame at or before the in point to the first that decoding can begin at without any
/// other, and from the key frame before the out point to the out point. All between them is copied unseen.
struct StretchSurvey: ~Copyable {
    private let part: TrackPart
    private var reader: TrackReader
    /// What is known of how frames are coded: by those that were looked at.
    private(set) var coding: any SourceCoding
    /// Whether every packet says when it is decoded.
    private var isTimed = true
    /// Whether frames were read that the source's own edit list hides, and that others may refer to.
    private var hasHidden = false
    /// Whether frames were read that come before the first that can be decoded. Others may count them among those they refer to.
    private var hasMissing = false
    private let media: MediaDescription
    /// Where the part ends (asset time); `nil` where its track does, and nothing is hidden behind that.
    private let outPoint: RationalTime?
    /// What was found of frames that may become breaks, by when they begin.
    private var restarts: [RationalTime: FrameRestart?] = [:]
    /// A frame that cannot be numbered anew, so that no frame before it becomes a break (asset time).
    private var hindrance: RationalTime?

    /// What of a part can be copied.
    struct Copy: Sendable {
        /// Where it begins (asset time), and how many frames are shown before that.
        let start: RationalTime
        let framesBefore: Int64
        /// Where the frames begin that come after it, and how many are shown; `nil` where none do.
        let end: RationalTime?
        let framesAfter: Int64
        let lead: DecodingLead
        /// How its first frame becomes one that copying can begin with; `nil` where it is one.
        let restart: FrameRestart?
    }

    /// A frame by its packet.
    private struct Sample {
        let start: RationalTime
        var decoded: RationalTime
        let place: JointPlace
    }

    init(_ part: TrackPart, of media: MediaDescription, coding: any SourceCoding) throws {
        self.part = part
        self.media = media
        outPoint = part.outPoint
        self.coding = coding
        reader = try TrackReader(media, track: part.source)
        self.coding.begin(reader.stream.parameters)
    }

    /// What can be copied; `nil` where nothing can. With `isFirst` the part is the first of the output: nothing is decoded
    /// before it.
    mutating func run(isFirst: Bool) throws -> Copy? {
        guard let first = part.segments.first else { return nil }
        guard let head = try head(from: first.source.start, to: outPoint, isFirst: isFirst) else { return nil }
        var end: RationalTime?
        var framesAfter: Int64 = 0
        if let outPoint { (end, framesAfter) = try tail(from: head.sample.start, to: outPoint) }
        if !isTimed { return nil }
        if let end, end <= head.sample.start { return nil }
        if head.before > 0 || end != nil, try !isLong(from: head.sample, to: end ?? outPoint) { return nil }
        return Copy(
            start: max(head.sample.start, first.source.start),
            framesBefore: head.before,
            end: end,
            framesAfter: framesAfter,
            lead: .source(
                presented: head.sample.start,
                decoded: head.sample.decoded,
                in: part.segments.first { head.sample.start < $0.source.end } ?? first
            ),
            restart: restarts[head.sample.start] ?? nil
        )
    }

    /// Whether more frames can be copied than the codec reorders. Of fewer, between other parameter sets, libavcodec does not
    /// show all where they are interlaced.
    private mutating func isLong(from first: Sample, to end: RationalTime?) throws -> Bool {
        let least = max(2, part.source.video?.reorderDepth ?? 0) + 1
        try reader.seek(to: first.start)
        var count = 0
        while let sample = try next() {
            if let end, sample.decoded >= end { break }
            if sample.start >= first.start, end.map({ sample.start < $0 }) ?? true { count += 1 }
            if count >= least { return true }
        }
        return false
    }

    /// The next frame that is presented, and not left out; `nil` at the end of the track.
    private mutating func next() throws -> Sample? {
        let packet = try Packet()
        while try reader.read(into: packet) {
            defer { packet.reset() }
            guard packet.size > 0, let start = reader.clock.instant(packet.pts) else { continue }
            if packet.isDiscarded {
                hasHidden = true
                // Earlier frames may refer to what is hidden at the end.
                guard let outPoint, start >= outPoint else { continue }
            }
            let place = packet.withPayload { coding.take($0) }
            if part.source.isMissing(start) { hasMissing = true }
            guard part.keeps(start), !part.source.isMissing(start) else { continue }
            guard let decoded = reader.clock.instant(packet.dts) else {
                isTimed = false
                return nil
            }
            return Sample(start: start, decoded: decoded, place: place)
        }
        return nil
    }

    /// The first frame that copying can begin with, and how many are shown before it: then it is decoded a step before the first that is
    /// presented after it, as though those between were not there. Copying begins at the in point itself where
    /// that frame is on screen there.
    private mutating func head(
        from inPoint: RationalTime,
        to outPoint: RationalTime?,
        isFirst: Bool
    ) throws -> (sample: Sample, before: Int64)? {
        try reader.seek(to: inPoint)
        (hasHidden, hasMissing) = (false, false)
        var (landing, later) = (nil as Sample?, nil as Sample?)
        var needsHidden = false
        var starts: [RationalTime] = []
        var (between, following) = (Int64(0), nil as RationalTime?)
        while let sample = try next() {
            if let outPoint, sample.decoded >= outPoint { break }
            // What is decoded later is presented later, too.
            if let later, sample.decoded >= later.start { break }
            if sample.decoded > inPoint, try begins(at: landing, inPoint, starts, isFirst && !needsHidden) { break }
            if landing == nil { (landing, needsHidden) = (sample, hasHidden) }
            starts.append(sample.start)
            if let later, following == nil {
                if sample.start < later.start { between += 1 } else { following = sample.decoded }
            }
            let isWithin = outPoint.map { sample.start < $0 } ?? true
            if later == nil, sample.start > inPoint, isWithin, try canBreak(at: sample) { later = sample }
        }
        if let landing, try begins(at: landing, inPoint, starts, isFirst && !needsHidden) { return (landing, 0) }
        guard var later else { return nil }
        if let following, following > later.decoded {
            later.decoded = try following - (following - later.decoded).scaled(by: 1, over: between + 1)
        }
        let shown = Set(starts.filter { $0 > inPoint && $0 < later.start })
        return (later, Int64(shown.count) + (starts.contains { $0 <= inPoint } ? 1 : 0))
    }

    /// Whether the frame that decoding begins at is on screen at the in point, and no other frame is needed after it.
    private mutating func begins(
        at landing: Sample?,
        _ inPoint: RationalTime,
        _ starts: [RationalTime],
        _ isFirst: Bool
    ) throws -> Bool {
        // It is also where nothing is on screen at the in point: the track begins later.
        guard let landing, starts.filter({ $0 <= inPoint }).max() ?? landing.start == landing.start else {
            return false
        }
        // Where nothing is decoded before it, it need be no break. One that may become one does all the same: decoders then look for no
        // frames before it.
        return try canBreak(at: landing) || isFirst && !hasMissing && !starts.contains { $0 < landing.start }
    }

    /// Whether copying can begin with a frame behind encoded ones, be it that it is made one that it can begin with.
    private mutating func canBreak(at sample: Sample) throws -> Bool {
        if sample.place.isBreak { return true }
        guard sample.place.isEntry else { return false }
        if let known = restarts[sample.start] { return known != nil }
        if let hindrance, sample.start < hindrance { return false }
        var proof = RestartProof(of: media, track: part.source)
        let restart = try proof.restart(at: sample.start, to: part.isOpenEnded ? nil : part.segments.last?.source.end)
        hindrance = proof.hindrance ?? hindrance
        restarts[sample.start] = .some(restart)
        return restart != nil
    }

    /// Where the frames begin that cannot be copied, because they refer to some after the out point, or come after one that does;
    /// and how many of them are shown.
    private mutating func tail(
        from start: RationalTime,
        to outPoint: RationalTime
    ) throws -> (end: RationalTime?, frames: Int64) {
        var target = outPoint
        while true {
            target = max(start, try target - part.source.tick)
            try reader.seek(to: target)
            var samples: [Sample] = []
            while let sample = try next() {
                if sample.decoded >= outPoint { break }
                samples.append(sample)
            }
            samples.removeAll { $0.start < start }
            guard let landing = samples.first else { return (nil, 0) }
            if let cut = Self.cut(samples, before: outPoint) {
                let rest = samples[cut...].filter { $0.start < outPoint }
                return (rest.map(\.start).min(), Self.shown(of: rest))
            }
            guard landing.start > start, landing.start <= target else { return (start, Self.shown(of: samples)) }
            target = landing.start
        }
    }

    /// How many of some frames are encoded: where timestamps repeat, the first of each.
    private static func shown(of samples: [Sample]) -> Int64 { Int64(Set(samples.map(\.start)).count) }

    /// How many of some frames in decoding order, as many as possible, come before all others in presentation order and before an
    /// instant; `nil` where not even that many as there are before the first.
    private static func cut(_ samples: [Sample], before end: RationalTime) -> Int? {
        var earliestAfter = end
        var latest: [RationalTime] = []
        for sample in samples { latest.append(max(latest.last ?? sample.start, sample.start)) }
        for count in samples.indices.reversed() {
            if latest[count] < earliestAfter { return count + 1 }
            earliestAfter = min(earliestAfter, samples[count].start)
        }
        return samples.first?.place.isSeparate == true ? 0 : nil
    }
}
