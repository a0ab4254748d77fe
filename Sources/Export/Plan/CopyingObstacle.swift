internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Why a video track cannot be copied as the edits want it.
struct CopyingObstacle {
    let parts: [TrackPart]
    let inputs: [MediaDescription]
    /// Whether the output hides what lies outside of the part.
    let hides: Bool

    /// `nil`: there is none.
    var reason: String? {
        if hides, let first = parts.first, first.beginsLateWithinSource {
            return "it begins late, and frames before it are hidden: libavformat does not write both into an edit list"
        }
        for part in parts {
            if let reason = reason(within: part) { return reason }
        }
        for (part, next) in zip(parts, parts.dropFirst()) {
            if let reason = reason(between: part, next) { return reason }
        }
        return nil
    }

    /// Whether the edits alone hinder it: the frames of all parts are alike, and nothing pauses. Then what is played forwards
    /// can be copied all the same, part by part.
    var isOfEdits: Bool {
        guard parts.allSatisfy({ reason(of: $0.source, cut: $0.isCut, parameters(of: $0)) == nil }) else {
            return false
        }
        let segments = parts.flatMap(\.segments)
        let pauses = zip(segments, segments.dropFirst()).contains { segment, next in
            (try? next.target.start - segment.target.end).map { $0 > TrackPlan.bridgedGap } ?? true
        }
        return !pauses && zip(parts, parts.dropFirst()).allSatisfy { areAlike($0, $1) }
    }

    /// What hinders any copy of a track.
    private func reason(of track: MediaTrack, cut isCut: Bool, _ parameters: CodecParameters?) -> String? {
        if track.isOfImages { return "each of its images is a file with headers of its own" }
        if track.changesCoding { return "its coding changes on the way" }
        if let parameters, let codec = NALCodec(rawValue: parameters.codecName),
            !codec.makesRecord(of: parameters.extradata)
        {
            return "its parameter sets are not complete where it begins"
        }
        if hides, track.codec == "mpeg1video", isCut {
            // It divides packets of MPEG-1 anew, and then takes one for another.
            return "libav hides other frames of MPEG-1 than an edit list says"
        }
        return nil
    }

    private func reason(within part: TrackPart) -> String? {
        if let reason = reason(of: part.source, cut: part.isCut, parameters(of: part)) { return reason }
        for segment in part.segments {
            switch segment.course {
            case .constant, .ramp: continue
            case .hold: return "a held frame is encoded"
            case .reverse: return "what is reversed is encoded"
            }
        }
        for (segment, next) in zip(part.segments, part.segments.dropFirst()) where !segment.leads(to: next) {
            return segment.source.end == next.source.start
                ? "the edit pauses" : "the edit jumps within the source"
        }
        return nil
    }

    /// One file's packets can follow another's where one decoder setup decodes both, and where neither file is trimmed where
    /// they meet, be it by its own edit list: the lead-in of a trim cannot be hidden in the middle of a track.
    private func reason(between part: TrackPart, _ next: TrackPart) -> String? {
        guard let last = part.segments.last, let first = next.segments.first else { return nil }
        guard last.source.end == part.source.range?.end, first.source.start == next.source.range?.start else {
            return "the inputs are trimmed where they meet"
        }
        if part.source.hidden.areAfter || next.source.hidden.areBefore {
            return "an edit list hides frames where the inputs meet"
        }
        guard let gap = try? first.target.start - last.target.end, gap <= TrackPlan.bridgedGap else {
            return "the edit pauses between the inputs"
        }
        guard areAlike(part, next) else { return "the inputs' frames differ" }
        return TrackEntry.forgetsAll(ofTrack: next.source, in: inputs[next.input])
            ? nil : "an input begins with a frame behind which decoders go on with those of another one"
    }

    /// Whether the frames of both are decoded and shown alike: what a container says of frames, it says of a whole track.
    private func areAlike(_ part: TrackPart, _ next: TrackPart) -> Bool {
        guard let a = parameters(of: part), let b = parameters(of: next) else { return false }
        let (video, other) = (part.source.video, next.source.video)
        return a.decodesLike(b) && video?.orientation == other?.orientation
            && video?.hasAlphaBeside == other?.hasAlphaBeside
            && [video, other].compactMap(\.self).areOfOnePixelShape && a.completeColour.means(b.completeColour)
    }

    private func parameters(of part: TrackPart) -> CodecParameters? {
        let streams = inputs[part.input].streams
        return part.source.index < streams.count ? streams[part.source.index].parameters : nil
    }
}

extension TrackPart {
    /// Whether it is presented from some instant on, and is decoded from frames before that.
    fileprivate var beginsLateWithinSource: Bool {
        guard let range = source.range, let first = segments.first, first.target.start > .zero else { return false }
        return first.source.start > range.start || source.hidden.areBefore || source.beginsGradually
    }

    /// Whether something of the track lies outside.
    fileprivate var isCut: Bool {
        guard let range = source.range, let first = segments.first, let last = segments.last else { return false }
        return first.source.start > range.start || !isOpenEnded && last.source.end < range.end
            || source.hidden.areBefore
            || source.hidden.areAfter
    }
}

extension CodecParameters {
    /// Whether one decoder, once set up, decodes both.
    fileprivate func decodesLike(_ other: CodecParameters) -> Bool {
        codecName == other.codecName && profileName == other.profileName && pixelFormat == other.pixelFormat
            && width == other.width && height == other.height
            && (extradata == other.extradata || differsInRateOnly(from: other))
    }

    /// Whether the parameter sets are the same but for the frame rate that they state, as those of a clip and of a slowed copy are.
    private func differsInRateOnly(from other: CodecParameters) -> Bool {
        guard let own = try? stating(FrameRate(1))?.extradata else { return false }
        return own == (try? other.stating(FrameRate(1))?.extradata)
    }
}
