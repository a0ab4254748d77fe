internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// Decodes a finished file. The frames of a copy are compared with those of the source: content, order and instants.
struct DecodedCheck {
    /// The tracks that must be there, in the order of the file. Only video and audio are compared.
    let expected: [ExpectedTrack]
    let plan: ExportPlan
    /// Where libav opens the finished file.
    let readingPath: String
    /// Where damage of the source is noted that shows only in decoding.
    let damage: DamageLog
    /// Decoding takes long: it ends where this is cancelled.
    let cancellation: Cancellation

    /// Whether frames that follow one another faster than the container counts have one instant. They stay in order.
    var sharesInstants: Bool { plan.container.traits.takesEqualDecodingTimes }

    /// What the instants of a finished track are rounded to. Where frames share them, the reader has found finer ones.
    func tick(of track: MediaTrack) -> RationalTime {
        sharesInstants ? max(track.tick, MatroskaOutput.tick) : track.tick
    }

    /// What differs, in words; `nil` where nothing does.
    ///
    /// - Throws: `Cancelled`, and what reading throws.
    func difference() throws -> String? {
        let output = try MediaDescription(ofFile: readingPath)
        let expected = expected.filter(\.isPresent)
        // Without an edit list, a track may be there and be empty.
        let kinds = Set(expected.map(\.plan.source.kind))
        let tracks = output.tracks.filter { kinds.contains($0.kind) && $0.range?.isEmpty == false }
        guard expected.map(\.plan.source.kind) == tracks.map(\.kind) else {
            return "it has \(tracks.count) tracks of video and audio, and \(expected.count) were planned"
        }
        for (expected, track) in zip(expected, tracks) {
            let log = DamageLog()
            let damageBefore = damage.count
            let frames = try DecodedFrames.open(TrackReader(output, track: track), damage: log)
            let difference =
                switch (track.kind, expected.isCopy) {
                case (.video, _) where expected.plan.stitching != nil: try stitchedDifference(expected, frames)
                case (.video, true): try copyDifference(expected, frames)
                case (.video, false): try encodedDifference(expected, frames)
                default: try audioDifference(expected, frames) ?? audioCopyDifference(expected, output, track)
                }
            if let difference { return "\(expected.name) \(difference)" }
            // What is copied of a damaged source is damaged, too.
            let isCopyDamaged = expected.plan.stitching != nil && damage.count > damageBefore
            if !expected.isCopy, !isCopyDamaged, let place = log.entries.first {
                return "\(expected.name) cannot be decoded: \(place.message)"
            }
        }
        return nil
    }

    /// Goes through the copy's frames and the source's side by side.
    private func copyDifference(_ expected: ExpectedTrack, _ copies: consuming DecodedFrames) throws -> String? {
        var copies = copies
        // Instants are rounded to ticks: that of the first frame, that of each, and the source's own.
        let tick = tick(of: copies.clock.track)
        let tolerance = try tick.scaled(by: 3, over: 1) + expected.plan.rampRounding
        // Where nothing can begin before zero, all tracks begin later by so much.
        let canShift = !plan.container.traits.hasEditLists
        let start = try self.expected.compactMap(\.presentation.first).min()?.negated() ?? .zero
        var shift: RationalTime?
        // Where a track begins with what is damaged, it is not known which frames belong together.
        var isCompared = true
        var leadIn: Int64 = 0
        var count: Int64 = 0
        var pending: Frame?
        // Frames that may be absent, and are told to be by another one at their instant, within what instants are off.
        var replaced: String?
        for (index, part) in expected.plan.parts.enumerated() {
            var originals = try PresentedSource(
                part,
                of: plan.inputs[part.input],
                hides: plan.container.traits.hasEditLists || index > 0,
                isDecimated: expected.plan.decimation != nil,
                damage: damage
            )
            var pendingOriginal: PlannedFrame?
            while let original = try pendingOriginal.take() ?? originals.read() {
                try cancellation.check()
                if pending == nil { pending = try copies.next() }
                guard let copy = pending.take() else {
                    if original.mayBeAbsent || originals.isDamaged { break }
                    return "shows \(count) frames that can be decoded, and the source has more"
                }
                guard let instant = copies.instant(of: copy) else { continue }
                let difference = try instant - original.time
                // Where frames follow one another as fast as instants are rounded, the last of them is told by what it shows.
                if canShift, count == 0, leadIn < expected.presentation.leadIn, difference < start,
                    try difference + tick < start || !copy.hasSameSamples(as: original.frame)
                {
                    // What leads up to the in point is shown, because it cannot be hidden. Of an open group, not all of it can be decoded.
                    leadIn += 1
                    pendingOriginal = consume original
                    continue
                }
                let known = shift ?? difference
                if shift == nil, original.isSpoilt { isCompared = false }
                shift = known
                let error = try difference - known
                // A damaged packet decodes in one container, and in another it does not.
                if original.mayBeAbsent || original.isSpoilt, error > tolerance {
                    pending = consume copy
                    continue
                }
                if original.isSpoilt, try error.negated() > tolerance {
                    pendingOriginal = consume original
                    continue
                }
                if (error.isNegative ? try error.negated() : error) > tolerance {
                    let place = try (original.time + known).seconds
                    return "shows frame \(count + 1) at \(instant.seconds) s, and \(place) s was planned"
                }
                // Of a decimated copy's first frame it is not known whether it is this one.
                let isKnown = count > 0 || !original.mayBeAbsent
                if isKnown, isCompared, !original.isSpoilt,
                    copy.isDamaged || !copy.hasSameSamples(as: original.frame)
                {
                    let message = "shows another frame than the source at \(instant.seconds) s (frame \(count + 1))"
                    guard original.mayBeAbsent, !copy.isDamaged else { return message }
                    replaced = replaced ?? message
                    pending = consume copy
                    continue
                }
                count += 1
            }
        }
        // What the source's own edit list hides at its end is shown where it cannot be hidden.
        if !canShift || replaced != nil, try pending != nil || copies.next() != nil {
            return replaced ?? "shows more frames than the source"
        }
        let planned = expected.presentation.shown
        if count + leadIn < planned {
            let message = "only \(count + leadIn) of \(planned) frames can be decoded"
            damage.add(Damage(trackIndex: expected.plan.source.index, time: nil, message: message))
        }
        return nil
    }

