internal import Export
internal import MediaFormats
internal import MediaTime

/// An inspection in words.
struct InspectionTable {
    private let inspection: MediaInspection

    init(_ inspection: MediaInspection) { self.inspection = inspection }

    var lines: [String] {
        let media = inspection.media
        var lines = ["\(media.path): \(media.format), \(inspection.duration.clock)"]
        for track in media.tracks {
            lines += self.lines(for: track)
            if let obstacle = track.obstacle { lines.append("            cannot be exported as it is: \(obstacle)") }
        }
        for chapter in media.chapters {
            lines.append(
                "  chapter   \(chapter.range.start.clock) to \(chapter.range.end.clock)  \(chapter.title ?? "")"
            )
        }
        // Ogg says of a track what other containers say of the file.
        let ofTracks = media.format == "ogg" ? media.tracks.flatMap(\.metadata) : []
        for text in media.metadata + ofTracks { lines.append("  metadata  \(text.key): \(text.value)") }
        if let truncation = media.truncation { lines.append("  damage    the file is \(truncation)") }
        return (lines + captureRateLines + findingLines + damageLines).map { PrintableText.text($0) }
    }

    private func lines(for track: MediaTrack) -> [String] {
        let head = "  track \(track.index)   \(track.kind.rawValue): "
        let codec = track.codecLabel + (track.profile.map { " \($0)" } ?? "")
        let language = track.language.map { ", \($0)" } ?? ""
        if let frame = track.video {
            let turn = frame.turn.map { ", to be \($0)" } ?? ""
            let colour = [frame.colour.range, frame.colour.primaries, frame.colour.transfer]
                .compactMap { $0 }.joined(separator: " ")
            let pixels = frame.pixelAspect.map { " of pixels \($0.width):\($0.height)" } ?? ""
            let interlaced = frame.firstField.map { ", interlaced (\($0.rawValue) field first)" } ?? ""
            let fields = frame.areFieldsApart ? ", one field in each frame" : interlaced
            let format = "\(frame.width)x\(frame.height)\(pixels)\(turn)\(fields), \(frame.pixelFormat)"
            let first = head + "\(codec), \(format)\(colour.isEmpty ? "" : " \(colour)")\(late(track))\(language)"
            return [first] + (inspection.timings[track.index].map { timingLines($0) } ?? [])
        }
        if let audio = track.audio {
            let length = track.range.map { ", \($0.duration.clock)" } ?? ""
            return [head + "\(codec), \(audio.sampleRate) Hz, \(audio.channelLayout)\(length)\(late(track))\(language)"]
        }
        return [head + codec + language]
    }

    /// From when on a track is played, where that is not from the beginning.
    private func late(_ track: MediaTrack) -> String {
        guard let start = track.range?.start, start > .zero else { return "" }
        return ", from \(start.clock) on"
    }

    private func timingLines(_ timing: FrameTiming) -> [String] {
        let indent = "            "
        if timing.count == 0, timing.untimed > 0 {
            return [indent + "\(FrameCountText.text(timing.untimed)), and nothing says when they are presented"]
        }
        let hidden = timing.hidden > 0 ? ", \(timing.hidden) more hidden" : ""
        let length = hidden + (timing.span.map { ", \($0.clock)" } ?? "")
        if let rate = timing.constantRate {
            return [indent + "\(FrameCountText.text(timing.count))\(length), constant \(rate) fps"]
        }
        guard let shortest = timing.shortest, let longest = timing.longest, let average = timing.averageRate else {
            return [indent + "\(FrameCountText.text(timing.count))\(length)"]
        }
        if let rate = timing.roundedRate {
            return [
                indent
                    + "\(FrameCountText.text(timing.count))\(length), constant \(rate) fps, to the rounding of its timestamps"
            ]
        }
        let first =
            "\(FrameCountText.text(timing.count))\(length), variable, \(average.text(decimals: 2)) fps on average"
        let common = timing.intervals.sorted { $0.value > $1.value || $0.value == $1.value && $0.key < $1.key }.prefix(
            4
        )
        let texts = Milliseconds.texts([shortest, longest] + common.map(\.key))
        let counts = zip(texts.dropFirst(2), common).map { "\($0) ×\($1.value)" }.joined(separator: ", ")
        let range = "apart \(texts[0]) to \(texts[1]): \(counts)"
        return [indent + first, indent + range + (timing.intervals.count > 4 || timing.hasMoreIntervals ? ", …" : "")]
    }

    private var captureRateLines: [String] {
        guard let tag = CaptureRateTag(inspection.media) else { return [] }
        let line = "  capture   \(tag.key) says \(tag.rate) fps"
        guard let video = inspection.media.mainVideo, let average = inspection.timings[video.index]?.averageRate,
            abs(average / tag.rate.approximation - 1) > 0.1
        else { return [line] }
        return [line + ", the timestamps say \(average.text(decimals: 2)): timestamps are believed"]
    }

    private var findingLines: [String] {
        inspection.findings.map { finding in
            let subject =
                finding.trackIndex.map { "track \($0)" } ?? (inspection.media.isOfImages ? "the clip" : "the file")
            return "  finding   \(subject) \(finding)"
        }
    }

    private var damageLines: [String] {
        if inspection.damageCount == 0 {
            if inspection.effort == .timestamps { return ["  damage    not looked for: that takes --decode"] }
            return inspection.media.truncation == nil ? ["  damage    none found"] : []
        }
        return DamageText.lines(inspection.damage, count: inspection.damageCount).map { "  damage    \($0)" }
    }
}
