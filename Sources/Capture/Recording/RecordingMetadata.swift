internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import PathNames

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
    ///
    /// - Parameters:
    ///   - start: when the first frame that the file shows was taken.
    ///   - duration: of the file, when it is finished; `nil` while it is begun.
    ///   - measured: frames a second, as far as it is known.
    ///   - offset: how much later than another camera's file it begins; `nil` where that is not known, or there is none.
    ///   - changes: of controls, since the recording was started.
    ///   - added: what was added in the course of the recording.
    /// - Returns: each key once.
    func entries(
        start: FileStart,
        duration: RationalTime? = nil,
        measured: Double?,
        offset: FileOffset? = nil,
        changes: [RecordedControlChange] = [],
        added: [MetadataItem]
    ) -> [MetadataEntry] {
        let known: [(String, String?)] = [
            // Containers keep it to the second.
            ("creation_time", start.date),
            // The rate at which it was filmed, as phones write it.
            ("com.android.capture.fps", rateOfCapture(mode.statedRate, measured).map { "\($0)" }),
            ("overcrank.device", device.name),
            ("overcrank.driver", device.driver),
            ("overcrank.format", "\(mode.format) \(mode.size)"),
            ("overcrank.fields", mode.fields == .progressive ? nil : mode.fields.description),
            ("overcrank.rate.requested", requested.map { "\($0.numerator)/\($0.denominator)" }),
            ("overcrank.rate.granted", mode.statedRate.map { "\($0.numerator)/\($0.denominator)" }),
            ("overcrank.rate.measured", measured.map { "\($0)" }),
            ("overcrank.start.monotonic", "\(start.monotonic.value)/\(start.monotonic.timescale)"),
            ("overcrank.start.utc", start.date),
            ("overcrank.start.clock", FileStart.clock),
            ("overcrank.offset", offset.map { "\($0.time.value)/\($0.time.timescale)" }),
            (
                "overcrank.offset.reference",
                offset.map { PathName.last(of: $0.reference) }
            ),
        ]
        var entries: [MetadataEntry] = []
        func set(_ key: String, _ value: String) {
            entries.removeAll { $0.key == key }
            entries.append(MetadataEntry(key: key, value: value))
        }
        for (key, value) in known { if let value { set(key, value) } }
        for control in controls.changed(by: changes.filter { $0.instant <= start.monotonic })
        where control.saysSomething {
            set("overcrank.control.\(control.name)", control.valueDescription)
        }
        if let duration, let text = Self.text(changes, since: start.monotonic, for: duration) {
            set("overcrank.control.changes", text)
        }
        for tag in tags + added { set(tag.key, tag.value) }
        return entries
    }

    /// The rate at which it was filmed: as granted, or what came, where that is another one.
    private func rateOfCapture(_ granted: FrameRate?, _ measured: Double?) -> Double? {
        let rounded = measured.map { ($0 * 1000).rounded() / 1000 }
        guard let granted = granted?.approximation else { return rounded }
        guard let rounded, abs(rounded - granted) > LockWarning.tolerance * granted else { return granted }
        return rounded
    }
}

extension RecordingMetadata {
    /// `1.250000 gain 20; 3.000000 zoom_absolute 200`: seconds in the file; `nil` where nothing was changed in it. Of a
    /// ramp's steps the last one is there.
    private static func text(
        _ changes: [RecordedControlChange],
        since start: RationalTime,
        for duration: RationalTime
    ) -> String? {
        let shown = changes.enumerated().filter { index, change in
            guard change.instant > start, let time = try? change.instant - start, time < duration else { return false }
            let next = changes[(index + 1)...].first { $0.id == change.id }
            return change.cause != .ramp || next?.cause != .ramp
        }
        let texts = shown.compactMap { _, change -> String? in
            guard let time = try? change.instant - start else { return nil }
            return "\(seconds(time)) \(change.name) \(change.value.map { "\($0)" } ?? "set")"
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// To the microsecond, which is the clock's own unit.
    private static func seconds(_ time: RationalTime) -> String {
        let ticks = (try? time.ticks(over: 1_000_000, rounding: .nearest)) ?? 0
        let fraction = String(ticks % 1_000_000)
        return "\(ticks / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}

extension [CameraControl] {
    /// The controls after changes. What was changed has an effect.
    fileprivate func changed(by changes: [RecordedControlChange]) -> [CameraControl] {
        map { control in
            changes.last { $0.id == control.id }.map { control.with(value: $0.value) } ?? control
        }
    }
}

extension CameraControl {
    /// Whether its value is known, and has an effect.
    fileprivate var saysSomething: Bool { value != nil && !isInactive && ![.button, .text, .other].contains(kind) }
}
