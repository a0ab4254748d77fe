internal import FFmpeg
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
        wallClock = WallClock.nanoseconds
        monotonicClock = MonotonicClock.nanoseconds
    }

    /// Keys and texts, in order.
    func entries(measured: Double?) -> [MetadataEntry] {
        let rate = FrameRate(frameDuration: mode.frameDuration)
        let known: [(String, String?)] = [
            ("creation_time", WallClock.date(wallClock)),
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
}
