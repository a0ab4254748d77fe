internal import MediaTime

/// How long a camera has delivered nothing, and what that means.
///
/// Silence alone is no fault: a camera may be slow by design, or wait for pulses from outside. It is said, and it ends a recording
/// only where a limit does that: of duration, because time goes on without frames, or of silence itself. The first frame may take as
/// long as it likes, unless the camera has delivered in an earlier recording, or frames come of which none is whole: then it is no pulse
/// that is waited for. Damaged frames break no silence: nothing of them is stored.
///
/// Instants are by the system's monotonic clock. An interval is the time from one frame to the next as the camera really delivers
/// them, in seconds.
struct FrameSilence {
    private let limits: RecordingLimits
    private let hasDelivered: Bool
    /// When the newest frame came; before the first one, when the camera was started.
    private var heard: RationalTime
    private var newest: CapturedFrame?
    /// The newest damaged frame, where it is newer than that; when it came, when the first one after a whole frame came, and how many
    /// came from that one on.
    private var damaged: (frame: CapturedFrame, instant: RationalTime, since: RationalTime, count: Int)?
    /// The time from the frame before the newest one to it, and the longest such time; in seconds.
    private var gap = 0.0
    private var longest = 0.0
    private var isSaid = false

    /// Shorter silence is none, in seconds, and in intervals.
    private static let (least, leastIntervals) = (1.0, 4.0)
    /// How long a camera may take for its first frame until that is said, in seconds; many take a second or two.
    private static let start = 3.0
    /// Where the recording is to last for a certain time: how long its first frame is waited for besides, in seconds. Who has armed a
    /// camera for a pulse from outside needs minutes; who has not waits in vain.
    private static let longestStart = 600.0
    /// Of so many frames over so many seconds one would be whole, if any is going to be.
    private static let (mostDamaged, longestDamage) = (16, 10.0)
    /// How long a camera that has delivered before may take at least to deliver again, in seconds.
    private static let leastRestart = 5.0

    /// - Parameters:
    ///   - limits: those of the recording; of one that waits for a trigger without the one of duration.
    ///   - start: when the camera was started.
    ///   - hasDelivered: whether it has delivered frames in an earlier recording, which this one goes on with.
    init(_ limits: RecordingLimits, since start: RationalTime, hasDelivered: Bool = false) {
        self.limits = limits
        self.hasDelivered = hasDelivered
        heard = start
    }

    /// A frame has come that is not whole.
    mutating func takeDamaged(_ frame: CapturedFrame, at now: RationalTime) {
        damaged = (frame, now, damaged?.since ?? now, (damaged?.count ?? 0) + 1)
    }

    /// A whole frame has come.
    ///
    /// - Returns: what is to be said, where it was said that none comes.
    mutating func take(_ frame: CapturedFrame, at now: RationalTime) -> String? {
        let silence = seconds(until: now)
        defer { (newest, heard, isSaid, damaged) = (frame, now, false, nil) }
        if newest != nil { (gap, longest) = (silence, max(longest, silence)) }
        return isSaid ? "frames come again, after \(Self.text(silence))" : nil
    }

    /// What is to be said while no whole frame comes.
    ///
    /// - Returns: something once; `nil` else, and where the camera has been silent for nearly as long before.
    mutating func news(at now: RationalTime, interval: Double) -> String? {
        let silence = seconds(until: now)
        let usual = newest == nil ? Self.start : longest * Self.leastIntervals
        guard !isSaid, silence >= max(patience(interval), usual) else { return nil }
        isSaid = true
        let what = newest == nil ? "no \(kind) has come yet, after" : "no \(kind) has come for"
        let why = damaged == nil ? "the camera hangs, or waits for a pulse from outside" : "all that come are damaged"
        return "\(what) \(Self.text(silence)): \(why); the recording goes on"
    }

    /// Whether the recording ends without another frame.
    ///
    /// - Parameters:
    ///   - now: the present instant.
    ///   - interval: the camera's.
    ///   - deadline: frames of this instant and later are not recorded; `nil` where that is not known.
    /// - Returns: why it ends; `nil` where it does not.
    func end(at now: RationalTime, interval: Double, deadline: RationalTime?) -> End? {
        let (silence, patience) = (seconds(until: now), patience(interval))
        guard let newest else {
            if let seconds = secondsOfDamage {
                if limits.silence != nil { return .limit(seconds: seconds) }
                return limits.duration == nil ? nil : .neverBegan(seconds: seconds)
            }
            let limit = limits.duration.map { $0.seconds + max(Self.longestStart, patience) } ?? .infinity
            if silence >= limit { return .neverBegan(seconds: silence) }
            guard hasDelivered, let limit = limits.silence else { return nil }
            return silence >= max(limit.seconds, patience, Self.leastRestart) ? .limit(seconds: silence) : nil
        }
        // A frame from before the deadline may still be on its way.
        if let deadline, let left = try? deadline - newest.timestamp, silence >= left.seconds + patience {
            return .deadline
        }
        let limit = limits.silence.map { max($0.seconds, patience, longest * Self.leastIntervals) } ?? .infinity
        return silence >= limit ? .limit(seconds: silence) : nil
    }

    /// Why a recording ends for silence.
    enum End: Hashable {
        /// It was to last so long.
        case deadline
        /// No frame has come for as long as may be.
        case limit(seconds: Double)
        /// No frame has come at all.
        case neverBegan(seconds: Double)
    }

    /// The frames that are missing at the end of a recording, where the camera was silent then.
    ///
    /// - Parameters:
    ///   - now: the present instant.
    ///   - interval: the camera's.
    ///   - deadline: frames of this instant and later do not count; `nil` where all count.
    /// - Returns: those that were due since the newest frame, whole or not; `nil` for none.
    func loss(at now: RationalTime, interval: Double, deadline: RationalTime?) -> Loss? {
        // Damaged frames have come, and are counted as what they are.
        let silence = (try? now - (damaged?.instant ?? heard))?.seconds ?? 0
        guard newest != nil, let newest = damaged?.frame ?? newest, silence >= patience(interval) else { return nil }
        let left = deadline.flatMap { try? $0 - newest.timestamp }?.seconds ?? .infinity
        let count = Int64(min(silence, left) / interval)
        guard count > 0 else { return nil }
        return Loss(kind: .time, count: count, timestamp: newest.timestamp, sequence: newest.sequence &+ 1)
    }

    /// For how long damaged frames have come, where there will be no whole one; in seconds.
    private var secondsOfDamage: Double? {
        guard let damaged, damaged.count >= Self.mostDamaged,
            let seconds = (try? damaged.instant - damaged.since)?.seconds, seconds >= Self.longestDamage
        else { return nil }
        return seconds
    }

    /// What has not come, in words.
    var kind: String { damaged == nil ? "frame" : "whole frame" }

    private func seconds(until now: RationalTime) -> Double { (try? now - heard)?.seconds ?? 0 }

    /// The time after which a camera that delivers is silent, in seconds.
    private func patience(_ interval: Double) -> Double { max(Self.least, Self.leastIntervals * max(interval, gap)) }

    private static func text(_ seconds: Double) -> String { "\(seconds.text(decimals: 1)) s" }
}
