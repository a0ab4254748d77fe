internal import Composition
internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import TimeStretch

/// What becomes of audio, and which of it is copied, packet by packet.
extension ExportPlanner {
    /// How audio is copied.
    struct AudioCopy {
        /// What is taken of which file, in one segment.
        let part: TrackPart
        /// How much earlier than that copying begins, because the decoder needs it. The container hides it.
        let preroll: RationalTime
        /// Why it can be copied, in words.
        let reason: String
    }

    /// What becomes of a track of audio, and why.
    func audioPlan(
        _ track: MediaTrack,
        _ parts: [TrackPart]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        let segments = parts.flatMap(\.segments)
        if settings.pitch.abilities.isSilent { return (.leaveOut, "muted") }
        if let obstacle = parts.lazy.compactMap({ $0.source.audioObstacle }).first { return (.leaveOut, obstacle) }
        if let copy = audioCopy(track, parts) {
            return (.copy(timescale: Int32(track.audio?.sampleRate ?? 48000)), copy.reason)
        }
        if track.obstacle == nil {
            for segment in segments { try checkPitch(segment) }
            try checkSilence(before: parts)
        }
        let promise = settings.promise
        let usual = promise.audio ?? lossless(parts) ?? container.traits.defaultAudio ?? .aac
        let encoding = settings.audio ?? AudioEncoding(codec: usual)
        let own = promise.sampleRate ?? track.audio?.sampleRate ?? 48000
        let wanted = min(own, RenderingRate.of(own))
        let rate = Self.sampleRate(of: encoding.codec, nearestTo: wanted)
        let highest =
            rate < wanted
            ? "\(encoding.codec.rawValue) has no higher rate"
            : "audio is rendered at \(TimeStretcher.sampleRates.upperBound) Hz at most"
        let lowered = rate < own ? ", lowered from \(own) Hz: \(highest)" : ""
        let reason =
            segments.allSatisfy { $0.rate == .normal } ? "encoded anew" : "stretched (\(settings.pitch.rawValue))"
        let silence =
            needsSilence(before: parts)
            ? ", with the silence before it: \(container.rawValue) does not say when audio begins" : ""
        let channels = try renamedChannels(parts, encoding.codec)
        let isPaddingAlone =
            settings.audio == nil && showsPadding(of: track) && container.canCopy(track)
            && segments.allSatisfy { $0.rate == .normal }
        let padding =
            isPaddingAlone ? ", as \(container.rawValue) cannot hide what an encoder put in front of it" : ""
        let changes =
            settings.audio == nil && parts.contains { $0.source.changesCoding } && container.canCopy(track)
                && segments.allSatisfy { $0.rate == .normal }
            ? ", as its coding changes on the way" : ""
        let why = reason + changes + padding + silence + channels + lowered + Self.rounding(of: parts, encoding.codec)
        return (.encodeAudio(encoding, sampleRate: rate, settings.pitch), why)
    }

    /// How a track of audio is copied; `nil` where it is not: where its time changes, another codec is asked for or promised, or the
    /// container cannot carry it or hide what is copied beyond the in point and the out point.
    func audioCopy(_ track: MediaTrack, _ parts: [TrackPart]) -> AudioCopy? {
        guard parts.count == 1, let part = parts.first, settings.audio == nil, keepsPromise(track),
            container.canCopy(track), canKeepPlaces(of: track), !part.source.changesCoding,
            let first = part.segments.first,
            let segment = part.segments.dropFirst().reduce(first, { $0?.joined(with: $1) }), segment.rate == .normal,
            !needsSilence(before: parts), silentEnd(of: parts) == nil, !showsPadding(of: track)
        else { return nil }
        let whole = part.with([segment], isOpenEnded: part.isOpenEnded)
        if segment.source == track.range {
            return AudioCopy(part: whole, preroll: .zero, reason: "its time does not change")
        }
        // Where each packet's place is not counted in samples, it is not known to the sample. libavformat does not find samples in the
        // last packet where the edit list leaves nothing of the one before it.
        guard container.traits.hasEditLists, track.statesDurations, let range = track.range,
            let preroll = AudioPreroll(part.source), let shortest = try? preroll.packet.scaled(by: 2, over: 1),
            segment.source.duration > shortest
        else { return nil }
        let needed =
            segment.source.start > range.start && preroll.duration > .zero
            ? "; \(Milliseconds.text(preroll.duration)) and a packet at most, which decoders need, are hidden before the in point"
            : ""
        return AudioCopy(
            part: whole,
            preroll: preroll.duration,
            reason: "its time does not change, and the edit list cuts it to the sample\(needed)"
        )
    }

    /// Whether a track is left out because all of its audio is played backwards, and that is muted.
    func isMutedReversal(_ track: MediaTrack, _ parts: [TrackPart]) -> Bool {
        parts.isEmpty && container.carries(.audio) && track.kind == .audio && mutedTracks.contains(track.index)
    }

    /// When the silence at the end of audio ends (target time), where no frames last as long: what is muted there, or a pause behind all that
    /// is played. `nil` where there is none.
    func silentEnd(of parts: [TrackPart]) -> RationalTime? {
        guard frameParts.isEmpty || !container.carries(.video),
            let heard = parts.last?.segments.last?.target.end,
            let index = self.parts.firstIndex(where: { $0.place == parts.place }),
            composition.tracks[index].kind == .audio
        else { return nil }
        let ends = composition.tracks.map { track in
            track.segments.last { if case .media = $0 { true } else { false } }?.target.end
        }
        let all = composition.duration
        let pause = ends.allSatisfy { $0.map { $0 < all } ?? true } ? all : nil
        return (pause ?? ends[index]).flatMap { $0 > heard ? $0 : nil }
    }

