internal import Capture
internal import MediaTime

/// A finished recording for people.
struct RecordingTable {
    let lines: [String]

    /// - Parameters:
    ///   - summary: what was recorded.
    ///   - isTriggered: whether a trigger was waited for. What was lost meanwhile is counted, too.
    init(_ summary: RecordingSummary, isTriggered: Bool = false) {
        var lines = summary.files.map { file in
            "\(file.path): \(FrameCountText.text(file.frames)), \(file.duration.clock), \(ByteText.short(file.bytes))"
                + (Self.text(file).map { ", \($0)" } ?? "")
        }
        let granted = summary.granted.statedRate
        let rates = [
            summary.requested.map { "requested \($0)" },
            granted.map { "granted \($0)" } ?? "granted unknown",
            summary.measuredRate.map { "measured \(Self.rounded($0))" },
        ]
        lines.append("rate: " + rates.compactMap { $0 }.joined(separator: ", ") + " fps")
        lines.append("lost: " + Self.text(summary, isTriggered: isTriggered))
        if let audio = summary.audio {
            let drift = audio.drift.map { ", clock \(Self.signed($0)) ppm (put right)" } ?? ""
            let lost = audio.lostSamples > 0 ? ", \(audio.lostSamples) lost" : ""
            lines.append("audio: \(audio.device), \(audio.samples) samples\(lost)\(drift)")
        }
        lines.append("ended: \(Self.text(summary.end))")
        self.lines = lines
    }

    /// How much later it begins than another camera's file.
    private static func text(_ file: RecordedFile) -> String? {
        guard let offset = file.offset, offset.reference != file.path else { return nil }
        return "begins " + OffsetText.text(offset.time, to: offset.reference)
    }

    /// What was lost; where a trigger was waited for, within the files and in all the time of watching.
    static func text(_ summary: RecordingSummary, isTriggered: Bool) -> String {
        let all = text(summary.lost)
        guard isTriggered, summary.lost.total > 0 else { return all }
        let within = summary.lostWithinFiles.map { ($0 > 0 ? "\($0)" : "none") + " of what is recorded; " } ?? ""
        return within + all + " since it began to watch"
    }

    /// `none`, or how many by each sign.
    static func text(_ lost: LossCounts) -> String {
        guard lost.total > 0 else { return "none" }
        let parts = [
            (lost.sequence, "by number"), (lost.time, "by time"), (lost.flagged, "damaged"),
            (lost.overflow, "for want of memory"), (lost.undecodable, "for want of a key frame"),
        ]
        return "\(lost.total) (" + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ")"
    }

    private static func text(_ end: RecordingEnd) -> String {
        switch end {
        case .duration: "--max-duration"
        case .size: "--max-size"
        case .space: "no more room on the disk"
        case .signal: "by a signal"
        case .unplugged: "the camera went"
        case .signalChanged: "the signal at the camera's input changed"
        case .driverFailed: "the camera's driver failed"
        case .silence: "the camera delivered nothing any more"
        case .key: "by a key"
        case .error: "by an error"
        }
    }

    private static func signed(_ value: Double) -> String {
        let whole = Int(value.rounded())
        return whole < 0 ? "\(whole)" : "+\(whole)"
    }

    private static func rounded(_ rate: Double) -> String {
        let thousandths = Int((rate * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
