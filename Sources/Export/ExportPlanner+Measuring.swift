public import Composition
internal import FFmpeg
internal import MediaTime

extension ExportPlanner {
    /// A planner that knows how the pictures really follow one another, where that matters: for a constant frame rate,
    /// for one of so many pictures, and where a file claims no constant rate, every timestamp of the source is read. The
    /// one place where planning touches the file.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(size of the file) where timestamps are read, else O(1).
    public static func measuring(
        inputs: [MediaDescription],
        composition: Composition,
        settings: ExportSettings,
        container: Container
    ) throws(ExportError) -> ExportPlanner {
        let planner = ExportPlanner(
            inputs: inputs,
            composition: composition,
            settings: settings,
            container: container
        )
        let parts = planner.pictureParts
        let isVariable = parts.contains { $0.source.picture?.claimsConstantRate == false }
        guard !parts.isEmpty, settings.timing != .passthrough || isVariable else { return planner }
        do {
            let measured = try planner.measure(parts)
            return ExportPlanner(
                inputs: inputs,
                composition: composition,
                settings: settings,
                container: container,
                measured: measured
            )
        } catch let error as FFmpegError {
            throw ExportError(reading: error.subject, error)
        } catch let error as TimeOverflow {
            throw ExportError(.settings, "\(error)")
        } catch {
            throw ExportError(.fault, "\(error)")
        }
    }

    /// One of so many pictures, where that was asked for; or where it would be a constant rate that was asked for, if the
    /// file's claim is true.
    private func thinning(of parts: [TrackPart]) -> Int? {
        guard parts.count == 1, let segment = parts[0].segments.first else { return nil }
        switch settings.timing {
        case .passthrough: return nil
        case .thinned(let every): return every
        case .constantFrameRate(let rate):
            guard let playback = segment.rate,
                let claimed = parts[0].source.picture?.claimedFrameRate?.scaled(by: playback)
            else { return nil }
            let every = (claimed.approximation / rate.approximation).rounded()
            return every > 1 && every < 1000 ? Int(every) : nil
        }
    }

    /// Reads every timestamp of each file once; without a rate there is nothing to select.
    private func measure(_ parts: [TrackPart]) throws -> MeasuredPictures {
        let rate: FrameRate? = if case .constantFrameRate(let rate) = settings.timing { rate } else { nil }
        var count = thinning(of: parts).map(ThinningCount.init(every:))
        var thinned: ThinnedPictures?
        var selectors: [[FrameSelector]] = inputs.map { _ in [] }
        var counts = FrameCounts()
        for step in try rate.map(parts.pictureSteps) ?? [] {
            switch step {
            case .segment(let selector, let part): selectors[parts[part].input].append(selector)
            case .black(let places): counts.add(places)
            }
        }
        var first: FrameTiming?
        for (place, selectors) in selectors.enumerated() {
            let input = inputs[place]
            guard parts.contains(where: { $0.input == place }), let track = input.mainVideo else { continue }
            var timing = FrameTiming()
            var counting = FrameCounting(selectors)
            var last: RationalTime?
            var isLastPlayed = false
            let parameters = input.streams[track.index].parameters
            var scan = try FrameTimingScan(
                path: input.path,
                track: track,
                origin: input.origin,
                thinning: count.map { PictureThinning(every: $0.every, of: parameters) }
            )
            try scan.run { picture in
                if let last, picture.timestamp > last {
                    try counting.add(from: last, to: picture.timestamp, isLast: false)
                }
                last = picture.timestamp
                timing.add(picture.timestamp, lasting: picture.duration)
                isLastPlayed = parts[0].plays(picture)
                if rate == nil, isLastPlayed { counts.add(picture.isKept ? 0..<1 : 0..<0) }
                count?.add(picture)
            }
            thinned = count?.result(decodedLast: scan.lastKept, isInOrder: scan.keepsOrder)
            if rate == nil, isLastPlayed, thinned?.trailing != nil { counts.leaveOutLast() }
            if let last { try counting.add(from: last, to: timing.end ?? last, isLast: true) }
            counts.add(counting.counts)
            first = first ?? timing
        }
        return MeasuredPictures(timing: first ?? FrameTiming(), counts: counts, thinned: thinned)
    }
}

extension TrackPart {
    /// Whether any of a picture is played.
    fileprivate func plays(_ picture: PresentationOrder.Picture) -> Bool {
        guard let start = segments.first?.source.start, let end = segments.last?.source.end else { return false }
        let pictureEnd = (try? picture.timestamp + picture.duration) ?? picture.timestamp
        return picture.timestamp < end && pictureEnd > start
    }
}
