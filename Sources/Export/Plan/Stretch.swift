public import MediaTime

/// Frames of a track that follow one another in the output, and are all copied or all encoded.
public struct Stretch: Sendable {
    /// What becomes of them.
    public enum Action: String, Sendable {
        /// Packets are copied, and only their timestamps change.
        case copy
        /// Frames are decoded and encoded like those of the source.
        case encode
    }

    /// What becomes of them.
    public let action: Action
    /// Why, in words.
    public var reason: String { reasons.joined(separator: "; ") }
    /// Each reason once.
    let reasons: [String]
    /// How many frames are encoded; `nil` where they are copied.
    public internal(set) var frames: Int64?
    /// What is taken of which file.
    var part: TrackPart
    /// The place of that in ``TrackPlan/parts``.
    let partIndex: Int
    /// How its first frame becomes one that copying can begin with; `nil` where it is one.
    var restart: FrameRestart?
    /// Where it ends, in places of a constant rate, if the source ends there.
    var endPlace: Int64?

    /// When they are shown (target time); at a constant rate from the first place to the end of the last.
    public var target: TimeRange? {
        guard let first = part.segments.first, let last = part.segments.last else { return nil }
        guard let rate = part.placeRate else {
            return try? TimeRange(start: first.target.start, end: last.target.end)
        }
        return places.flatMap {
            try? TimeRange(start: rate.time(ofFrame: $0.lowerBound), end: rate.time(ofFrame: $0.upperBound))
        }
    }

    /// The places of a constant rate at which they are shown, as far as the source has frames; `nil` without such a rate.
    var places: Range<Int64>? {
        guard let rate = part.placeRate, let first = part.segments.first, let last = part.segments.last,
            let start = try? rate.frame(at: first.target.start, rounding: .up),
            let end = try? endPlace ?? rate.frame(at: last.target.end, rounding: .up), start <= end
        else { return nil }
        return start..<end
    }
}

/// What is to be known of a track that is copied in stretches, with encoded ones between them.
public struct Stitching: Sendable {
    /// In target order.
    public let stretches: [Stretch]
    /// How frames are encoded. The quality is that of the source, by its quantisers.
    public let encoding: VideoEncoding
    /// How the encoder is made to fit.
    let joint: any JointEncoding
    /// By how much the source's frames are decoded before they are presented.
    let lead: DecodingLead
    /// What of the source stands before key frames, and is said of all behind them (``SourceCoding/information``); `nil` where there
    /// is none.
    let information: [UInt8]?

    /// How much of the output's time is copied, from 0 to 1.
    public var copiedShare: Double {
        func seconds(_ stretches: [Stretch]) -> Double {
            stretches.reduce(0) { $0 + ($1.target?.duration.seconds ?? 0) }
        }
        let whole = seconds(stretches)
        return whole > 0 ? seconds(stretches.filter { $0.action == .copy }) / whole : 0
    }

    /// Why some are, in words.
    var reason: String {
        let places = stretches.count { $0.action == .encode }
        let reasons = Set(stretches.filter { $0.action == .encode }.flatMap(\.reasons)).sorted()
        let percent = (1000 * copiedShare).rounded(.down) / 10
        if places == 0 {
            return stretches.count == 1 ? stretches[0].reason : "all of it is copied, part by part"
        }
        return
            "\(percent) % of it is copied, and \(places == 1 ? "one stretch is" : "\(places) stretches are") encoded: "
            + reasons.joined(separator: "; ")
    }

    /// Whether anything is encoded.
    public var encodes: Bool { stretches.contains { $0.action == .encode } }

    /// Whether it is known how many frames are encoded.
    var knowsFrames: Bool { stretches.allSatisfy { $0.action == .copy || $0.frames != nil } }

    /// How many frames are encoded, as far as that is known.
    public var encodedFrames: Int64 { stretches.reduce(0) { $0 + ($1.frames ?? 0) } }
}

/// How much earlier frames are decoded than they are presented.
enum DecodingLead: Hashable, Sendable {
    /// As a frame of the source that is presented and decoded then (asset time), in a segment that maps both.
    case source(presented: RationalTime, decoded: RationalTime, in: TimeMapping)
    /// So many frames of a constant rate.
    case frames(Int, FrameRate)
}

extension DecodingLead {
    /// The frames of a constant rate; 0 where there is none.
    var frames: Int { if case .frames(let count, _) = self { count } else { 0 } }

    /// How much later a frame is presented than it is decoded, in ticks of the output.
    func ticks(unit: Int32, over timescale: Int32) throws(TimeOverflow) -> Int64 {
        switch self {
        case .source(let presented, let decoded, let segment):
            let presented = try segment.targetTicks(
                ofSource: presented,
                unit: unit,
                over: timescale,
                rounding: .nearest
            )
            let decoded = try segment.targetTicks(ofSource: decoded, unit: unit, over: timescale, rounding: .nearest)
            return max(0, presented - decoded)
        case .frames(let count, let rate):
            return try rate.time(ofFrame: Int64(count)).ticks(ofUnit: unit, over: timescale, rounding: .nearest)
        }
    }
}
