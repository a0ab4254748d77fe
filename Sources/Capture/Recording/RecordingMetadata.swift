internal import FFmpeg
internal import Glibc
internal import MediaTime

/// What is stored with a recording: which camera, how it was set, when it was.
struct RecordingMetadata {
    let device: CaptureDeviceInfo
    let mode: CaptureMode
    let requested: FrameRate?
    /// Seconds since 1970 when it was started, and the same instant by the monotonic clock, in nanoseconds both.
    let wallClock: Int64
    let monotonicClock: Int64
    let tags: [RecordingTag]

    init(device: CaptureDeviceInfo, mode: CaptureMode, requested: FrameRate?, tags: [RecordingTag]) {
        self.device = device
        self.mode = mode
        self.requested = requested
        self.tags = tags
        wallClock = Self.now(CLOCK_REALTIME)
        monotonicClock = Self.now(CLOCK_MONOTONIC)
    }

    /// Keys and texts, in order.
    func entries(measured: Double?) -> [MetadataEntry] {
        let rate = FrameRate(frameDuration: mode.frameDuration)
        let known: [(String, String?)] = [
            ("creation_time", Self.date(wallClock)),
            // The rate at which it was filmed, as phones write it.
            ("com.android.capture.fps", rate.map { "\($0.approximation)" }),
            ("overcrank.device", device.name),
            ("overcrank.driver", device.driver),
            ("overcrank.format", "\(mode.format) \(mode.size)"),
            ("overcrank.rate.requested", requested.map { "\($0.numerator)/\($0.denominator)" }),
            ("overcrank.rate.granted", rate.map { "\($0.numerator)/\($0.denominator)" }),
            ("overcrank.rate.measured", measured.map { "\($0)" }),
            ("overcrank.start.monotonic", "\(monotonicClock)/1000000000"),
        ]
        let given = Set(tags.map(\.key))
        return known.compactMap { key, value in
            given.contains(key) ? nil : value.map { MetadataEntry(key: key, value: $0) }
        } + tags.map { MetadataEntry(key: $0.key, value: $0.value) }
    }

    private static func now(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// ISO 8601 in UTC, to the microsecond.
    private static func date(_ nanoseconds: Int64) -> String {
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        func digits(_ value: some BinaryInteger, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date =
            unsafe "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
        let time =
            unsafe "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))"
        return "\(date)T\(time).\(digits(nanoseconds / 1000 % 1_000_000, 6))Z"
    }
}
