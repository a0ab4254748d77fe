internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// What frames go through before they are retimed.
extension ExportPlanner {
    /// The parts of a video track with their filters.
    func filtered(_ parts: [TrackPart]) throws(ExportError) -> [TrackPart] {
        guard let first = parts.first, first.source.kind == .video else { return parts }
        let cause = try progressiveCause(of: parts)
        return parts.map { part in
            var part = part
            part.filters = filters(for: part, cause)
            return part
        }
    }

    private func filters(for part: TrackPart, _ cause: String?) -> SourceFilters? {
        guard let format = part.source.video else { return nil }
        var reasons: [String] = []
        let order = deinterlacing(of: format, cause)
        if order != nil {
            let doubled = TrackPart.rate(format, framesPerFrame: 2).flatMap { showsAll(of: part, at: $0) ? $0 : nil }
            let claimed = format.claimsConstantRate ? format.claimedFrameRate : nil
            let rates = claimed.flatMap { rate in
                doubled.map { "\(rate) interlaced frames a second become \($0)" }
            }
            let why = settings.deinterlacing == .always ? "as asked" : cause ?? "as asked"
            reasons.append("\(rates ?? "fields become frames"): \(why)")
        }
        if let own = settings.filter { reasons.append("filtered by \(own)") }
        if let strength = settings.stabilisation { reasons.append(steadying(of: part, strength)) }
        guard !reasons.isEmpty else { return nil }
        return SourceFilters(
            deinterlacing: order,
            own: settings.filter,
            stabilisation: settings.stabilisation,
            reasons: reasons
        )
    }

    /// Whether each frame of a part has an instant of its own in the output, where its source has so many a second.
    private func showsAll(of part: TrackPart, at rate: FrameRate) -> Bool {
        guard case .constantFrameRate(let asked) = settings.timing else { return true }
        return part.segments.allSatisfy { segment in
            switch segment.course {
            case .hold: true
            case .constant(let speed), .reverse(let speed): rate.scaled(by: speed).map { $0 <= asked } ?? false
            case .ramp: false
            }
        }
    }

    /// What it costs to steady a part's frames, in words.
    private func steadying(of part: TrackPart, _ strength: Stabilisation) -> String {
        let seconds = TrackPart.passages(part.segments).reduce(0) { $0 + $1.duration.seconds }
        let most = Int((100 * FrameMargin.most).rounded())
        return
            "steadied (\(strength.rawValue)): \(seconds.text(decimals: 1)) s of the source are read twice, at most "
            + "\(most) % of width and height cut away"
    }

    /// The order of fields that become frames; `nil` where they do not.
    private func deinterlacing(of format: VideoFormat, _ cause: String?) -> FieldOrder? {
        switch settings.deinterlacing {
        case .never: nil
        case .always: format.areFieldsApart ? nil : format.fieldOrder ?? .upperFirst
        case .automatic: cause == nil ? nil : format.fieldOrder
        }
    }

    /// Why the track's frames must be whole; `nil` where they need not.
    private func progressiveCause(of parts: [TrackPart]) throws(ExportError) -> String? {
        let formats = parts.compactMap(\.source.video)
        guard let first = formats.first, formats.contains(where: { $0.fieldOrder != nil }) else { return nil }
        let encoding = encoding(of: parts)
        if settings.promise.isProgressive { return "\(settings.promiseName) has no fields" }
        if settings.stabilisation != nil { return "fields cannot be steadied" }
        if settings.makesFrames { return "no frames can be made between fields" }
        if try recipe(for: parts, encoding)?.movesSamples(of: first) ?? false {
            return "fields cannot be cropped, turned or scaled"
        }
        if formats.contains(where: { ($0.width, $0.height) != (first.width, first.height) }) {
            return "the inputs' sizes differ"
        }
        if !formats.areOfOnePixelShape { return "the inputs' pixels have different shapes" }
        if formats.contains(where: { $0.orientation != first.orientation }) {
            return "the inputs are mirrored or turned differently"
        }
        guard copyingObstacle(parts[0].source, parts) != nil else { return nil }
        if formats.contains(where: { $0.fieldOrder.map { $0 != first.fieldOrder } ?? false }) {
            return "the inputs' fields are not all in one order"
        }
        guard !encoding.codec.codesFields(of: first) else { return nil }
        return "\(encoding.codec.rawValue) has no fields in frames of \(first.height) lines"
    }

