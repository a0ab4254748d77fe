public import MediaTime

/// When a recording begins a file.
public enum RecordingStart: Hashable, Sendable {
    /// At once, with the first frame.
    case continuous
    /// When it is triggered. Until then frames are kept in memory only.
    ///
    /// - Parameters:
    ///   - preRoll: how far before its trigger a file begins, in seconds of the camera's time; zero or more.
    ///   - trigger: what triggers a file besides ``Recorder/trigger(at:)``; `nil` for nothing else.
    ///   - segments: whether the next trigger begins another file. Each file is then as long as
    ///     ``RecordingLimits/duration``, and the files' names have numbers.
    case triggered(preRoll: RationalTime, trigger: RecordingTrigger? = nil, segments: Bool = false)

    /// How far before its trigger a file begins; `nil` where no trigger is waited for.
    var preRoll: RationalTime? {
        switch self {
        case .continuous: nil
        case .triggered(let preRoll, _, _): preRoll
        }
    }

    /// What triggers a file besides the caller.
    var trigger: RecordingTrigger? {
        switch self {
        case .continuous: nil
        case .triggered(_, let trigger, _): trigger
        }
    }

    /// Whether each trigger makes a file.
    public var makesSegments: Bool {
        switch self {
        case .continuous: false
        case .triggered(_, _, let segments): segments
        }
    }
}
