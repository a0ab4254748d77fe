internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// From when to when a track's packets are presented, and from when on they can be decoded, found by reading all of them
/// without decoding any.
///
/// A live recording's header states no length, and what libav says of MPEG-TS, AVI or FLV is estimated. What is in the
/// file is certain.
struct TrackSurvey {
    /// The number of packets that are presented.
    private(set) var count: Int64 = 0
    /// The first presentation time, in ticks of the track; `nil` where no packet has any.
    private(set) var first: Int64?
    /// The last presentation time, in ticks of the track.
    private(set) var last: Int64?
    /// The presentation time of the packet that is stored last, in ticks of the track; `nil` where no packet has any.
    private(set) var lastStored: Int64?
    /// How long what is presented last lasts, in ticks of the track; 0 where the container does not say.
    private(set) var lastDuration: Int64 = 0
    /// The latest presentation times, in rising order.
    private var latest: [Int64] = []
    /// When the first frame is presented that can be decoded whole, in ticks of the track; `nil` where that is not known.
    private(set) var firstWhole: Int64?
    /// Whether frames before that one are decoded for it, because none is whole by itself: the first of a gradual refresh.
    private(set) var beginsGradually = false
    /// The presentation time of the packet that is decoded first, in ticks of the track; `nil` where it has none.
    private var firstDecoded: Int64?
    private var hasBegun = false
    /// Rates in use that lie as close together as 120 and 120000/1001, near the one that is claimed, and explain all timestamps.
    private var fits: [RateFit] = []
    /// The timestamp that was found first, in ticks of the track.
    private var origin: Int64?
    private var search: EntrySearch<Int64?>?
    /// `nil` where packets do not say in which format their frames are.
    private var formats: PictureFormats?
    /// Whether its packets may have headers in front of them.
    private let isAAC: Bool
    /// The first of them.
    private var header: ADTSHeader?
    /// Those that the container states first.
    private let headers: [UInt8]
    /// How many packets have a header of a rate, in samples a second.
    private var packets: [Int: Int64] = [:]
    /// Whether the headers in front of packets change, or those that the container states, so that one description does not do for all.
    private(set) var changesHeaders = false

    /// The survey of a track. Only in video there are frames that cannot be decoded because others are missing.
    init(_ stream: StreamInfo) {
        headers = stream.parameters.extradata
        isAAC = stream.parameters.codecName == "aac"
        let isVideo = stream.kind == .video && !stream.isStill
        search = isVideo ? EntrySearch(stream.parameters, trustsMarks: false) : nil
        formats = isVideo ? PictureFormats(stream.parameters) : nil
        let (claimed, isConstant) = VideoFormat.claimedRate(of: stream)
        if isVideo, isConstant, let claimed, let tick = stream.timeBase.time(1) {
            fits = FrameRate.usual.filter { abs($0.approximation / claimed.approximation - 1) < 0.0015 }
                .compactMap { RateFit($0, tick: tick) }
                .filter { !$0.isClose }
        }
    }

    /// The rate in use by which all frames begin when they do, but for rounding; `nil` where none is near the one that is claimed, and
    /// where none or several explain all timestamps. libavformat judges by the first frames, and does not know every rate.
    var rate: FrameRate? {
        count > 1 && fits.count == 1 ? fits[0].rate : nil
    }

    /// How long packets of AAC last by the headers in front of them, whose rate may change; `nil` where they have none.
    var statedDuration: RationalTime? {
        guard !packets.isEmpty else { return nil }
        return try? packets.reduce(RationalTime.zero) { sum, item in
            try sum + RationalTime(item.value * ADTSHeader.frameLength, Int32(item.key))
        }
    }

    /// That frames change their format; `nil` where they do not, or do not say it.
    var formatChange: FormatChange? { FormatChange(formats?.found ?? []) }

    /// How long frames are presented at the beginning that cannot be decoded because the file begins between two key frames, in
    /// ticks of the track; 0 where it begins with a key frame, before which its leading frames may stand.
    var missing: Int64 {
        guard let firstWhole, let firstDecoded else { return 0 }
        return max(firstWhole - max(firstDecoded, first ?? firstDecoded), 0)
    }

