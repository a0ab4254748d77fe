public import Composition
internal import FFmpeg
internal import MediaTime

extension ExportPlanner {
    /// A planner that knows how the pictures really follow one another, where that matters: for a constant frame rate,
    /// and where a file claims no constant one, every timestamp of the source is read. The one place where planning
    /// touches the file.
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
        let rate: FrameRate? = if case .constantFrameRate(let rate) = settings.timing { rate } else { nil }
        let isVariable = parts.contains { $0.source.picture?.claimsConstantRate == false }
        guard !parts.isEmpty, rate != nil || isVariable else { return planner }
        do {
            let measured = try planner.measure(parts, at: rate)
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

    /// Reads every timestamp of each file once; without a rate there is nothing to select.
    private func measure(_ parts: [TrackPart], at rate: FrameRate?) throws -> MeasuredPictures {
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
            var scan = try FrameTimingScan(path: input.path, track: track, origin: input.origin)
            try scan.run { timestamp, duration in
                if let last, timestamp > last { try counting.add(from: last, to: timestamp, isLast: false) }
                last = timestamp
                timing.add(timestamp, lasting: duration)
            }
            if let last { try counting.add(from: last, to: timing.end ?? last, isLast: true) }
            counts.add(counting.counts)
            first = first ?? timing
        }
        return MeasuredPictures(timing: first ?? FrameTiming(), counts: counts)
    }
}
