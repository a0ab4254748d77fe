public import MediaTime

/// Which frames of a clip become stills. Instants are source time, and frames are counted from 0. A frame that is chosen twice
/// becomes one still. No time is relative to an anchor: stills have none.
public enum StillSelection: Hashable, Sendable {
    /// The frames that are shown at instants, and frames by their numbers.
    case each([TimeExpression])
    /// The frame that is shown at the beginning of a range, and at every interval after it; with an interval in frames, every
    /// so many frames. `nil` is the whole clip.
    case every(TimeExpression, in: TimeRangeExpression?)
    /// Every frame that is shown in a range.
    case all(in: TimeRangeExpression)
    /// So many frames, spread evenly over the clip.
    case spread(Int)
}

extension StillSelection {
    /// The range that is chosen from; `nil` for all of the clip.
    var range: TimeRangeExpression? {
        switch self {
        case .every(_, in: let range): range
        case .all(in: let range): range
        case .each, .spread: nil
        }
    }

    /// The first time in it that is relative to an anchor; `nil` where none is.
    var anchored: TimeExpression? {
        let times: [TimeExpression?] =
            switch self {
            case .each(let times): times
            case .every(let interval, let range): [interval, range?.start, range?.end]
            case .all(let range): [range.start, range.end]
            case .spread: []
            }
        return times.lazy.compactMap(\.self).first { if case .anchor = $0 { true } else { false } }
    }
}

/// A frame that becomes a still.
public struct Still: Hashable, Sendable {
    /// The frame's number, counted from 0 in the order in which frames are shown.
    public let number: Int64
    /// When the frame begins to be shown (source time).
    public let instant: RationalTime
    /// An instant at which it is shown, to the millisecond: `00:00:01.234`. The nearest millisecond may lie before it. It is a later frame's where
    /// frames are shown for less than one.
    public var label: String { instant.clockRoundedUp }
    /// The latest key frame that is shown at or before it, or what comes before all key frames.
    let keyFrame: RationalTime
}
