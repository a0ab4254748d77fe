internal import MediaTime

/// Says of the frames of a track what is to be written upon them.
struct FrameFacts: Sendable {
    private let facts: [BurnedFact]
    private let parts: [TrackPart]
    /// Of each input's frames; empty where no number is asked for.
    private let numbers: [Int: FrameNumbers]

    /// What is to be said of the frames of some parts.
    ///
    /// - Throws: ``ExportError`` and `FFmpegError` where a file cannot be read.
    /// - Complexity: O(size of the files) where numbers are asked for.
    init(_ facts: [BurnedFact], _ parts: [TrackPart], of inputs: [MediaDescription]) throws {
        (self.facts, self.parts) = (facts, parts)
        var numbers: [Int: FrameNumbers] = [:]
        for part in facts.contains(.frame) ? parts : [] where numbers[part.input] == nil {
            numbers[part.input] = try FrameNumbers(inputs[part.input], track: part.source)
        }
        self.numbers = numbers
    }

    /// A line for each fact.
    ///
    /// - Parameters:
    ///   - instant: When the frame is presented in its clip (asset time).
    ///   - made: Where it was made between that frame and the next one; `nil` of a frame of the clip.
    ///   - target: When it is shown (target time).
    ///   - part: The part of the track that it is from.
    /// - Returns: The lines, in the order that was asked for.
    /// - Throws: `TimeOverflow` where an instant needs more than 64 bits.
    func text(
        ofFrameAt instant: RationalTime,
        made: MadePlace? = nil,
        shownAt target: RationalTime,
        ofPart part: Int
    ) throws -> String {
        try facts.map { fact in
            switch fact {
            case .timecode: Self.clock(instant.seconds + (made?.seconds(after: instant) ?? 0))
            case .rate: Self.rate(try parts[part].pace(at: target))
            case .frame: numbers[parts[part].input].flatMap { Self.number(in: $0, at: instant, made) } ?? ""
            }
        }.joined(separator: "\n")
    }

    /// `frame 12`; of a frame that was made `frame 12.25`, always with two decimals, which are rounded down.
    private static func number(in numbers: FrameNumbers, at instant: RationalTime, _ made: MadePlace?) -> String? {
        guard let first = numbers.number(at: instant) else { return nil }
        guard let made, let next = numbers.number(at: made.next) else { return "frame \(first)" }
        // Played backwards, the next one is the one before.
        let hundredths = 100 * first + Int64(made.part(of: 100 * Double(next - first)).rounded(.down))
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return "frame \(whole)." + digits(rest, 2)
    }

    /// `00:00:12.345`, of seconds.
    static func clock(_ seconds: Double) -> String {
        let milliseconds = max(0, (seconds * 1000 + 1e-6).rounded(.down))
        let (whole, rest) = Int64(milliseconds).quotientAndRemainder(dividingBy: 1000)
        let fields = [whole / 3600, whole / 60 % 60, whole % 60].map { Self.digits($0, 2) }
        return fields.joined(separator: ":") + "." + digits(rest, 3)
    }

    /// With up to three decimals.
    static func rate(_ pace: Double) -> String {
        pace.text(decimals: 3) + "x"
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension TrackPart {
    /// How fast the source is played at an instant of the target: source time over target time.
    fileprivate func pace(at instant: RationalTime) throws -> Double {
        guard let segment = segments.first(where: { instant < $0.target.end }) ?? segments.last else { return 1 }
        if let rate = segment.rate { return rate.approximation }
        // Of a ramp, over a hundredth of a second around the instant.
        let near = RationalTime(1, 200)
        let start = max(segment.target.start, try instant - near)
        let end = min(segment.target.end, try instant + near)
        guard start < end else { return 0 }
        let timescale: Int32 = 10_000_000
        let (from, to) = try (
            segment.sourceTicks(ofTarget: start, over: timescale, rounding: .nearest),
            segment.sourceTicks(ofTarget: end, over: timescale, rounding: .nearest)
        )
        return Double(to - from) / Double(timescale) / (try end - start).seconds
    }
}
