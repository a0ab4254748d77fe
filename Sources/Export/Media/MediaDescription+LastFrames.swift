internal import FFmpeg
internal import MediaTime

extension MediaDescription {
    /// Ends video tracks where their last frames end, where headers say less, and where the first frame begins that an edit list
    /// hides at the end, where they say more.
    ///
    /// Writers that cut streams leave headers by which a track ends where its last frame begins, and so does rounding: the
    /// last frame lasts no time, but it is presented. Any other stated end within the last frame, or after it, is believed, as long as
    /// there are frames for it: an edit list may be longer than what it plays. One that begins before the first frame ends before the
    /// stated end, as libavformat has it. A track of which an edit list hides every frame cannot be exported.
    ///
    /// `demuxer` has the file open.
    ///
    /// - Complexity: Of MP4 and MOV it reads the last packets, and all where the last ones are hidden; elsewhere from the last key
    ///   frame before the stated end on.
    mutating func includeLastFrames(_ demuxer: borrowing Demuxer) throws(FFmpegError) {
        for place in tracks.indices where tracks[place].kind == .video && tracks[place].range != nil {
            let track = tracks[place]
            demuxer.select { $0 == track.index }
            // What cannot be sought or read keeps its stated end. Whoever reads the frames finds the same, and reports it.
            guard let range = track.range,
                let stated = try? SourceClock(track: track, origin: origin).ticks(at: range.end),
                (try? demuxer.seekToTail(ofStream: track.index, from: stated)) != nil,
                let last = try? LastFrame(of: track, origin: origin, in: demuxer)
            else {
                if track.hidden.areBefore || track.hidden.areAfter, try hidesAll(of: track) {
                    tracks[place].obstacle = tracks[place].obstacle ?? .hidden
                }
                continue
            }
            let own = try? last.timestamp + (last.duration ?? last.likelyDuration)
            // When all is decoded, and as much later as a frame is presented after it is decoded.
            let limit = mediaEnds[track.index].flatMap { try? $0 - origin + last.greatestLead }
            let edited = laterEditEnd(of: track, than: range.end).flatMap { edit in
                limit.flatMap { try? $0 + last.longestStep }.flatMap { edit <= $0 ? edit : nil }
            }
            let end: RationalTime? =
                if last.timestamp >= range.end {
                    laterEditEnd(of: track, than: last.timestamp) ?? own
                } else if let hidden = last.hiddenNext {
                    min(hidden, edited ?? range.end)
                } else {
                    edited ?? last.end(by: limit, own: own, stated: range.end)
                }
            if let end, let shown = try? TimeRange(start: range.start, end: end) { tracks[place].range = shown }
            tracks[place].lastFrame = self.lastFrame(of: tracks[place], from: last.timestamp, until: own)
        }
    }

    /// When the last frame of a track is presented that by its own duration is so until `own`: until the track ends. But where the container only
    /// states when the file ends, which may be when another track does, at a constant rate for an interval, unless the track's tag says that it
    /// is longer, or there is no other track. What is less than two ticks later is rounding. The tag counts from zero, as libavformat writes
    /// it; where it counts from the first frame, as mkvmerge writes it, the last frame of a track that begins late is shown for less. ASF says
    /// of each track what it says of the file.
    private func lastFrame(
        of track: MediaTrack,
        from start: RationalTime,
        until own: RationalTime?
    ) -> TimeRange? {
        guard let end = track.range?.end, end > start else { return nil }
        let isOfFile =
            track.container.hasPrefix("asf") || streams[track.index].duration == nil && track.isAtConstantRate
        guard let own, isOfFile else {
            return try? TimeRange(start: start, end: end)
        }
        let tagged = MediaTrack.taggedDuration(of: streams[track.index]).flatMap { try? $0 - origin }
        let isAlone = tracks.allSatisfy { $0.index == track.index || !$0.kind.isTimed && $0.kind != .subtitle }
        guard let held = tagged.map({ min($0, end) }) ?? (isAlone ? end : nil),
            let rounding = try? track.tick + track.tick, let more = try? held - own, more >= rounding
        else { return nil }
        return try? TimeRange(start: start, end: held)
    }

    /// Where a track's edit list ends; `nil` where that is not later than an end, but for rounding. libavformat ends a track with the sum of
    /// its samples' durations: of reordered frames at a variable rate, that is not when the last one is presented until.
    private func laterEditEnd(of track: MediaTrack, than end: RationalTime) -> RationalTime? {
        guard let edit = editEnds[track.index], let limit = try? edit - origin,
            let more = try? limit - end, more > RationalTime(1, 500)
        else { return nil }
        return limit
    }

