internal import Composition
internal import Export
internal import MediaFormats
internal import MediaTime

/// A plan in words.
struct PlanTable {
    private let plan: ExportPlan
    /// What a dry run has counted.
    private let copied: PresentedFrames?

    init(_ plan: ExportPlan, copied: PresentedFrames? = nil) {
        self.plan = plan
        self.copied = copied
    }

    /// One line for the whole and one for each track, and the time map where the rate changes, as wide as that.
    func lines(width: Int) -> [String] {
        let duration = plan.presentedDuration(with: copied)
        var lines = [
            "\(plan.inputs.map(\.path).joined(separator: ", ")): \(sourceDuration.clock) becomes \(duration.clock) in \(plan.container.rawValue)"
        ]
        for track in plan.tracks {
            let source = track.source
            lines.append(
                "  track \(source.index)  \(pad(source.kind.rawValue, 9))\(pad(source.codecLabel, 11))\(text(track))"
            )
            lines += track.stitching.map(stretches) ?? []
        }
        if let counts = plan.counts {
            lines.append(
                "  \(FrameCountText.text(counts.frames)), \(counts.made > 0 ? "\(counts.made) made in between, " : "")"
                    + "\(counts.repeated) repeated, \(counts.dropped) passed over"
            )
        }
        if plan.counts == nil, let copied {
            let frames = plan.video.map { copied.text($0.treatment) } ?? ""
            lines.append("  \(frames)\(copied.outsideText)")
            if let warning = copied.leadInWarning { lines.append("  warning: \(warning)") }
        }
        for chapter in plan.chapters {
            lines.append("  chapter  \(chapter.range.start.clock)  \(chapter.title ?? "")")
        }
        lines += plan.warnings.map { "  warning: \($0)" }
        lines = lines.map { PrintableText.text($0) }
        return lines + (TimeMapDrawing(plan)?.lines(width: width).map { "  " + $0 } ?? [])
    }

    /// One line about what was done.
    func summary(_ report: ExportReport, wall: Duration) -> String {
        let seconds = Double(wall.components.seconds) + Double(wall.components.attoseconds) * 1e-18
        let frames =
            plan.video.map { video in
                ", \(report.frames.text(video.treatment))\(report.frames.outsideText)\(report.frames.chosenText) (\(video.reason))"
            } ?? ""
        let steadied = report.steadied.map { ", \($0.text)" } ?? ""
        let made = report.made.map { ", \($0.text)" } ?? ""
        return
            "\(report.output): \(report.duration.clock)\(frames)\(made)\(steadied), in \(seconds.text(decimals: 1)) s"
    }

    private var sourceDuration: RationalTime {
        let durations = plan.inputs.map(\.asset.duration)
        if plan.video?.isPair == true { return durations.max() ?? .zero }
        return durations.reduce(.zero) { sum, duration in (try? sum + duration) ?? sum }
    }

    /// A line for each stretch.
    private func stretches(_ stitching: Stitching) -> [String] {
        let quality = stitching.encoding.quality.map { " at quality \($0), as the source's" } ?? ""
        return stitching.stretches.map { stretch in
            let range = stretch.target.map { "\($0.start.clock) to \($0.end.clock)" } ?? ""
            let how = stretch.frames.map { "encode \(FrameCountText.text($0))\(quality)" } ?? stretch.action.rawValue
            return "    \(range)  \(how) — \(stretch.reason)"
        }
    }

    private func text(_ track: TrackPlan) -> String {
        let action =
            switch track.treatment {
            case .copy(let timescale, _): "copy (timescale \(timescale))"
            case .rewriteText(let codec, _): "rewrite as \(codec.rawValue)"
            case .stitch(let stitching, _):
                stitching.encodes ? "copy, encode \(stitching.encoding.codec.rawValue)" : "copy"
            case .encodeVideo(let encoding, _): "encode \(encoding.codec.rawValue)"
            case .encodeAudio(let encoding, let rate, _): "encode \(encoding.codec.rawValue) at \(rate) Hz"
            case .attach: "copy"
            case .leaveOut: "omit"
            }
        let rates = ratesText(track.segments)
        return pad(action, 26) + (rates.isEmpty ? "" : "rate \(rates)  ") + "— \(track.reason)"
    }

    /// One after another, as long as they fit on a line.
    private func ratesText(_ segments: [TimeMapping]) -> String {
        let shown = segments.prefix(8).map(\.ownRateText).joined(separator: ", ")
        return segments.count > 8 ? "\(shown), … (\(segments.count) parts)" : shown
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

extension SteadyFrames {
    /// What it has cost, in words.
    var text: String {
        if cropped == 0 { return "the camera stood still" }
        let left = limited == 0 ? "" : ", less than needed in \(FrameCountText.text(limited))"
        return "moved by \(largest.text(decimals: 1)) pixels at most\(left), "
            + "\((100 * cropped).text(decimals: 1)) % of width and height cut away"
    }
}

extension MadeFrames {
    /// How many there are, in words.
    var text: String {
        let held = heldAtCuts == 0 ? "" : " and \(heldAtCuts) repeated at scene cuts"
        return "\(made) of them made in between\(held)"
    }
}

extension PresentedFrames {
    /// How many are copied and encoded, in words.
    func text(_ treatment: TrackPlan.Treatment) -> String {
        if case .stitch = treatment {
            let copied = "\(FrameCountText.text(shown - encoded)) copied"
            return encoded == 0 ? copied : "\(copied) and \(encoded) encoded"
        }
        return "\(FrameCountText.text(shown)) \(treatment.isCopy ? "copied" : "encoded")"
    }

    /// How many repeat others, and how many of the source are not shown, in words that follow the number of frames; nothing where
    /// each is shown once.
    var chosenText: String {
        [(repeated, "repeated"), (passedOver, "passed over")]
            .map { count, word in count.map { $0 > 0 ? ", \($0) \(word)" : "" } ?? "" }.joined()
    }

    /// What is in the file beside the part that was asked for, in words that follow the number of frames that are shown;
    /// nothing where there is nothing.
    var outsideText: String {
        let visible = [(leadIn, "before the in point"), (leadOut, "after the out point")]
            .map { count, place in count > 0 ? ", \(count) of them \(place)" : "" }
        let hidden = [(hiddenBefore, "before"), (hiddenAfter, "after")]
            .map { count, side in count > 0 ? ", \(count) more hidden \(side) them" : "" }
        return (visible + hidden).joined()
    }
}

extension TimeMapping {
    /// How time passes in it, as edits are written.
    var rateText: String {
        switch course {
        case .constant(let rate): "\(rate)"
        case .reverse(let rate): "-\(rate)"
        case .ramp(let ramp): "\(ramp.curve.ends.0)..\(ramp.curve.ends.1)"
        case .hold: "hold"
        }
    }

    /// The same, but of a part of a ramp the rates at its own ends, to a thousandth.
    var ownRateText: String {
        guard case .ramp(let ramp) = course, target != ramp.target else { return rateText }
        let length = ramp.target.duration.seconds
        let ends = [target.start, target.end].map { instant in
            ramp.curve.rate(at: instant.seconds - ramp.target.start.seconds, length: length).text(decimals: 3)
        }
        return ends.joined(separator: "..")
    }
}
