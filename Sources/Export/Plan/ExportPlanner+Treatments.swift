internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// What becomes of each track, and why.
extension ExportPlanner {
    func plan(_ track: MediaTrack, _ parts: [TrackPart]) throws(ExportError) -> TrackPlan {
        let obstacles = Set(([track] + parts.map(\.source)).compactMap(\.obstacle))
        var (treatment, reason): (TrackPlan.Treatment, String)
        if let obstacle = obstacles.first(where: { !$0.allowsCopying }), container.carries(track.kind) {
            (treatment, reason) = (.leaveOut, obstacle.description)
        } else {
            (treatment, reason) = try self.treatment(of: track, parts)
        }
        if let obstacle = obstacles.first, treatment.decodes {
            (treatment, reason) = (.leaveOut, "\(obstacle), and it cannot be copied: \(reason)")
        }
        var plan = TrackPlan(
            source: track,
            parts: parts,
            treatment: treatment,
            reason: reason,
            metadata: metadata(of: track)
        )
        if !plan.keepsAlphaBeside(in: container) { plan.metadata = MetadataFilter.opaque(plan.metadata) }
        plan.isMutedReversal = isMutedReversal(track, parts)
        plan.silentEnd = silentEnd(of: parts)
        if [.subtitle, .data].contains(track.kind), treatment.isCarried {
            plan.parts = inOrder(parts)
            plan.lacksReversals = parts.contains { $0.segments.contains(where: \.isReversed) }
        }
        if track.kind == .audio, case .copy = treatment, let copy = audioCopy(track, parts) {
            (plan.parts, plan.preroll) = ([copy.part], copy.preroll)
        }
        let isMain = !frameParts.isEmpty && track.index == input.mainVideo?.index && parts.first?.input == 0
        if isMain, case .constantFrameRate(let rate) = settings.timing {
            plan.even = measured?.even
            if case .copy = treatment, let thinned = thinned(parts, at: rate) { plan.parts = [thinned] }
        }
        if isMain, treatment.isCarried {
            // Where all of the file states it, the muxer counts it for cover art, too.
            let isCopied = if case .copy = treatment { true } else { false }
            let timecode = try startTimecode(isCopied: isCopied)
            plan.metadata = plan.metadata.stating(timecode)
            plan.timecodeRate = container.traits.hasTrackTimescales ? timecode?.rate : nil
        } else if [.video, .audio, .subtitle].contains(track.kind) {
            // libavformat states that of the video's first frame of all tracks that a movie counts by it.
            plan.metadata = plan.metadata.stating(nil)
        }
        if let stitching = plan.stitching {
            plan.fieldOrder = keptFieldOrder(of: parts)
            plan.encoderOptions = stitching.joint.options
        }
        if case .encodeVideo(let encoding, let clock) = treatment {
            if isMain { plan.isHinderedByEdits = try isHinderedByEdits(track, parts, encoding, clock) }
            plan.fieldOrder = keptFieldOrder(of: parts)
            // Fields cannot be turned.
            let turns = !container.traits.carriesRotation && plan.fieldOrder == nil
            plan.recipe = try recipe(for: parts, encoding, needs: FrameNeeds(container: container, turns: turns))
            let wanted = try recipe(for: parts, encoding)?.reasons ?? []
            let made =
                if let recipe = plan.recipe { recipe.reasons } else { try roundingReasons(track.video, encoding) }
            plan.reason = ([plan.reason] + made.filter { !wanted.contains($0) }).joined(separator: "; ")
            plan.marks = settings.marks
            if case .frames = clock {
                plan.inBetween = settings.inBetween
                plan.inBetweenObstacle = inBetweenObstacle
            }
            plan.encoderOptions = encoderOptions(encoding, clock, plan)
            plan.encoderRate = encoderRate(encoding, clock, plan)
            plan.statedLevel = statedLevel(encoding, clock, plan)
        }
        return plan
    }

    /// That frames which go to the encoder as they are become larger by a row or a column.
    private func roundingReasons(_ video: VideoFormat?, _ encoding: VideoEncoding) throws(ExportError) -> [String] {
        guard let video, let source = PixelFormat(named: video.pixelFormat) else { return [] }
        let format = try encoding.pixelFormat(for: source, wanted: nil)
        let size = encoding.size(ofWidth: video.width, height: video.height, in: format)
        guard size != (video.width, video.height) else { return [] }
        let sizes = "\(video.width)x\(video.height) becomes \(size.width)x\(size.height)"
        return ["\(sizes): \(encoding.codec.rawValue) takes whole samples of \(format.name) only"]
    }

