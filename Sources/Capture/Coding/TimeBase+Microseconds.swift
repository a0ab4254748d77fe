internal import FFmpeg

extension TimeBase {
    /// The unit of a recording's timestamps: drivers count them in microseconds.
    static let microseconds = TimeBase(1, MonotonicClock.rate)
}
