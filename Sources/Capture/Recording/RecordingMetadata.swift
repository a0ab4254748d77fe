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
    }

    /// Keys and texts, in order. What was added in the course of the recording comes last; the last text of a key counts.
    ///
    /// A file begins when the first frame that it shows was taken. So a frame's instant by either clock is the one stored here
    /// and the time at which the file shows the frame.
    func entries(start: FileStart, measured: Double?, added: [MetadataItem]) -> [MetadataEntry] {
        let rate = FrameRate(frameDuration: mode.frameDuration)
        let known: [(String, String?)] = [
            // Containers keep it to the second.
            ("creation_time", start.date),
            // The rate at which it was filmed, as phones write it.
            ("com.android.capture.fps", rate.map { "\($0.approximation)" }),
            ("overcrank.device", device.name),
            ("overcrank.driver", device.driver),
            ("overcrank.format", "\(mode.format) \(mode.size)"),
            ("overcrank.rate.requested", requested.map { "\($0.numerator)/\($0.denominator)" }),
            ("overcrank.rate.granted", rate.map { "\($0.numerator)/\($0.denominator)" }),
            ("overcrank.rate.measured", measured.map { "\($0)" }),
            ("overcrank.start.monotonic", "\(start.monotonic.value)/\(start.monotonic.timescale)"),
            ("overcrank.start.utc", start.date),
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