    private func treatment(
        of track: MediaTrack,
        _ parts: [TrackPart]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        switch track.kind {
        case .video where container.traits.defaultVideo == nil:
            return (.leaveOut, "\(container.rawValue) carries audio only")
        case .audio where !container.carries(.audio):
            return (.leaveOut, "\(container.rawValue) carries no audio")
        case .video where container.traits.holdsOneTrack && !isFirst(track, parts),
            .audio where container.traits.holdsOneTrack && !isFirst(track, parts):
            return (.leaveOut, "\(container.rawValue) holds one track")
        case .video, .audio, .subtitle, .data:
            guard !parts.isEmpty else {
                return (
                    .leaveOut,
                    isMutedReversal(track, parts)
                        ? "all of it is played backwards, and that is muted"
                        : "nothing of it lies in the exported range"
                )
            }
        case .timecode, .coverArt, .attachment, .chapterText:
            break
        }
        switch track.kind {
        case .video: return try videoPlan(track, parts)
        case .audio: return try audioPlan(track, parts)
        case .subtitle, .data:
            if let obstacle = placeObstacle(track) { return (.leaveOut, obstacle) }
            return copyPlan(track, inOrder(parts))
        case .timecode: return (.leaveOut, "written anew from the frames' start timecode")
        case .chapterText: return (.leaveOut, "carried as chapters")
        case .coverArt:
            if let omission = coverOmission(track) { return (.leaveOut, omission) }
            return (.attach, "goes along untouched")
        case .attachment:
            if container.canCopy(track) { return (.attach, "goes along untouched") }
            return (.leaveOut, "\(container.rawValue) cannot carry it")
        }
    }

    /// Whether a track is the first of its kind that can be played.
    private func isFirst(_ track: MediaTrack, _ parts: [TrackPart]) -> Bool {
        let first = self.parts.lazy.compactMap(\.first).first { part in
            part.source.kind == track.kind && part.source.obstacle == nil
        }
        return first.map { $0.input == parts.first?.input && $0.source.index == track.index } ?? true
    }

    private func videoPlan(
        _ track: MediaTrack,
        _ parts: [TrackPart]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        let encoding = encoding(of: parts)
        let shaping = try shapingObstacle(parts, encoding)
        let conversions = try conversions(of: parts, encoding)
        let obstacle = copyingObstacle(track, parts).map { ([$0] + conversions).joined(separator: "; ") } ?? shaping
        // Only the first video track is measured.
        let isMain = track.index == input.mainVideo?.index && parts.first?.input == 0
        if let stitching = parts.place.flatMap({ settings.stitchings[$0] }) {
            return (.stitch(stitching, stitchingClock(timescale(of: parts, cutsFrames: true))), stitching.reason)
        }
        switch settings.timing {
        case .decimated where isMain:
            let decimated = try decimated(obstacle)
            let reason = "no other frame refers to those that are left out"
            return (.copy(timescale: timescale(of: parts), decimation: decimated), reason)
        case .passthrough, .decimated:
            if let obstacle {
                if container.traits.requiresConstantFrameRate {
                    throw ExportError(
                        .constantRateNeeded,
                        "\(container.rawValue) stores constant frame rates only"
                    )
                }
                return (.encodeVideo(encoding, .ticks(timescale(of: parts, encodedAs: encoding.codec))), obstacle)
            }
            return (.copy(timescale: timescale(of: parts)), "only timestamps change")
        case .constantFrameRate(let rate):
            if isMain, obstacle == nil, !showsLeadIn(parts) {
                if isAlready(rate, parts) {
                    return (
                        .copy(timescale: timescale(of: parts)), "every frame already has its own place at \(rate) fps"
                    )
                }
                if thinned(parts, at: rate) != nil { return (.copy(timescale: timescale(of: parts)), rate.thinning) }
            }
            return (.encodeVideo(encoding, .frames(rate)), obstacle ?? newFrames(rate))
        }
    }

    private func stitchingClock(_ timescale: Int32) -> TrackPlan.FrameClock {
        if case .constantFrameRate(let rate) = settings.timing { .frames(rate) } else { .ticks(timescale) }
    }