    /// Takes the next packet, in any order.
    mutating func add(_ packet: borrowing Packet) {
        look(at: packet)
        _ = formats?.take(packet)
        packet.withPayload { compareHeader(of: $0) }
        if let headers = packet.newHeaders, headers != self.headers { changesHeaders = true }
        if !hasBegun { (firstDecoded, hasBegun) = (packet.pts, true) }
        guard !packet.isDiscarded else { return }
        count += 1
        // An encoder may fill more than its last packet: nothing is heard of one.
        if packet.duration == 0, packet.endPadding > 0 { return }
        guard let time = packet.pts ?? packet.dts else { return }
        compareRates(with: time)
        first = min(first ?? time, time)
        lastStored = time
        remember(time)
        guard last.map({ time >= $0 }) ?? true else { return }
        (last, lastDuration) = (time, packet.duration)
    }

    /// So many presentation times say how far apart frames are.
    private static let remembered = 9

    private mutating func remember(_ time: Int64) {
        if latest.count == Self.remembered, let earliest = latest.first, time <= earliest { return }
        let place = latest.firstIndex { $0 >= time } ?? latest.count
        if place < latest.count, latest[place] == time { return }
        latest.insert(time, at: place)
        if latest.count > Self.remembered { latest.removeFirst() }
    }

    /// How far apart the last frames are presented, in ticks of the track: the median; `nil` where there are fewer than two.
    var typicalStep: Int64? {
        let steps = zip(latest, latest.dropFirst()).map { $1 &- $0 }.sorted()
        return steps.isEmpty ? nil : steps[steps.count / 2]
    }

    private mutating func compareRates(with time: Int64) {
        let (ticks, isLost) = time.subtractingReportingOverflow(origin ?? time)
        origin = origin ?? time
        fits = fits.compactMap { fit in
            var fit = fit
            return !isLost && fit.take(fit.place(of: ticks).deviation) ? fit : nil
        }
    }

    private mutating func compareHeader(of payload: Span<UInt8>) {
        guard isAAC, let next = ADTSHeader(payload) else { return }
        if let header, header != next { changesHeaders = true }
        header = header ?? next
        if let rate = next.sampleRate { packets[rate, default: 0] += 1 }
    }

    private mutating func look(at packet: borrowing Packet) {
        guard let entry = search?.add(packet, at: packet.pts) else { return }
        // Frames that are presented before the first entry may be decodable, too.
        if let firstWhole, entry.wholeFrom >= firstWhole {
            search = nil
        } else {
            firstWhole = entry.wholeFrom
            beginsGradually = entry.place.map { $0 < entry.wholeFrom } ?? false
        }
    }

    /// Surveys all tracks of a file of which nothing has been read; `nil` where the container itself states how long each
    /// track is. A file is surveyed as far as it can be read. Of one that is cut short, what is stated is not there, of a
    /// chain it is stated of the first link, and of a part of a recording that keeps its clock, or that begins before zero, some writers
    /// state when it ends.
    ///
    /// - Complexity: O(size of the file) where it is surveyed as a whole (``SurveyedPart``); else O(1).
    static func all(
        in demuxer: borrowing Demuxer,
        isCutShort: Bool,
        isChained: Bool
    ) -> (tracks: [TrackSurvey], part: SurveyedPart)? {
        let streams = demuxer.streams
        let (hasIndex, duration) = (demuxer.storesDecodingTimes, demuxer.durationMicroseconds)
        let origin = MediaDescription.origin(of: streams)
        // Nothing but blocks of Matroska states times before zero by which a picture or a sound is presented.
        let beginsElsewhere = origin > .zero || origin.isNegative && demuxer.lacksDecodingTimes
        let isStated =
            demuxer.statesDurations && demuxer.storesPresentationTimes
            && streams.allSatisfy { $0.isLengthKnown(hasIndex: hasIndex, fileDuration: duration) }
            && !demuxer.hasSharedInstants && !isCutShort && !isChained
        if isStated, !(demuxer.mayStateEnd && beginsElsewhere) { return nil }
        var surveys = streams.map(TrackSurvey.init)
        if isStated, demuxer.hasIndex {
            if let part = try? ends(of: &surveys, in: demuxer) { return (surveys, part) }
            surveys = streams.map(TrackSurvey.init)
            if let again = try? Demuxer(path: demuxer.path) {
                _ = try? read(again, into: &surveys) { _ in true }
                return (surveys, .whole)
            }
        }
        // Whoever reads the frames finds the same errors, and reports them.
        _ = try? read(demuxer, into: &surveys) { _ in true }
        return (surveys, .whole)
    }

