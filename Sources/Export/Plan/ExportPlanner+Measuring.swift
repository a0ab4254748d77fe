internal import FFmpeg
internal import MediaTime

extension ExportPlanner {
    /// How the frames really follow one another; `nil` where the plan does not depend on it. Reads every timestamp of the
    /// source for a constant frame rate, for one of so many frames, and where a file claims no constant rate.
    ///
    /// - Throws: ``ExportError`` where a file cannot be read, or two frames are too far apart for a constant rate.
    /// - Complexity: O(size of the files) where timestamps are read.
    func measure() throws(ExportError) -> MeasuredFrames? {
        let parts = frameParts
        let isVariable = parts.contains { $0.source.video?.claimsConstantRate == false }
        guard !parts.isEmpty, settings.timing != .passthrough || isVariable else { return nil }
        do {
            return try measure(parts)
        } catch let error as ExportError {
            throw error
        } catch let error as FFmpegError {
            throw ExportError(reading: error.subject, error)
        } catch let error as TimeOverflow {
            throw ExportError(.timesTooFine, "\(error)", cause: error)
        } catch {
            throw ExportError(.fault, "\(error)", cause: error)
        }
    }

    /// Whether frames are to be chosen by the instants of the grids that were found. Where by their timestamps as they stand each has one place,
    /// that is so only for a grid at whose rate they are to be shown: another one would be a guess that can only be wrong.
    var needsGrids: Bool {
        guard let measured, !measured.grids.isEmpty, case .constantFrameRate(let rate) = settings.timing else {
            return false
        }
        if !measured.haveOwnPlaces || measured.grids.values.contains(where: { $0.outliers > 0 }) { return true }
        return frameParts.allSatisfy { part in
            part.segments.allSatisfy { segment in
                segment.rate.flatMap { measured.grids[part.input]?.rate.scaled(by: $0) } == rate
            }
        }
    }

    /// The counting where one of *n* frames is to be kept.
    private func decimation(of parts: [TrackPart]) throws(FFmpegError) -> DecimationCount? {
        guard parts.count == 1, case .decimated(let every) = settings.timing,
            let track = inputs[parts[0].input].mainVideo
        else { return nil }
        let standAlone = try StandaloneFrames.areAll(ofTrack: track, in: inputs[parts[0].input])
        return DecimationCount(every: every, standAlone: standAlone)
    }

    private func framesPerFrame(ofInput index: Int, _ parts: [TrackPart]) -> Int {
        parts.first { $0.input == index }?.filters?.framesPerFrame ?? 1
    }

