internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// What the delivery and the wanted shape of frames mean for each track.
extension ExportPlanner {
    /// How a video track is encoded, where it is.
    func encoding(of parts: [TrackPart]) -> VideoEncoding {
        settings.video
            ?? settings.usualVideo(
                in: container,
                isHighRange: settings.keepsHighRange(of: parts),
                matching: knownObstacle(of: parts)?.encoding
            )
    }

    /// How a track's frames are made; `nil` where they go to the encoder as they are. `needs` are those of frames that are encoded.
    func recipe(
        for parts: [TrackPart],
        _ encoding: VideoEncoding,
        needs: FrameNeeds? = nil
    ) throws(ExportError) -> FrameRecipe? {
        try FrameRecipe.make(for: parts.compactMap(\.source.video), settings, encoding, needs: needs)
    }

    /// What becomes of frames that are encoded, and why.
    func conversions(of parts: [TrackPart], _ encoding: VideoEncoding) throws(ExportError) -> [String] {
        parts.map(\.filters).reasons + (try recipe(for: parts, encoding)?.reasons ?? []) + settings.marks.reasons
    }

    /// Why the wanted shape of frames, or what is promised of them, does not allow a copy; `nil` where it does.
    func shapingObstacle(
        _ parts: [TrackPart],
        _ encoding: VideoEncoding
    ) throws(ExportError) -> String? {
        let conversions = try conversions(of: parts, encoding)
        if !conversions.isEmpty { return conversions.joined(separator: "; ") }
        let promise = settings.promise
        guard promise.video != nil else { return nil }
        let name = settings.delivery.rawValue
        for part in parts where part.source.codec != encoding.codec.rawValue {
            return "\(name) is \(encoding.codec.rawValue), and this is \(part.source.codecLabel)"
        }
        guard promise.statesLevel, encoding.codec == .h264 else { return nil }
        for part in parts {
            let headers = inputs[part.input].streams[part.source.index].parameters.extradata
            guard let level = H264Level(headers: headers), level <= .fourTwo else {
                return "\(name) is of level 4.2 at most"
            }
            guard part.source.profile.map({ H264Level.commonProfiles.contains($0) }) ?? false else {
                return "\(name) is of the profile High at most"
            }
        }
        return nil
    }

    /// Whether audio can be copied and keep what the delivery promises.
    func keepsPromise(_ track: MediaTrack) -> Bool {
        let promise = settings.promise
        let names = promise.audio.map { codec in [16, 24].map { codec.traits.codecName(sourceBits: $0) } }
        return names?.contains(track.codec) ?? true
            && promise.sampleRate.map { $0 == track.audio?.sampleRate } ?? true
    }

    /// The profile and level of H.264, where they are promised.
    func encoderOptions(
        _ encoding: VideoEncoding,
        _ clock: TrackPlan.FrameClock,
        _ plan: TrackPlan
    ) -> [MetadataItem] {
        guard settings.promise.statesLevel, encoding.codec == .h264, let format = plan.source.video else {
            return []
        }
        let (width, height) = plan.recipe.map { ($0.width, $0.height) } ?? (format.width, format.height)
        let rate = framesPerSecond(clock, plan)
        var options = [MetadataItem(key: "profile", value: "high")]
        if let level = H264Level.lowest(width: width, height: height, framesPerSecond: rate) {
            options.append(MetadataItem(key: "level", value: level.description))
        }
        return options
    }

    /// What an encoder is told of how many frames are in a second. Where that changes, it is the most for H.264, which states its level
    /// by it, and the mean for others: HEVC's quality goes by it. Encoders that are told nothing take each tick of the clock for a frame.
    func encoderRate(_ encoding: VideoEncoding, _ clock: TrackPlan.FrameClock, _ plan: TrackPlan) -> FrameRate? {
        if let rate = plan.statedRate(by: clock) { return rate }
        let rate = encoding.codec == .h264 ? framesPerSecond(clock, plan) : meanFramesPerSecond(plan)
        return FrameRate(numerator: Int128((min(max(rate, 1), 100_000) * 1000).rounded()), denominator: 1000)
    }

    /// The level that HEVC states where speeds differ: that of its fastest part. Its encoder would state that of the mean rate, and told of a
    /// level, it would limit the bit rate.
    func statedLevel(_ encoding: VideoEncoding, _ clock: TrackPlan.FrameClock, _ plan: TrackPlan) -> HEVCLevel? {
        guard encoding.codec == .hevc, plan.statedRate(by: clock) == nil, let format = plan.source.video else {
            return nil
        }
        let (width, height) = plan.recipe.map { ($0.width, $0.height) } ?? (format.width, format.height)
        func level(_ rate: Double) -> HEVCLevel? {
            HEVCLevel.lowest(width: width, height: height, framesPerSecond: rate)
        }
        guard let own = level(framesPerSecond(clock, plan)), let mean = level(meanFramesPerSecond(plan)), own > mean
        else { return nil }
        return own
    }