    /// Gives packets to the surveys as long as there are any and they go on. Returns whether the file has ended.
    @discardableResult
    private static func read(
        _ demuxer: borrowing Demuxer,
        into surveys: inout [TrackSurvey],
        while goesOn: ([TrackSurvey]) -> Bool
    ) throws(FFmpegError) -> Bool {
        let packet = try Packet()
        while goesOn(surveys) {
            guard try demuxer.read(into: packet) else { return true }
            if surveys.indices.contains(packet.streamIndex) { surveys[packet.streamIndex].add(packet) }
            packet.reset()
        }
        return false
    }

    /// Surveys what comes first in a file, until it is known from when on all video is whole, and what comes behind the last key frame, to
    /// which the file's index leads. `nil` where not all tracks have packets there, or where the file does not end when the container says,
    /// in either sense: as a length, or on its own clock.
    ///
    /// - Complexity: O(size of two groups of frames at the beginning, and of the last).
    private static func ends(
        of surveys: inout [TrackSurvey],
        in demuxer: borrowing Demuxer
    ) throws(FFmpegError) -> SurveyedPart? {
        let streams = demuxer.streams
        let timed = streams.filter { $0.kind == .audio || $0.kind == .video && !$0.isStill }
        guard let guide = timed.first(where: { $0.kind == .video }) ?? timed.first,
            let stated = demuxer.durationMicroseconds.map({ RationalTime($0, 1_000_000) })
        else { return nil }
        let origin = MediaDescription.origin(of: streams)
        let hasEnded = try read(demuxer, into: &surveys) { surveys in
            timed.contains { surveys[$0.index].count == 0 || surveys[$0.index].search != nil }
        }
        if hasEnded { return .whole }
        let counts = surveys.map(\.count)
        let (unit, clock) = (guide.timeBase.numerator, guide.timeBase.denominator)
        guard let ticks = try? (stated + origin).ticks(ofUnit: unit, over: clock, rounding: .down) else { return nil }
        try demuxer.seek(stream: guide.index, to: ticks)
        try read(demuxer, into: &surveys) { _ in true }
        guard timed.allSatisfy({ surveys[$0.index].count > counts[$0.index] }) else { return nil }
        let ends = timed.compactMap { stream -> RationalTime? in
            let survey = surveys[stream.index]
            return survey.last.flatMap { stream.timeBase.time($0 + survey.lastDuration) }
        }
        guard let end = ends.max()?.seconds else { return nil }
        let differences = [end, end - origin.seconds].map { abs($0 - stated.seconds) }
        guard differences.contains(where: { $0 < tolerance }) else { return nil }
        // Not all timestamps were seen.
        for index in surveys.indices { surveys[index].fits = [] }
        return .ends
    }

    /// How much later or earlier than a file ends it may be stated to do so, in seconds: how long the last packets last is not always known.
    private static let tolerance = 0.5
}

/// How much of a file was read for a survey.
enum SurveyedPart: Hashable, Sendable {
    case whole
    /// What comes first of each track, and what comes last.
    case ends
}

extension StreamInfo {
    /// Whether something certain says how long a track of frames or audio is. It may have no length, or lie in fragments, of
    /// which libavformat reads only the first.
    fileprivate func isLengthKnown(hasIndex: Bool, fileDuration: Int64?) -> Bool {
        guard kind == .audio || kind == .video && !isStill else { return true }
        return hasIndex ? frameCount != nil : duration != nil || fileDuration != nil
    }
}
