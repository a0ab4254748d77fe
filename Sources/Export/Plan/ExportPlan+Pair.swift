internal import Composition
internal import FFmpeg
public import MediaFormats
internal import MediaTime
internal import TimeStretch

extension ExportPlan {
    /// Plans two clips that are shown together, in step from one instant on: the marks of both coincide. Before a clip begins and
    /// after it ends, its place is black.
    ///
    /// Frames are chosen for each of them as for an export by itself. Colours become those of BT.709, and pixels square.
    /// Timestamps are read.
    ///
    /// - Throws: ``ExportError`` where a clip has no video, where the container carries none, and as for any export.
    /// - Complexity: O(size of the files).
    public init(
        pairing first: PairSide,
        with second: PairSide,
        settings: PairSettings = PairSettings(),
        container: Container
    ) throws(ExportError) {
        guard let encoding = settings.video ?? container.traits.defaultVideo.map({ VideoEncoding(codec: $0) }) else {
            throw ExportError(.settings, "\(container.rawValue) carries audio only")
        }
        let sides = [first, second]
        var sizes: [FrameExtent] = []
        for side in sides {
            guard let format = side.input.mainVideo?.video else {
                throw ExportError(.nothingToExport, "\(side.input.path) has no video to show")
            }
            let size = SeenFrame(format).size
            // What cannot be decoded may have no size.
            guard size.width > 0, size.height > 0 else { throw Self.hidden(side, or: "states no size") }
            sizes.append(size)
        }
        // The operator `??` would lose which errors are thrown.
        let rate = if let named = settings.frameRate { named } else { try Self.frameRate(of: sides, container) }
        let canvas = try PairCanvas(settings.layout, sizes[0], sizes[1], settings.size)
        var common = ExportSettings()
        common.timing = .constantFrameRate(rate)
        common.plays = settings.plays
        common.video = encoding
        // What is mixed is encoded.
        let mixing = settings.sound == .both ? container.traits.defaultAudio.map { AudioEncoding(codec: $0) } : nil
        common.audio = settings.audio ?? mixing
        common.demand = FrameDemand(traits: try Self.paneTraits(encoding, container), name: "the picture of both")
        let start = max(first.mark, second.mark)
        var plans: [ExportPlan] = []
        common.isPane = true
        for (number, side) in sides.enumerated() {
            let place = canvas.places[number]
            // What is not heard hinders nothing.
            common.pitch = settings.sound.heard.contains(number) ? settings.pitch : .mute
            common.shape.size = .exact(width: place.width, height: place.height)
            common.shape.fit = canvas.isMixed && number == 1 ? .bars : .stretch
            let composition = try Self.delayed(side, until: start)
            plans.append(try ExportPlan(exactly: composition, of: [side.input], settings: common, container: container))
        }
        for (plan, side) in zip(plans, sides) where plan.video == nil {
            let range = side.played.map { " in \($0.start)..\($0.end)" } ?? ""
            throw Self.hidden(side, or: "shows no frame\(range)")
        }
        self = try Self.joined(plans, canvas, settings.sound)
    }

    /// A clip whose video is not seen: because it cannot be shown, or else for another reason.
    private static func hidden(_ side: PairSide, or other: String) -> ExportError {
        let reason = side.input.mainVideo?.obstacle.map { "cannot be shown: \($0)" } ?? other
        return ExportError(.nothingToExport, "the video of \(side.input.path) \(reason)")
    }

    /// Both plans in one: the frames of both in one track, and the audio of one.
    private static func joined(
        _ plans: [ExportPlan],
        _ canvas: PairCanvas,
        _ sound: PairSettings.Sound
    ) throws(ExportError) -> ExportPlan {
        guard var video = plans[0].video, let second = plans[1].video else {
            throw ExportError(.fault, "a pair without video")
        }
        video.pair = FramePair(second: second.moved(toInput: 1), canvas: canvas)
        let reasons = plans.flatMap {
            $0.video.map { $0.parts.map(\.filters).reasons + ($0.recipe?.reasons ?? []) } ?? []
        }
        video.reason = reasons.reduce(into: ["two clips are shown together"]) { list, reason in
            if !list.contains(reason) { list.append(reason) }
        }.joined(separator: "; ")
        video.metadata = video.metadata.stating(nil)
        video.timecodeRate = nil
        var tracks = [video]
        var warnings: [String] = []
        for warning in plans.flatMap(\.warnings) where !warnings.contains(warning) { warnings.append(warning) }
        let audio = sound.heard.compactMap { number in
            plans[number].carried.first { $0.source.kind == .audio }?.moved(toInput: number)
        }
        if var first = audio.first {
            if let second = audio.dropFirst().first {
                first.mixed = second.parts
                first.reason = "both clips are heard, each at half of its level (-6 dB)"
            } else if sound == .both {
                warnings.append("only one of the clips has audio, which is heard alone")
            }
            tracks.append(first)
        } else if let chosen = sound.heard.first, !plans[chosen].input.hasAudio, plans[1 - chosen].input.hasAudio {
            warnings.append("\(plans[chosen].input.path) is to be heard, and has no audio: the result has none")
        }
        return ExportPlan(
            inputs: plans.map(\.input),
            container: plans[0].container,
            timing: plans[0].timing,
            delivery: .asSource,
            duration: max(plans[0].duration, plans[1].duration),
            tracks: tracks,
            chapters: [],
            metadata: [],
            cameraData: [],
            keepsXMP: false,
            plays: plans[0].plays,
            counts: nil,
            warnings: warnings
        )
    }