    /// Why frames are encoded that could be copied at their own rate.
    private func newFrames(_ rate: FrameRate) -> String {
        guard let inBetween = settings.inBetween, inBetween.makesFrames else {
            return "frames are chosen anew for \(rate) fps"
        }
        return "frames in between are \(inBetween.words) for \(rate) fps"
    }

    /// What was found before that hinders a copy of a video track.
    func knownObstacle(of parts: [TrackPart]) -> KnownObstacle? { parts.place.flatMap { settings.knownObstacles[$0] } }

    /// Why a video track cannot be copied; `nil` where it can.
    func copyingObstacle(_ track: MediaTrack, _ parts: [TrackPart]) -> String? {
        if let effort = settings.effort { return "\(effort.words) was asked for" }
        if let video = settings.video { return "\(video.codec.rawValue) was asked for" }
        if container.traits.movingImage != nil { return "\(container.rawValue) is encoded" }
        if container.traits.requiresConstantFrameRate {
            return "\(container.rawValue) stores constant frame rates only"
        }
        if !container.canCopy(track) { return container.copyingObstacle(track) }
        if let obstacle = knownObstacle(of: parts) { return obstacle.reason }
        return CopyingObstacle(parts: parts, inputs: inputs, hides: container.traits.hasEditLists).reason
    }

    /// Whether a video track is encoded only because of its edits, or because some of its frames are chosen for a rate.
    private func isHinderedByEdits(
        _ track: MediaTrack,
        _ parts: [TrackPart],
        _ encoding: VideoEncoding,
        _ clock: TrackPlan.FrameClock
    ) throws(ExportError) -> Bool {
        guard settings.video == nil, knownObstacle(of: parts) == nil, container.canCopy(track),
            !container.traits.requiresConstantFrameRate, parts.allSatisfy({ $0.filters == nil }),
            try shapingObstacle(parts, encoding) == nil
        else { return false }
        if clock.isInFrames {
            // A pause, however short, has places of its own.
            let segments = parts.flatMap(\.segments)
            let pauses = zip(segments, segments.dropFirst()).contains { $0.target.end != $1.target.start }
            if pauses || settings.makesFrames || measured?.even.runs.isEmpty ?? true { return false }
        }
        return CopyingObstacle(parts: parts, inputs: inputs, hides: container.traits.hasEditLists).isOfEdits
    }

    /// What is left of the source where one of so many frames is to be kept.
    private func decimated(_ obstacle: String?) throws(ExportError) -> DecimatedFrames {
        if let obstacle {
            throw ExportError(.notDecimatable, "frames can be left out of a copy only, and \(obstacle)")
        }
        guard let decimated = measured?.decimated else {
            throw ExportError(.notDecimatable, "frames can be left out of one clip at a time only")
        }
        guard decimated.leftOut > 0 else {
            throw ExportError(
                .nothingDisposable,
                "\(input.path) has no frames that are marked as ones that no other refers to"
            )
        }
        return decimated
    }

    /// The only part, where leaving out frames that no other refers to gives exactly the frames of a constant rate; `nil` where it
    /// does not.
    private func thinned(_ parts: [TrackPart], at rate: FrameRate) -> TrackPart? {
        guard let measured, let whole = measured.even.whole, whole.isThinned, parts.count == 1,
            Int64(whole.places.count) == measured.counts.frames
        else { return nil }
        var part = parts[0]
        (part.placeRate, part.isThinned) = (rate, true)
        return part
    }

    /// Whether the source's mapped frames are exactly the frames of a constant rate.
    private func isAlready(_ rate: FrameRate, _ parts: [TrackPart]) -> Bool {
        guard let measured, measured.counts.repeated == 0, measured.counts.dropped == 0 else { return false }
        return stands(measured.timing, at: rate, parts)
    }

    /// Whether mapped frames have the instants of a constant rate's frames.
    private func stands(_ timing: FrameTiming, at rate: FrameRate, _ parts: [TrackPart]) -> Bool {
        guard parts.count == 1, let first = parts[0].segments.first, let playback = first.rate,
            parts[0].segments.allSatisfy({ $0.rate == playback }),
            let source = timing.constantRate, source.scaled(by: playback) == rate,
            let start = try? first.targetTime(ofSource: timing.first),
            let number = try? rate.frame(at: start, rounding: .down),
            let exact = try? rate.time(ofFrame: number)
        else { return false }
        return exact == start
    }