    /// The order of fields, where interlaced frames are encoded as such; `nil` where frames are whole.
    func keptFieldOrder(of parts: [TrackPart]) -> FieldOrder? {
        guard settings.deinterlacing == .automatic, parts.allSatisfy({ $0.filters?.deinterlacing == nil }) else {
            return nil
        }
        guard let format = parts.first?.source.video, encoding(of: parts).codec.codesFields(of: format) else {
            return nil
        }
        return format.fieldOrder
    }

    /// Tries the filters that were asked for on each kind of frames that they will get, and whether texts can be written.
    func tryFilters() throws(ExportError) {
        try TextTrial(texts: settings.texts).run()
        guard settings.filter != nil else { return }
        for part in parts.joined() {
            guard let filters = part.filters, let format = part.source.video, part.source.obstacle == nil else {
                continue
            }
            let start = part.segments.first?.source.start ?? .zero
            try FilterTrial(filters: filters, format: format, start: start).run()
        }
    }

    /// Whether the plan depends on it that the frames are interlaced, and a file's headers do not say that they are.
    var needsFieldOrders: Bool {
        guard settings.deinterlacing != .never else { return false }
        return settings.deinterlacing == .always || settings.promise.isProgressive || settings.promise.video != nil
            || settings.shape != FrameShape() || settings.zoom != nil || settings.stabilisation != nil
            || frameParts.contains { !container.canCopy($0.source) }
            // What else hinders is of all parts together.
            || frameParts.first.map { copyingObstacle($0.source, frameParts) != nil } ?? false
            // What a container says of fields in HEVC may be of frames that are fields.
            || frameParts.contains { $0.source.codec == "hevc" && $0.source.video?.fieldOrder != nil }
    }
}

extension VideoCodec {
    /// Whether interlaced frames can be encoded as such. Where chroma has half the lines, each field needs an even number.
    fileprivate func codesFields(of format: VideoFormat) -> Bool {
        traits.knowsFields && (!traits.needsWholeChromaSamples || format.height % 4 == 0)
    }
}

extension FrameRecipe {
    /// Whether samples come to lie on other lines than in the source.
    fileprivate func movesSamples(of format: VideoFormat) -> Bool {
        let frame = SeenFrame(format)
        return zoom != nil
            || layouts.contains { layout in
                layout.orientation != .upright || layout.isScaled || layout.hasBars
                    || layout.region.top != 0 || layout.region.height != frame.stored.height
            }
    }
}

extension TrackPart {
    /// The passages of the source that segments play (asset time), ascending, each at least a second away from the next.
    static func passages(_ segments: [TimeMapping]) -> [TimeRange] {
        var passages: [TimeRange] = []
        for range in segments.map(\.source).sorted(by: { $0.start < $1.start }) {
            if let last = passages.last, range.start.seconds <= last.end.seconds + 1 {
                passages[passages.count - 1] =
                    (try? TimeRange(start: last.start, end: max(last.end, range.end))) ?? last
            } else {
                passages.append(range)
            }
        }
        return passages
    }

    /// How many frames a second the part has behind its filters, as the container claims.
    var claimedFrameRate: FrameRate? {
        source.video.flatMap { Self.rate($0, framesPerFrame: filters?.framesPerFrame ?? 1) }
    }

    fileprivate static func rate(_ format: VideoFormat, framesPerFrame: Int) -> FrameRate? {
        format.claimedFrameRate.flatMap {
            FrameRate(numerator: Int128($0.numerator) * Int128(framesPerFrame), denominator: Int128($0.denominator))
        }
    }
}
