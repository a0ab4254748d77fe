internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// The timecode with which the result begins.
extension ExportPlanner {
    /// The timecode of the first frame, where the main video is copied or encoded; `nil` where the source has none and none was
    /// asked for, and where none would be true.
    ///
    /// - Throws: ``ExportError`` `.settings` where one was asked for that the first frame cannot have.
    func startTimecode(isCopied: Bool) throws(ExportError) -> StartTimecode? {
        guard let code = try countedTimecode(isCopied: isCopied) else { return nil }
        return code.code.isNegative && !container.traits.hasEditLists ? nil : code
    }

    private func countedTimecode(isCopied: Bool) throws(ExportError) -> StartTimecode? {
        let obstacle = timecodeObstacle(isCopied: isCopied)
        if let asked = settings.timecode, let reason = obstacle ?? timecodeRate.flatMap(asked.obstacle) {
            throw ExportError(.settings, "the timecode \(asked) is refused: \(reason)")
        }
        guard obstacle == nil, let rate = timecodeRate else { return nil }
        if let asked = settings.timecode { return StartTimecode(code: asked, rate: rate) }
        let first = frameParts.first?.segments.first
        if let running = runningTimecode {
            guard let start = first.flatMap({ try? $0.firstShown(countedAt: running.rate) }),
                let code = try? running.code(at: start)
            else { return nil }
            return StartTimecode(code: code.converted(from: running.rate, to: rate), rate: rate)
        }
        // A timecode track counts at a rate of its own, which may be that of another recording mode.
        // Without one, not all frames may be counted.
        let claimed = input.mainVideo?.video?.claimedFrameRate.map(StartTimecode.countingRate)
        guard let code = sourceTimecode, let counted = timecodeTrackRate ?? claimed,
            let start = first.flatMap({ try? $0.firstShown(countedAt: counted) }),
            let moved = try? code.advanced(by: start, at: counted)
        else { return nil }
        return StartTimecode(code: moved.converted(from: counted, to: rate), rate: rate)
    }

    /// Why the result can have no timecode; `nil` where nothing hinders.
    private func timecodeObstacle(isCopied: Bool) -> String? {
        if timecodeRate == nil { return "\(input.path) states no frame rate by which it is counted" }
        if isTooLongForTimecode { return "the result is too long for one in \(container.rawValue)" }
        guard isCopied, beginsEarlier(frameParts) else { return nil }
        return "copied frames begin at the key frame at or before the in point"
    }

    /// Whether the main video's track lasts for more ticks than its timecode can, even in the coarsest timescale of its frames.
    var isTooLongForTimecode: Bool {
        guard container.traits.hasTrackTimescales else { return false }
        // libavformat doubles timescales until they have 10,000 ticks a second.
        var coarsest: Int32 = 20_000
        if case .constantFrameRate(let rate) = settings.timing { coarsest = max(coarsest, rate.numerator) }
        return TimescaleLimit.holdingAll(of: demands(of: frameParts)) < coarsest
    }

    /// Whether the result states a timecode, unless something hinders.
    var mayHaveTimecode: Bool { settings.timecode != nil || sourceTimecode != nil }

    /// What the first input says of its first frame.
    private var sourceTimecode: Timecode? {
        let tracks = [input.mainVideo, input.tracks.first { $0.kind == .timecode }]
        let metadata = tracks.flatMap { $0?.metadata ?? [] } + input.metadata
        return metadata.first { $0.key.lowercased() == StartTimecode.key }.flatMap { Timecode(stated: $0.value) }
    }

    /// What a movie says of every frame of the first input; `nil` where it is another file, or says it of the first one alone.
    private var runningTimecode: RunningTimecode? {
        let tracks = [input.mainVideo, input.tracks.first { $0.kind == .timecode }].compactMap(\.self)
        return tracks.compactMap { input.timecodes[$0.index] }.first
    }

    private var timecodeTrackRate: FrameRate? {
        input.tracks.first { $0.kind == .timecode }
            .flatMap { track in input.streams.first { $0.index == track.index }?.averageFrameRate }
            .flatMap { FrameRate(numerator: Int128($0.numerator), denominator: Int128($0.denominator)) }
    }

    /// Frames of the output are counted, at the rate of the source where they have no constant one.
    private var timecodeRate: FrameRate? {
        let source = frameParts.first?.claimedFrameRate ?? input.mainVideo?.video?.claimedFrameRate
        let shown: FrameRate?
        switch settings.timing {
        case .constantFrameRate(let rate): return StartTimecode.countingRate(rate)
        case .decimated: shown = measured?.decimated?.timing.constantRate ?? source
        case .passthrough: shown = source
        }
        let rates = Set(frameParts.flatMap { $0.segments.map(\.rate) })
        let playback = rates.count == 1 ? rates.first ?? nil : nil
        return shown.flatMap { $0.scaled(by: playback ?? .normal) }.map(StartTimecode.countingRate)
    }

    /// Refuses a timecode that no first frame can have.
    func checkTimecode() throws(ExportError) {
        guard settings.timecode != nil else { return }
        guard container.traits.carriesTimecode else {
            throw ExportError(.settings, "\(container.rawValue) carries no timecode")
        }
        guard !frameParts.isEmpty else { throw ExportError(.settings, "there are no frames that a timecode counts") }
    }

    /// What the user should know of a timecode that is left out.
    func timecodeWarning(_ tracks: [TrackPlan]) -> String? {
        guard let code = sourceTimecode, settings.timecode == nil,
            let video = tracks.first(where: { $0.source.kind == .video && $0.treatment.isCarried })
        else { return nil }
        let isCopied = if case .copy = video.treatment { true } else { false }
        let counted = try? countedTimecode(isCopied: isCopied)
        let isUnsaid = counted?.code.isNegative ?? false && !container.traits.hasEditLists
        let unsaid = isUnsaid ? "\(container.rawValue) has none before midnight" : nil
        guard let obstacle = timecodeObstacle(isCopied: isCopied) ?? unsaid else { return timecodeBreakWarning }
        return "the timecode \(code) is left out: \(obstacle)"
    }

    /// That a timecode which begins anew within what is played goes on there, as a result has one that runs through.
    private var timecodeBreakWarning: String? {
        guard let running = runningTimecode, container.traits.carriesTimecode else { return nil }
        let segments = frameParts.first?.segments ?? []
        let breaks = segments.flatMap { segment in
            running.breaks(from: segment.source.start, before: segment.source.end)
        }
        // The result begins with the code of its first frame.
        .filter { $0.instant != segments.first?.source.start }
        guard let first = breaks.first else { return nil }
        return
            "the timecode begins anew with \(first.code) at \(first.instant.clock): in the result it goes on as from the first frame"
    }
}

extension TimeMapping {
    /// The source time of what is shown first: of what is reversed, that of the frame before the end.
    fileprivate func firstShown(countedAt rate: FrameRate) throws -> RationalTime {
        let start = try sourceTime(ofTarget: target.start)
        guard case .reverse = course else { return start }
        return try rate.time(ofFrame: rate.frame(at: start, rounding: .up) - 1)
    }
}