    private func encodedDifference(_ expected: ExpectedTrack, _ frames: consuming DecodedFrames) throws -> String? {
        var frames = frames
        var count: Int64 = 0
        var (first, last): (RationalTime?, RationalTime?)
        while let frame = try frames.next() {
            try cancellation.check()
            count += 1
            let instant = frames.instant(of: frame)
            if let last, let instant, instant < last || instant == last && !sharesInstants {
                return "shows frame \(count) no later than the one before"
            }
            first = first ?? instant
            last = instant ?? last
        }
        if count != expected.presentation.shown {
            return "shows \(count) frames, and \(expected.presentation.shown) were planned"
        }
        guard let first, let last, let plannedFirst = expected.presentation.first,
            let plannedLast = expected.presentation.last
        else { return nil }
        // Where instants are places, the first frame is shown from the first place on, whenever it was to begin.
        let begin = plan.container.traits.timing == .constantFrameRate ? .zero : plannedFirst
        let error = try (last - first) - (plannedLast - begin)
        let tolerance = try tick(of: frames.clock.track).scaled(by: 2, over: 1)
        if (error.isNegative ? try error.negated() : error) > tolerance {
            return "shows its last frame \(try (last - first).seconds) s after the first, and "
                + "\(try (plannedLast - begin).seconds) s was planned"
        }
        return nil
    }

    private func audioCopyDifference(
        _ expected: ExpectedTrack,
        _ output: MediaDescription,
        _ track: MediaTrack
    ) throws -> String? {
        expected.isCopy ? try copiedAudioDifference(expected, output, track) : nil
    }

    private func audioDifference(_ expected: ExpectedTrack, _ frames: consuming DecodedFrames) throws -> String? {
        var frames = frames
        var count: Int64 = 0
        while let frame = try frames.next() {
            try cancellation.check()
            count += Int64(frame.sampleCount)
        }
        if count == 0 { return "has nothing that can be decoded" }
        let rate = frames.stream.parameters.sampleRate
        guard !expected.isCopy, rate > 0, let first = expected.presentation.first, let end = expected.presentation.end
        else { return nil }
        let (heard, planned) = try (RationalTime(count, Int32(rate)), end - first)
        // Encoders add frames at both ends.
        let difference = try max(heard - planned, planned - heard)
        guard difference > Self.mostPadding else { return nil }
        return "is \(heard.seconds) s of audio when it is decoded, and \(planned.seconds) s were planned"
    }

    /// Encoded audio may be longer or shorter by so much when it is decoded, with what encoders put around it.
    private static let mostPadding = RationalTime(1, 2)
}

extension TrackPlan {
    /// By how much the instants may be off that are planned for frames, because they lie in ramps.
    var rampRounding: RationalTime {
        segments.contains(where: \.isRamp) ? TimeMapping.rampRounding : .zero
    }
}