    /// Whether an edit list hides every packet of a track. What cannot be read is found by whoever reads the frames.
    private func hidesAll(of track: MediaTrack) throws(FFmpegError) -> Bool {
        let demuxer = try self.demuxer(analysing: false)
        demuxer.select { $0 == track.index }
        let packet = try Packet()
        var isHidden = false
        while (try? demuxer.read(into: packet)) ?? false {
            if packet.streamIndex == track.index {
                guard packet.isDiscarded else { return false }
                isHidden = true
            }
            packet.reset()
        }
        return isHidden
    }
}

extension MediaTrack {
    /// Shows the last frame of video in fragments until the sample ends that is stored last, and lasts so many ticks, where that is later. Of all
    /// others it is only said how long it is until the next one is decoded.
    mutating func holdLastFrame(
        _ survey: TrackSurvey,
        lasting step: UInt64,
        on timeBase: TimeBase,
        origin: RationalTime
    ) {
        guard kind == .video, let range, let stored = survey.lastStored, let step = Int64(exactly: step),
            let end = timeBase.time(stored &+ step).flatMap({ try? $0 - origin }),
            let start = survey.last.flatMap({ timeBase.time($0) }).flatMap({ try? $0 - origin }),
            let rounding = try? tick + tick, let more = try? end - range.end, more >= rounding,
            let shown = try? TimeRange(start: range.start, end: end), let last = try? TimeRange(start: start, end: end)
        else { return }
        (self.range, lastFrame) = (shown, last)
    }
}

/// The frame of a track that is presented last.
private struct LastFrame {
    /// When it is presented (asset time).
    let timestamp: RationalTime
    /// How long; `nil` where nothing says so.
    let duration: RationalTime?
    /// As long as the frame before it, or as the track's rate has it; a tick or more.
    let likelyDuration: RationalTime

    /// When the next frame would be presented, which an edit list hides; `nil` where there is none.
    let hiddenNext: RationalTime?

    /// The longest time for which a frame is presented after it is decoded, and that from one frame to the next.
    let greatestLead: RationalTime
    let longestStep: RationalTime

    /// When it ends where nothing is there that would be presented until the stated end; `nil` where something is. `limit` is when the last
    /// sample ends at the latest, `nil` where that is not known, and `own` when it ends by its own duration, which libavformat may have
    /// lengthened.
    func end(by limit: RationalTime?, own: RationalTime?, stated end: RationalTime) -> RationalTime? {
        guard let limit, limit > timestamp, let more = try? end - limit, more > RationalTime(1, 500) else { return nil }
        return own.map { min($0, limit) } ?? limit
    }

    /// The last frame of those that a demuxer still has to read; `nil` where there is none.
    init?(of track: MediaTrack, origin: RationalTime, in demuxer: borrowing Demuxer) throws(FFmpegError) {
        let clock = SourceClock(track: track, origin: origin)
        var order = PresentationOrder()
        var (before, last): (PresentationOrder.Frame?, PresentationOrder.Frame?)
        var longestStep = RationalTime.zero
        func present(_ frame: PresentationOrder.Frame) {
            if let last, let step = try? frame.timestamp - last.timestamp { longestStep = max(longestStep, step) }
            (before, last) = (last, frame)
        }
        var greatestLead = RationalTime.zero
        var decodedLast: RationalTime?
        var hidden: [RationalTime] = []
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index, let instant = clock.instant(packet.pts) {
                if let decoded = clock.instant(packet.dts), let lead = try? instant - decoded {
                    greatestLead = max(greatestLead, lead)
                }
                if packet.isDiscarded {
                    hidden.append(instant)
                } else {
                    decodedLast = instant
                    let known = clock.knownDuration(packet.duration) ?? .zero
                    if let next = order.push(PresentationOrder.Frame(timestamp: instant, duration: known)) {
                        present(next)
                    }
                }
            }
            packet.reset()
        }
        while let next = order.pop() { present(next) }
        // Of frames at the same instant none is the last.
        guard let last, before.map({ $0.timestamp < last.timestamp }) ?? true else { return nil }
        timestamp = last.timestamp
        (self.greatestLead, self.longestStep) = (greatestLead, longestStep)
        hiddenNext = hidden.filter { $0 > last.timestamp }.min()
        // The duration of a packet of MP4 is the time to the next one that is decoded. Of the one that is decoded last it is
        // that of its frame.
        let isFrames = !track.statesDurations || decodedLast == last.timestamp
        duration = isFrames && last.duration > .zero ? last.duration : nil
        let interval = before.flatMap { try? last.timestamp - $0.timestamp }
        likelyDuration = max(interval ?? clock.duration(0), track.tick)
    }
}