    /// What is played of a clip, with nothing before it, so that its mark is at an instant.
    private static func delayed(_ side: PairSide, until mark: RationalTime) throws(ExportError) -> Composition {
        do {
            let delay = try mark - side.mark
            var composition = side.composition
            if delay > .zero { try composition.insertGap(TimeRange(start: .zero, duration: delay)) }
            return composition
        } catch let error as TimeOverflow {
            throw ExportError(.timesTooFine, "\(error)", cause: error)
        } catch {
            throw ExportError(.settings, "\(error)", cause: error)
        }
    }

    /// The faster clip's, as it is played, and 60 at most; one of so many of them where a moving image usually has fewer.
    private static func frameRate(of sides: [PairSide], _ container: Container) throws(ExportError) -> FrameRate {
        var rates: [FrameRate] = []
        for side in sides {
            do { if let rate = try side.frameRate(atMost: mostFrames) { rates.append(rate) } } catch {
                throw ExportError(whileReading: side.input.path, error)
            }
        }
        guard let first = rates.first, let highest = rates.max() else { return FrameRate(30) }
        // Clips are no faster than one another where only their clocks differ.
        let fastest = highest.approximation / first.approximation < 1.001 ? first : highest
        if let most = container.traits.movingImage?.usualFramesPerSecond {
            return fastest.thinned(toAtMost: FrameRate(most))?.rate ?? FrameRate(most)
        }
        guard fastest > FrameRate(mostFrames) else { return fastest }
        // 59.94 where that is a part of it.
        return fastest.denominator == 1001 ? FrameRate(mostFrames * 1000, 1001) : FrameRate(mostFrames)
    }

    /// Frames a second, where no rate is named.
    private static let mostFrames: Int32 = 60

    /// What both clips' frames have in common.
    private static func paneTraits(
        _ encoding: VideoEncoding,
        _ container: Container
    ) throws(ExportError) -> DeliveryTraits {
        if let demand = FrameDemand(container) { return demand.traits }
        let ofQuality = encoding.codec.pixelFormats(quality: encoding.quality)
        let accepted = EncoderCapabilities(named: encoding.codec.traits.encoder)?.pixelFormats ?? []
        let offered = accepted.filter { ofQuality.isEmpty || ofQuality.contains($0.name) }
        let usual = PixelFormat(named: "yuv420p")
        guard let format = offered.isEmpty ? usual : usual?.leastLossy(of: offered) else {
            throw ExportError(.unsupported, "this libavcodec has no encoder \(encoding.codec.traits.encoder)")
        }
        return DeliveryTraits(
            pixelFormats: [format.name],
            highRangePixelFormats: [format.name],
            isStandardRange: true,
            isUpright: true,
            isProgressive: true
        )
    }
}

extension TrackPlan {
    /// The same of another of the plan's files.
    fileprivate func moved(toInput number: Int) -> TrackPlan {
        var moved = self
        moved.parts = parts.map { part in
            var part = part
            part.input = number
            return part
        }
        return moved
    }
}

extension PairSide {
    /// From the first instant of the clip that is played to the last (source time); `nil` where nothing is.
    fileprivate var played: TimeRange? {
        let ranges = composition.tracks.flatMap(\.segments).compactMap { segment in
            if case .media(let media) = segment { media.mapping.source } else { nil }
        }
        guard let start = ranges.map(\.start).min(), let end = ranges.map(\.end).max() else { return nil }
        return try? TimeRange(start: start, end: end)
    }
}

extension PairSide {
    /// Frames a second, as it is played where that is fastest: measured, because a file may claim another rate, and of frames that last
    /// for different times it claims but a mean. `nil` where it has no frames.
    fileprivate func frameRate(atMost most: Int32) throws -> FrameRate? {
        guard let track = input.mainVideo, let format = track.video else { return nil }
        let curves = (composition.firstTrack(of: .video).tracks.first?.segments ?? []).compactMap { segment in
            if case .media(let media) = segment { media.mapping.curve } else { nil }
        }
        let speed = curves.map(\.fastest).max() ?? .normal
        let timing = try FrameTimesReader(input, track: track).timing()
        if let steady = timing.constantRate ?? timing.roundedRate { return steady.scaled(by: speed) }
        let starts = try FrameStarts(of: track, in: input, played, playedAt: speed)
        let claimed = format.steadyRate?.scaled(by: speed)
        if let claimed, format.claimsConstantRate, starts.areShown(at: claimed) { return claimed }
        // Where some frames are missing, the others are not to be passed over for them.
        if let unbroken = timing.unbrokenRate?.rate.scaled(by: speed).flatMap({ Self.whole($0.approximation) }),
            starts.areShown(at: unbroken)
        {
            return unbroken
        }
        return starts.rate(usually: most, most) ?? starts.meanRate.flatMap(Self.whole) ?? claimed
    }

    /// The nearest whole rate, at least 1.
    private static func whole(_ rate: Double) -> FrameRate? {
        Int32(exactly: rate.rounded()).map { FrameRate(max(1, $0)) }
    }
}

extension MediaDescription {
    fileprivate var hasAudio: Bool { tracks.contains { $0.kind == .audio } }
}
