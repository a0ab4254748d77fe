internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// What is stored with a recording: which camera, how it was set, when it was.
struct RecordingMetadata {
    let device: CaptureDeviceInfo
    let mode: CaptureMode
    let requested: FrameRate?
    /// As they were when it was started.
    let controls: [CameraControl]
    /// Seconds since 1970 when it was started, and the same instant by the monotonic clock, in nanoseconds both.
    let wallClock: Int64
    let monotonicClock: Int64
    let tags: [MetadataItem]

    init(
        device: CaptureDeviceInfo,
        mode: CaptureMode,
        requested: FrameRate?,
        controls: [CameraControl],
        tags: [MetadataItem]
    ) {
        self.device = device
        self.mode = mode
        self.requested = requested
        self.controls = controls
        self.tags = tags
        wallClock = WallClock.nanoseconds
        monotonicClock = MonotonicClock.nanoseconds
    }

    /// Keys and texts, in order. What was `added` in the course of the recording comes last; the last text of a key counts.
    func entries(measured: Double?, added: [MetadataItem]) -> [MetadataEntry] {
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
        var entries: [MetadataEntry] = []
        func set(_ key: String, _ value: String) {
            entries.removeAll { $0.key == key }
            entries.append(MetadataEntry(key: key, value: value))
        }
        for (key, value) in known { if let value { set(key, value) } }
        for control in controls where control.saysSomething {
            set("overcrank.control.\(control.name)", control.valueDescription)
        }
        for tag in tags + added { set(tag.key, tag.value) }
        return entries
    }
}

extension CameraControl {
    /// Whether its value is known, and has an effect.
    fileprivate var saysSomething: Bool { value != nil && !isInactive && ![.button, .text, .other].contains(kind) }
}