    /// The most frames in a second, about.
    private func framesPerSecond(_ clock: TrackPlan.FrameClock, _ plan: TrackPlan) -> Double {
        if let rate = clock.statedRate { return rate.approximation }
        let rates = plan.parts.map { part in
            sourceRate(part, of: plan) { max(Double($0.mostInSecond), $0.averageRate ?? 0) }
                * (part.fastestShowing?.approximation ?? 1)
        }
        return rates.max() ?? 60
    }

    /// How many frames of the source are shown in a second of the result, in the mean, about.
    private func meanFramesPerSecond(_ plan: TrackPlan) -> Double {
        var (frames, seconds) = (0.0, 0.0)
        for part in plan.parts {
            let rate = sourceRate(part, of: plan, by: \.averageRate) * Double(part.filters?.framesPerFrame ?? 1)
            for segment in part.segments {
                frames += segment.source.duration.seconds * rate
                seconds += segment.target.duration.seconds
            }
        }
        return seconds > 0 ? frames / seconds : 60
    }

    /// How many frames the source of a part has in a second, about. A single short interval does not make a rate; a clip of less than
    /// a second has one.
    private func sourceRate(_ part: TrackPart, of plan: TrackPlan, by measure: (FrameTiming) -> Double?) -> Double {
        // Of several clips, the first one is measured, and of its tracks the first.
        let isMeasured =
            part.input == plan.parts[0].input && part.source.index == inputs[part.input].mainVideo?.index
        let own = isMeasured ? measured.flatMap { measure($0.timing) } : nil
        return own ?? part.source.video?.claimedFrameRate?.approximation ?? 60
    }

    /// Refuses what contradicts the delivery's promise.
    func checkDelivery() throws(ExportError) {
        let promise = settings.delivery.traits
        let name = settings.delivery.rawValue
        if !promise.containers.isEmpty, !promise.containers.contains(container) {
            let containers = promise.containers.map(\.rawValue).joined(separator: " or ")
            throw ExportError(.settings, "\(name) is a file of \(containers), not \(container.rawValue)")
        }
        let keepsHighRange = settings.keepsHighRange(of: frameParts)
        let promised = keepsHighRange ? promise.highRangeVideo : promise.video
        if let video = settings.video, let promised, video.codec != promised.codec {
            let isOther = video.codec == promise.highRangeVideo?.codec
            let when = isOther ? ", which it is only of clips with high dynamic range that is kept" : ""
            let range = keepsHighRange && video.codec == promise.video?.codec ? " with high dynamic range" : ""
            throw ExportError(
                .settings,
                "\(name)\(range) is \(promised.codec.rawValue), not \(video.codec.rawValue)\(when)"
            )
        }
        if let audio = settings.audio, let promised = promise.audio, audio.codec != promised {
            throw ExportError(.settings, "\(name) has \(promised.rawValue), not \(audio.codec.rawValue)")
        }
    }

    /// That a size or a rate that was asked for is beyond what is promised.
    func deliveryWarnings(_ tracks: [TrackPlan]) -> [String] {
        let promise = settings.delivery.traits
        let name = settings.delivery.rawValue
        guard let video = tracks.first(where: { $0.source.kind == .video && $0.treatment.isCarried }),
            let format = video.source.video
        else { return [] }
        var warnings: [String] = []
        let (width, height) = video.recipe.map { ($0.width, $0.height) } ?? (format.width, format.height)
        if case .atMost(let longerSide, let pixels) = promise.size,
            max(width, height) > longerSide || width * height > pixels
        {
            warnings.append(
                "\(name) has at most \(longerSide) pixels on the longer side and \(pixels) in all, and frames become \(width)x\(height): "
                    + "not everything that it is made for plays them"
            )
        }
        if let most = promise.mostFramesPerSecond, let rate = rate(of: video), rate > FrameRate(most) {
            warnings.append(
                "\(name) has at most \(most) frames a second, and there are \(rate): not everything that it is made for plays them"
            )
        }
        return warnings
    }

    /// How many frames a second there are at most, as far as it is stated; `nil` where they last for different times. Where some are left
    /// out, it is the mean of those that stay.
    func rate(of video: TrackPlan) -> FrameRate? {
        if case .constantFrameRate(let rate) = settings.timing { return rate }
        let rates = video.parts.compactMap { part -> FrameRate? in
            guard let format = part.source.video, format.claimsConstantRate, let speed = part.fastestShowing else {
                return nil
            }
            return format.claimedFrameRate?.scaled(by: speed)
        }
        guard case .copy(_, let decimated?) = video.treatment, let fastest = rates.max(),
            let share = PlaybackRate(
                numerator: Int128(decimated.timing.count),
                denominator: Int128(decimated.timing.count + decimated.leftOut)
            )
        else { return rates.max() }
        return fastest.scaled(by: share)
    }
}

extension TrackPart {
    /// How many times as fast as in the source frames are shown, where they are fastest; `nil` where all are held.
    fileprivate var fastestShowing: PlaybackRate? {
        let count = PlaybackRate(Int64(filters?.framesPerFrame ?? 1))
        return segments.compactMap { $0.curve?.fastest }.max().flatMap { $0.multiplied(by: count) }
    }
}