    /// Reads every timestamp of each file once. Without a constant rate no frames are selected.
    private func measure(_ parts: [TrackPart]) throws -> MeasuredFrames {
        let rate: FrameRate? = if case .constantFrameRate(let rate) = settings.timing { rate } else { nil }
        var count = try decimation(of: parts)
        var decimated: DecimatedFrames?
        var selectors: [[FrameSelector]] = inputs.map { _ in [] }
        var counts = FrameCounts()
        for step in try rate.map({ rate throws(TimeOverflow) in try parts.frameSteps(at: rate) }) ?? [] {
            switch step {
            case .segment(let selector, let part): selectors[parts[part].input].append(selector)
            case .black(let outputFrames): counts.add(outputFrames)
            }
        }
        var first: FrameTiming?
        var grids: [Int: FrameGrid] = [:]
        var formatChanges: [Int: FormatChange] = [:]
        var evenRuns: [EvenRun] = []
        var wholeRun: EvenRun?
        var overtaking = 0
        var endPlace: Int64 = 0
        var longest = LongestFrame()
        for (index, selectors) in selectors.enumerated() {
            let input = inputs[index]
            guard parts.contains(where: { $0.input == index }), let track = input.mainVideo else { continue }
            var timing = FrameTiming()
            let parameters = input.streams[track.index].parameters
            var scan = try FrameTimingScan(
                input,
                track: track,
                decimation: count.map { FrameDecimation(every: $0.every, of: parameters, standAlone: $0.standAlone) },
                leavable: rate.map { _ in LeavableFrames(of: parameters) },
                examining: true
            )
            var counting = FrameCounting(
                selectors,
                framesPerFrame: framesPerFrame(ofInput: index, parts),
                making: settings.makesFrames
            )
            var search =
                rate != nil && track.grid == nil
                ? CopiedClockSearch(track, stated: track.video?.claimedFrameRate) : nil
            var last: RationalTime?
            var isLeavable = false
            var areAllLeavable = true
            var isLastPlayed = false
            let shown = rate == nil ? parts.filter { $0.input == index } : []
            try scan.run { frame in
                search?.add(frame.timestamp)
                if let last { try longest.note(shown, from: last, to: frame.timestamp) }
                if let last, frame.timestamp > last {
                    try counting.add(from: last, to: frame.timestamp, leavable: isLeavable, isLast: false)
                } else if last != nil {
                    counting.breakRuns()
                }
                last = frame.timestamp
                isLeavable = frame.isLeavable
                areAllLeavable = areAllLeavable && isLeavable
                timing.add(frame.timestamp, lasting: frame.duration)
                isLastPlayed = parts[0].plays(frame)
                if rate == nil, isLastPlayed { counts.add(frame.isKept ? 0..<1 : 0..<0) }
                count?.add(frame)
            }
            decimated = count?.result(decodedLast: scan.lastKept, isInOrder: scan.keepsOrder)
            if rate == nil, isLastPlayed, decimated?.trailing != nil { counts.leaveOutLast() }
            if let last {
                try counting.add(from: last, to: timing.end ?? last, leavable: isLeavable, isLast: true)
            }
            if let frame = counting.endless {
                throw ExportError(
                    .frameEndless,
                    "the frame at \(frame.start.clock) of \(input.path) lasts until \(frame.end.clock), and would be shown more than a million "
                        + "times"
                )
            }
            if let last { try longest.note(shown, from: last, to: track.range?.end ?? last) }
            counts.add(counting.counts)
            evenRuns += counting.evenRuns
            if areAllLeavable || parts[0].isUncut { wholeRun = counting.wholeRun }
            overtaking = max(overtaking, scan.overtaking)
            endPlace = max(endPlace, counting.end)
            first = first ?? timing
            grids[index] = search?.found()
            formatChanges[index] = scan.formatChange
        }
        return MeasuredFrames(
            timing: first ?? FrameTiming(),
            counts: counts,
            decimated: decimated,
            grids: grids,
            formatChanges: formatChanges,
            even: EvenFrames(runs: evenRuns, whole: wholeRun, overtaking: overtaking, end: endPlace),
            longest: longest.range
        )
    }
}

extension TrackPart {
    /// Whether the part begins and ends with its track, and nothing of that is hidden.
    fileprivate var isUncut: Bool {
        isOpenEnded && segments.first?.source.start == source.range?.start
            && !source.hidden.areBefore && !source.hidden.areAfter
    }

    /// When it shows a frame (target time); `nil` where it shows nothing of it.
    fileprivate func shown(from start: RationalTime, to end: RationalTime) throws(TimeOverflow) -> TimeRange? {
        guard let first = segments.first?.source.start, let last = segments.last?.source.end,
            max(start, first) < min(end, last)
        else { return nil }
        let (begin, stop) = (
            try targetTime(ofSource: max(start, first)), try targetTime(ofSource: min(end, last), as: .end)
        )
        return begin < stop ? try TimeRange(start: begin, end: stop) : nil
    }

    /// Whether the part plays any of a frame.
    fileprivate func plays(_ frame: PresentationOrder.Frame) -> Bool {
        guard let start = segments.first?.source.start, let end = segments.last?.source.end else { return false }
        let frameEnd = (try? frame.timestamp + frame.duration) ?? frame.timestamp
        return frame.timestamp < end && frameEnd > start
    }
}

/// The frame that is shown for longest.
private struct LongestFrame {
    /// When it is (target time); `nil` where none is shown for long.
    private(set) var range: TimeRange?

    /// Notes a frame, which is there until the next one is (asset time), as parts show it: one that lasts for a second or more.
    ///
    /// - Complexity: O(1), and of a frame that lasts so long O(number of parts).
    mutating func note(_ parts: [TrackPart], from start: RationalTime, to end: RationalTime) throws(TimeOverflow) {
        guard try end - start >= RationalTime(1, 1) else { return }
        for part in parts {
            guard let shown = try part.shown(from: start, to: end) else { continue }
            if shown.duration > range?.duration ?? .zero { range = shown }
        }
    }
}
