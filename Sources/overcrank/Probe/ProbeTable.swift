internal import Capture
internal import MediaTime

/// A probe in words.
struct ProbeTable {
    private let probe: Probe

    init(_ probe: Probe) { self.probe = probe }

    /// Formats that have the same sizes and rates together, the chosen one marked, then the choice and what came of it.
    var lines: [String] {
        let camera = probe.camera
        let place = [camera.driver, camera.bus].filter { !$0.isEmpty }.joined(separator: ", ")
        return ["\(camera.node ?? camera.id): \(camera.name) (\(place))"] + groups.flatMap(lines) + outcomeLines
    }

    /// Neighbours in the list that differ in nothing but their coding.
    private var groups: [[CaptureFormat]] {
        probe.formats.reduce(into: []) { groups, format in
            if let last = groups.last?.last, last.sizes == format.sizes, last.isEmulated == format.isEmulated {
                groups[groups.count - 1].append(format)
            } else {
                groups.append([format])
            }
        }
    }

    private func lines(_ group: [CaptureFormat]) -> [String] {
        let chosen = probe.outcome.mode
        let codes = group.map { ($0.code == chosen.format ? "*" : "") + "\($0.code)" }
        let note = group.first?.isEmulated == true ? " (converted)" : ""
        let isChosen = group.contains { $0.code == chosen.format }
        let rows = (group.first?.sizes ?? []).map { entry in
            [isChosen && entry.size == chosen.size ? "*" : "", "\(entry.size)", Self.rates(entry.ranges)]
        }
        return Self.wrapped(codes).map { "  \($0)\(note)" } + Table(rows, indent: "   ").lines
    }

    /// Words in lines of a terminal's width.
    private static func wrapped(_ words: [String]) -> [String] {
        words.reduce(into: []) { lines, word in
            if let last = lines.last, last.count + word.count < 76 {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word)
            }
        }
    }

    private static func rates(_ ranges: [FrameRateRange]) -> String {
        guard !ranges.isEmpty else { return "rates unknown" }
        return ranges.map { range in
            let highest = rate(range.minFrameDuration)
            return switch range.kind {
            case .discrete: highest
            case .stepwise(let step): "\(rate(range.maxFrameDuration))…\(highest)\(step == nil ? "" : " in steps")"
            case .continuous: "\(rate(range.maxFrameDuration))…\(highest)"
            }
        }.joined(separator: ", ") + " fps"
    }

    private static func rate(_ duration: RationalTime) -> String { (1 / duration.seconds).text(decimals: 2) }

    private var outcomeLines: [String] {
        let mode = probe.outcome.mode
        let rate = mode.statesRate ? "\(Self.rate(mode.frameDuration)) fps" : "an unknown rate"
        let choice = "\(mode.format) \(mode.size) at \(rate): \(probe.outcome.reason)"
        guard let report = probe.outcome.report else { return ["  would lock  \(choice)"] }
        var lines = ["  locked      \(choice)"]
        lines += report.changes.filter { $0.value != $0.control.value }.map { "  set         \(ControlTable.line($0))" }
        lines.append(
            "  granted     \(report.granted.format) \(report.granted.size) at "
                + (report.granted.statesRate
                    ? "\(Self.rate(report.granted.frameDuration)) fps (\(report.granted.frameDuration.fraction) s)"
                    : "an unknown rate")
                + (report.granted.fields == .progressive ? "" : ", \(report.granted.fields)")
        )
        if let measured = report.measured {
            let losses = [(measured.lost, "lost"), (measured.damaged, "damaged")]
                .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
            lines.append(
                "  measured    \(measured.rate.text(decimals: 2)) fps, jitter \((measured.jitter * 1000).text(decimals: 2)) ms, "
                    + "\(FrameCountText.text(measured.frames))\(losses)"
            )
        }
        return lines + diagnosisLines
    }

    private var diagnosisLines: [String] {
        guard let diagnosis = probe.diagnosis else { return [] }
        if diagnosis.causes.isEmpty, diagnosis.symptoms.isShort {
            return ["  cause       none is seen in the controls, at USB or in the machine"]
        }
        return diagnosis.causes.flatMap { cause in
            let remedy = Remedy(cause, of: probe.camera)
            let deed = remedy.deed.map { "\($0): " } ?? ""
            return ["  cause       \(cause)", "  remedy      \(deed)\(remedy.command)"]
        }
    }
}
