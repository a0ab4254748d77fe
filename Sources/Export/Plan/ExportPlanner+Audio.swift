internal import Composition
internal import MediaFormats
internal import MediaTime

/// Which audio is copied, packet by packet.
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

    /// How a track of audio is copied; `nil` where it is not: where its time changes, another codec is asked for or promised, or the
    /// container cannot carry it or hide what is copied beyond the in point and the out point.
    func audioCopy(_ track: MediaTrack, _ parts: [TrackPart]) -> AudioCopy? {
        guard parts.count == 1, let part = parts.first, settings.audio == nil, keepsPromise(track),
            container.canCopy(track), canKeepPlaces(of: track), !part.source.changesCoding,
            let first = part.segments.first,
            let segment = part.segments.dropFirst().reduce(first, { $0?.joined(with: $1) }), segment.rate == .normal,
            !needsSilence(before: parts), mutedEnd(of: parts) == nil, !showsPadding(of: track)
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

    /// When what is muted at the end of audio ends (target time), where no frames last as long; `nil` where nothing is muted there.
    func mutedEnd(of parts: [TrackPart]) -> RationalTime? {
        guard settings.mutesReversed, frameParts.isEmpty || !container.carries(.video),
            let heard = parts.last?.segments.last?.target.end,
            let index = self.parts.firstIndex(where: { $0.place == parts.place }),
            composition.tracks[index].kind == .audio
        else { return nil }
        let played = composition.tracks[index].segments.last { if case .media = $0 { true } else { false } }
        return played.flatMap { $0.target.end > heard ? $0.target.end : nil }
    }

    /// Whether what an encoder put in front of audio would be heard if it were copied, and would make all other tracks begin later.
    /// Matroska hides that of Opus, whose own headers say how much it is, and decoders of Vorbis give none. What cannot be decoded is
    /// copied all the same.
    func showsPadding(of track: MediaTrack) -> Bool {
        track.beginsWithPadding && !container.traits.hidesAudioPadding && track.obstacle == nil
            && !["opus", "vorbis"].contains(track.codec)
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
        container.traits.storesAudioTimes || track.container == container.traits.muxer
            || ["pcm_s32le", "pcm_f64le"].contains(track.codec)
    }
}