    /// Whether copied frames would be shown from the key frame before the in point on, because the container has no edit
    /// list to hide them.
    func showsLeadIn(_ parts: [TrackPart]) -> Bool {
        guard !container.traits.hasEditLists, let part = parts.first, let start = part.source.range?.start,
            let first = part.segments.first
        else { return false }
        return first.source.start > start || part.source.hidden.areBefore || part.source.beginsGradually
    }

    /// As ``showsLeadIn(_:)``, where the in point is no key frame itself.
    func beginsEarlier(_ parts: [TrackPart]) -> Bool {
        guard showsLeadIn(parts), let part = parts.first, let first = part.segments.first else { return false }
        if part.source.hidden.areBefore || part.source.beginsGradually { return true }
        return !TrackEntry.isKeyFrame(at: first.source.start, ofTrack: part.source, in: inputs[part.input])
    }

    /// Whether copied frames may be shown after the out point, because earlier ones refer to them and the container has no edit
    /// list to hide them.
    func showsTail(_ parts: [TrackPart]) -> Bool {
        guard !container.traits.hasEditLists, let part = parts.last, let end = part.source.range?.end,
            let last = part.segments.last, parts.place.map({ !settings.wholeCopies.contains($0) }) ?? true
        else { return false }
        let isCut = !part.isOpenEnded && last.source.end < end || part.source.hidden.areAfter
        guard isCut, let video = part.source.video, video.reorderDepth > 0 else { return false }
        return !TrackEntry.isClosed(at: last.source.end, ofTrack: part.source, in: inputs[part.input])
    }

    /// The timescale of a track of these parts. `codec` is that in which all frames are encoded; `nil` where they are copied. `cutsFrames`
    /// says whether frames at the cuts are encoded, at least.
    func timescale(of parts: [TrackPart], encodedAs codec: VideoCodec? = nil, cutsFrames: Bool = false) -> Int32 {
        var demands = demands(of: parts)
        for index in demands.indices { demands[index].cutsFrames = cutsFrames || codec != nil }
        var limits: [Int32] = []
        if codec?.traits.reordersFrames ?? parts.contains(where: { ($0.source.video?.reorderDepth ?? 0) > 0 }) {
            limits.append(TimescaleLimit.ordering(demands))
        }
        if let codec { limits.append(codec.traits.finestTimescale) }
        if container.traits.hasTrackTimescales {
            limits.append(TimescaleLimit.holdingSamples(of: demands))
            let isMain = parts.first.map { $0.input == 0 && $0.source.index == input.mainVideo?.index } ?? false
            if isMain, mayHaveTimecode, !isTooLongForTimecode { limits.append(TimescaleLimit.holdingAll(of: demands)) }
        }
        return Timescale.exact(for: demands, limit: limits.min() ?? .max)
    }

    /// What the parts of a track need of its timescale.
    func demands(of parts: [TrackPart]) -> [Timescale.Demand] {
        parts.map { part in
            let input = inputs[part.input]
            let grid = part.source.grid
            let tick = grid?.rate.frameDuration ?? part.source.tick
            let video = part.source.video
            let lead = part.source.range.flatMap { range in
                part.segments.first.flatMap { try? $0.source.start - range.start }
            }
            return Timescale.Demand(
                segments: part.segments,
                // A field begins in the middle between two ticks, too.
                tick: part.filters?.framesPerFrame == 2 ? (try? tick.scaled(by: 1, over: 2)) ?? tick : tick,
                origin: grid?.origin ?? (try? input.origin.negated()) ?? .zero,
                frame: video?.claimedFrameRate?.frameDuration,
                pace: video == nil ? .sparse : part.source.keepsPace ? .steady : .uneven,
                lead: max(lead ?? .zero, .zero)
            )
        }
    }
}

extension FrameRate {
    /// Why frames are copied though some have no place at the rate.
    var thinning: String { "no other frame refers to those that have no place at \(self) fps" }
}

extension TrackPlan.Treatment {
    /// Whether the track is decoded.
    fileprivate var decodes: Bool {
        switch self {
        case .encodeVideo, .encodeAudio, .rewriteText, .stitch: true
        case .copy, .attach, .leaveOut: false
        }
    }
}