    /// Whether what an encoder put in front of audio would be heard if it were copied, and would make all other tracks begin later.
    /// Decoders of Vorbis give none, and of Opus leave out as much as its own headers say. What cannot be decoded is copied all the same.
    func showsPadding(of track: MediaTrack) -> Bool {
        track.beginsWithPadding && !container.traits.hidesAudioPadding && track.obstacle == nil
            && track.codec != "vorbis"
    }

    /// Whether audio that begins later than the exported range needs silence before it, because the container does not say when
    /// audio begins.
    func needsSilence(before parts: [TrackPart]) -> Bool { silence(before: parts) > .zero }

    /// Refuses audio of which a file says that it begins days after the rest of it: a small file would become tens of gigabytes.
    func checkSilence(before parts: [TrackPart]) throws(ExportError) {
        let longest = RationalTime(AudioHole.longest, 1)
        guard silence(before: parts) > longest, let start = parts.first?.source.range?.start, start > longest else {
            return
        }
        throw ExportError(
            .inputUnreadable,
            "the audio begins \(Int(start.seconds) / 3600) hours after the file does: its timestamps are damaged"
        )
    }

    /// How long silence is to be before audio; none where the container says when audio begins.
    private func silence(before parts: [TrackPart]) -> RationalTime {
        guard !container.traits.storesAudioStart else { return .zero }
        return parts.lazy.flatMap(\.segments).first { $0.course != .hold }?.target.start ?? .zero
    }

    /// Whether packets keep their places if they are copied. Where the container says none, there may be no hole between them and
    /// nothing that a decoder leaves out at the beginning, and only a file of its own kind surely has neither. Encoded anew, samples
    /// are the same, and holes are silent: the codecs in question are lossless. Only samples that are finer than ours (24 bits) are
    /// copied all the same, and verified.
    private func canKeepPlaces(of track: MediaTrack) -> Bool {
        if track.isFinerThanRendered { return true }
        // Where samples are counted in the source, too, or have no times, there is no hole either.
        if container.traits.countsUncompressedAudio, track.codec.hasPrefix("pcm_") {
            return track.statesDurations || !track.storesAudioTimes
        }
        return container.traits.storesAudioTimes || track.container == container.traits.muxer
    }

    /// What is said of samples that have more bits than are rendered, where none are lost otherwise.
    private static func rounding(of parts: [TrackPart], _ codec: AudioCodec) -> String {
        let isDeep = parts.contains { part in
            ["pcm_s32", "pcm_u32", "pcm_s64", "pcm_f64"].contains { part.source.codec.hasPrefix($0) }
        }
        return isDeep && codec.traits.defaultBitRatePerChannel == nil ? ", rounded to 24 significant bits" : ""
    }

    /// The sample rate that an encoder takes for a wanted one.
    private static func sampleRate(of codec: AudioCodec, nearestTo wanted: Int) -> Int {
        let traits = codec.traits
        let encoder = EncoderCapabilities(named: traits.encoder(sourceBits: 16))
        let highest = traits.highestSampleRate ?? wanted
        return traits.onlySampleRate ?? encoder?.nearestSampleRate(to: min(wanted, highest)) ?? wanted
    }

    /// What keeps uncompressed samples uncompressed, where the container would usually get a codec that loses something.
    private func lossless(_ parts: [TrackPart]) -> AudioCodec? {
        guard container.traits.defaultAudio?.traits.defaultBitRatePerChannel != nil,
            parts.allSatisfy({ $0.source.codec.hasPrefix("pcm_") }),
            container.canCarry(codec: AudioCodec.pcm.traits.codecName(sourceBits: 16))
        else { return nil }
        return .pcm
    }

    /// What is said of channels that get other names.
    private func renamedChannels(_ parts: [TrackPart], _ codec: AudioCodec) throws(ExportError) -> String {
        guard let part = parts.first, part.source.obstacle == nil, let source = stream(of: part)?.parameters else {
            return ""
        }
        let layout = try EncodedChannels.layout(of: source, for: codec, in: container)
        guard source.statesLayout, layout != source.channelLayout else { return "" }
        return ", with its channels, \(source.channelLayout), as \(layout)"
    }

    /// Refuses what the pitch algorithm cannot play.
    private func checkPitch(_ segment: TimeMapping) throws(ExportError) {
        guard let obstacle = segment.curve.flatMap(settings.pitch.obstacle) else { return }
        throw ExportError(.pitchNotPlayable(obstacle), "\(obstacle)")
    }
}

extension MediaTrack {
    /// Why nothing can be done with an audio track; `nil` where nothing hinders. A container can name a track of which it
    /// holds no packet, or state a format that does not exist.
    fileprivate var audioObstacle: String? {
        guard let audio else { return nil }
        if audio.sampleRate <= 0 { return "its sample rate is not known" }
        // Where it cannot be decoded, only the decoder would know.
        if audio.channels <= 0, obstacle == nil { return "its number of channels is not known" }
        return nil
    }
}
