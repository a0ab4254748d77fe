internal import Composition
internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import TimeStretch

extension ExportPlanner {
    /// What the user should know.
    func warnings(for tracks: [TrackPlan]) -> [String] {
        var warnings = inputs.compactMap { input in input.truncation.map { "\(input.path) is \($0)" } }
        warnings += unplayedChapters.map { mark in
            "the chapter '\(mark.title)' begins at \(mark.time.clock), which is not played: it is left out"
        }
        warnings += clockWarnings + passedOverWarnings + formatWarnings(tracks)
        if let warning = tracks.lazy.compactMap(sizeWarning).first { warnings.append(warning) }
        warnings += omissions(among: tracks) + reversalWarnings(tracks) + textWarnings(tracks)
        warnings += scriptWarnings(tracks) + attachmentWarnings
        warnings += edgeWarnings(tracks) + sceneLightWarnings(tracks)
        warnings += [timecodeWarning(tracks), cameraDataWarning, xmpWarning, movingImageWarning].compactMap(\.self)
        warnings += deliveryWarnings(tracks)
        warnings += layoutWarnings(tracks)
        warnings += [leadWarning, hiddenVideoWarning(tracks), sharedInstantsWarning(tracks)].compactMap(\.self)
        warnings += fieldWarnings(tracks)
        warnings += [transparencyWarning(tracks), turnWarning(tracks)].compactMap(\.self) + viewWarnings(tracks)
        return warnings + timingWarnings + decimationWarnings(tracks)
    }

    /// What is made up of when frames are presented, where files do not say it.
    private var clockWarnings: [String] {
        var warnings: [String] = []
        for input in inputs where input.isBareStream {
            guard let rate = input.mainVideo?.video?.claimedFrameRate else { continue }
            warnings.append(
                "\(input.path) is a stream without a container: nothing in it says when its frames are presented, and "
                    + "\(rate) frames a second are assumed"
            )
        }
        warnings += inputs.flatMap(\.imageWarnings)
        for input in inputs where input.misplacesFrames {
            warnings.append(
                "\(input.path) does not say when its frames are presented, only when they are decoded: their times are made "
                    + "from the order that the frames give"
            )
        }
        for input in inputs where input.lacksTimes {
            warnings.append(
                "\(input.path) does not say of every frame when it is presented: frames without a timestamp are placed evenly "
                    + "between those that have one"
            )
        }
        for input in inputs {
            guard let missing = input.mainVideo?.missing, missing > .zero else { continue }
            warnings.append(
                "\(input.path) begins between two key frames: the first \(Milliseconds.text(missing)) of its video refer to what "
                    + "was before, cannot be decoded, and are left out"
            )
        }
        for input in inputs where input.hasUnreadLinks {
            warnings.append("\(input.path) \(MediaDescription.unreadLinksText)")
        }
        for input in inputs where input.clockRestarts > 0 {
            warnings.append(
                "the clock of \(input.path) begins anew \(input.clockRestarts == 1 ? "once" : "\(input.clockRestarts) times"), "
                    + "as where recordings were put together: each part is played behind the one before it"
            )
        }
        return warnings
    }

    /// What was passed over when the files were read.
    private var passedOverWarnings: [String] {
        var warnings: [String] = []
        for input in inputs {
            warnings += input.passedOver.map { "\(input.path) \($0)" }
            for track in input.tracks where track.kind == .video || track.kind == .audio {
                warnings += track.passedOver.map { "\(track.label) of \(input.path) \($0)" }
            }
        }
        return warnings
    }

    /// What is shown before the in point and after the out point, where the container cannot hide it.
    private func edgeWarnings(_ tracks: [TrackPlan]) -> [String] {
        var warnings: [String] = []
        let isHeard = tracks.contains { $0.source.kind == .audio && $0.treatment.isCarried }
        let unheard = isHeard ? ", and nothing is heard up to there" : ""
        for track in tracks {
            guard track.source.kind == .video, case .copy = track.treatment else { continue }
            if beginsEarlier(track.parts) {
                warnings.append(
                    "\(container.rawValue) cannot hide frames: copied ones begin at the key frame at or before the in point\(unheard); "
                        + "in mp4 or mov, or encoded, they begin exactly there"
                )
            }
            if showsTail(track.parts) {
                warnings.append(
                    "\(container.rawValue) cannot hide frames: some after the out point may be shown, because those "
                        + "before it refer to them; in mp4 or mov, or encoded, they end exactly there"
                )
            }
        }
        return warnings
    }

    /// That the first frame is shown before its time; `nil` where it is not.
    private var leadWarning: String? {
        guard container.traits.timing == .constantFrameRate, let start = frameParts.first?.segments.first?.target.start,
            start > Self.longHold
        else { return nil }
        return
            "\(container.rawValue) begins with its first frame: that is shown for the \(Milliseconds.text(start)) before it, too"
    }

    /// That the video is shown, though its own file says that it is not to be; `nil` where that does not say it.
    private func hiddenVideoWarning(_ tracks: [TrackPlan]) -> String? {
        guard let video = TrackChoices.hiddenVideo(tracks), let part = video.parts.first else { return nil }
        return
            "the video of \(inputs[part.input].path) is disabled there, so that some players do not show it: in the result it is enabled"
    }

    /// That frames come faster than the container counts, which is in milliseconds; `nil` where they do not.
    private func sharedInstantsWarning(_ tracks: [TrackPlan]) -> String? {
        guard container.traits.takesEqualDecodingTimes,
            let video = tracks.first(where: { $0.source.kind == .video && $0.treatment.isCarried }),
            let rate = rate(of: video), rate > FrameRate(1000)
        else { return nil }
        return
            "\(container.rawValue) counts milliseconds, so of \(rate) frames a second some share a timestamp, and players leave them out: mp4 and mov keep every instant"
    }

    /// That frames are fields, or hold two.
    private func fieldWarnings(_ tracks: [TrackPlan]) -> [String] {
        var warnings: [String] = []
        if let track = tracks.first(where: { $0.fieldOrder != nil }) {
            let isReversed = track.parts.contains { $0.segments.contains(where: \.isReversed) }
            warnings.append(
                "the clip is interlaced, and its encoded frames stay so: each shows two instants, line by line"
                    + (isReversed
                        ? ", and where they are played backwards, these two are still shown forwards, unless they are deinterlaced"
                        : "")
            )
        }
        for input in inputs where input.mainVideo?.video?.areFieldsApart ?? false {
            warnings.append(
                "each frame of \(input.path) is one field, with half of the lines: it is played as it is, and there is nothing to deinterlace"
            )
        }
        return warnings
    }

    /// That frames lie in another way than they are to be seen; `nil` where they do not.
    private func turnWarning(_ tracks: [TrackPlan]) -> String? {
        // What a recipe makes lies as it is to be seen.
        guard let video = tracks.first(where: { $0.source.kind == .video && $0.treatment.isCarried }),
            video.recipe == nil,
            let frame = video.source.video, let turn = frame.turn, !container.traits.carriesRotation
        else { return nil }
        return
            "\(container.rawValue) does not carry that frames are to be \(turn): players will show them as they are stored; "
            + "mp4 and mov carry it"
    }

    /// That frames are not evenly apart, or do not stand at the instants of their rate.
    private var timingWarnings: [String] {
        var warnings: [String] = []
        if let video = input.mainVideo, let timing = measured?.timing, timing.isVariable,
            let shortest = timing.shortest, let longest = timing.longest, video.kind == .video,
            // A file's clock jitters by less.
            longest.seconds - shortest.seconds >= 0.0001
        {
            warnings.append(
                "variable frame rate: frames are \(Milliseconds.text(shortest)) to \(Milliseconds.text(longest)) apart;"
                    + " each is timed by its own timestamp"
            )
        }
        if case .constantFrameRate(let rate) = settings.timing, !frameParts.isEmpty, rate < FrameRate(1),
            rate.frameDuration > composition.duration
        {
            warnings.append(
                "at \(rate) frames a second the only frame lasts for \(rate.frameDuration.clock), longer than all that is played"
            )
        }
        for input in inputs {
            guard let grid = input.mainVideo?.grid, grid.outliers > 0 else { continue }
            let frames = grid.outliers == 1 ? "a frame" : "\(grid.outliers) frames"
            let most = grid.outliers == 1 ? "" : "up to "
            warnings.append(
                "by the timestamps of \(input.path), \(frames) of its \(grid.rate) a second \(grid.outliers == 1 ? "is" : "are") off by \(most)"
                    + "\(Milliseconds.text(grid.farthest)): at a constant rate, each has its place all the same"
            )
        }
        return warnings
    }

    /// That more frames stay than were to.
    private func decimationWarnings(_ tracks: [TrackPlan]) -> [String] {
        var warnings: [String] = []
        for track in tracks {
            guard case .decimated = settings.timing, let decimated = track.decimation, !decimated.isComplete else {
                continue
            }
            warnings.append(
                "\(decimated.timing.count) of \(decimated.timing.count + decimated.leftOut) frames stay, more than one of "
                    + "\(decimated.every): others refer to them"
            )
        }
        return warnings
    }

    /// A first frame that is shown earlier than by this is worth a word.
    private static let longHold = RationalTime(1, 10)

    /// What is lost of frames that may be transparent; `nil` where nothing is.
    private func transparencyWarning(_ tracks: [TrackPlan]) -> String? {
        guard let track = tracks.first(where: { $0.source.kind == .video && $0.treatment.isCarried }) else {
            return nil
        }
        if track.parts.contains(where: { $0.source.video?.hasAlphaBeside ?? false }),
            !track.keepsAlphaBeside(in: container)
        {
            let lost =
                track.encodesFrames
                ? "its encoded frames are not" : "\(container.rawValue) does not carry what is beside its frames"
            return
                "the clip may be transparent (\(track.source.codec) with alpha beside its frames), and \(lost): copies in mkv and "
                + "webm keep that"
        }
        guard track.encodesFrames, let format = track.source.video.flatMap({ PixelFormat(named: $0.pixelFormat) }),
            format.isTransparent, !track.keepsTransparency(of: format)
        else { return nil }
        return
            "the clip may be transparent (\(format)), and its encoded frames are not: copies keep that, and ffv1 and prores:4444 "
            + "where nothing is drawn upon frames, and nothing filters, joins or makes them"
    }

    /// Tracks that are left out, those of one kind and for one reason together.
    private func omissions(among tracks: [TrackPlan]) -> [String] {
        var groups: [(tracks: [MediaTrack], reason: String)] = []
        for track in tracks where !track.treatment.isCarried {
            switch track.source.kind {
            case .timecode, .chapterText: continue
            case .audio where settings.pitch.abilities.isSilent || track.isMutedReversal: continue
            default: break
            }
            let place = groups.firstIndex { group in
                group.reason == track.reason && group.tracks[0].kind == track.source.kind
                    && group.tracks[0].codecLabel == track.source.codecLabel
            }
            if let place {
                groups[place].tracks.append(track.source)
            } else {
                groups.append(([track.source], track.reason))
            }
        }
        return groups.map { tracks, reason in
            guard tracks.count > 1, let last = tracks.last else { return "\(tracks[0].label) is left out: \(reason)" }
            let numbers = tracks.dropLast().map { "\($0.index)" }.joined(separator: ", ")
            let kind = "\(last.kind.rawValue), \(last.codecLabel)"
            return "tracks \(numbers) and \(last.index) (\(kind)) are left out: \(reason)"
        }
    }

    /// That frames of a file change their size on the way, and what becomes of them: as far as that is known without reading the file
    /// for it (``ExportPlan/nameFormatChanges()``).
    private func formatWarnings(_ tracks: [TrackPlan]) -> [String] {
        tracks.flatMap { track in
            track.playedVideo.compactMap { index, source in
                // Only main video is measured.
                let found = source.index == inputs[index].mainVideo?.index ? measured?.formatChanges[index] : nil
                return (source.formatChange ?? found).map { track.warning(of: $0, source, inputs[index].path) }
            }
        }
    }

    /// Where no size is asked for, frames of several clips become like those of the first, which may be the smallest.
    private func sizeWarning(_ track: TrackPlan) -> String? {
        guard case .encodeVideo = track.treatment, settings.shape.size == nil, let first = track.parts.first else {
            return nil
        }
        let seen = track.parts.compactMap { part in part.source.video.map { (part: part, size: SeenFrame($0).size) } }
        guard let own = seen.first?.size, let other = seen.first(where: { $0.size != own }),
            let largest = seen.max(by: { $0.size.width * $0.size.height < $1.size.width * $1.size.height })
        else { return nil }
        let smaller =
            largest.size == own ? "" : "; the largest are \(largest.size) (\(inputs[largest.part.input].path))"
        return "frames of \(inputs[other.part.input].path) are \(other.size) and become \(own), as those of "
            + "\(inputs[first.input].path)\(smaller); another size can be asked for"
    }
}

extension TrackPlan {
    /// Whether the track has transparency beside its frames, and keeps it. No encoder makes it.
    func keepsAlphaBeside(in container: Container) -> Bool {
        let isCopied =
            switch treatment {
            case .copy: true
            case .stitch(let stitching, _): !stitching.encodes
            case .rewriteText, .encodeVideo, .encodeAudio, .attach, .leaveOut: false
            }
        return isCopied && container.traits.carriesAlphaBeside
            && parts.contains { $0.source.video?.hasAlphaBeside ?? false }
    }

    /// Whether its encoded frames are as transparent as the source's.
    fileprivate func keepsTransparency(of format: PixelFormat) -> Bool {
        let encoding: VideoEncoding
        switch treatment {
        case .encodeVideo(let choice, _): encoding = choice
        case .stitch(let stitching, _): encoding = stitching.encoding
        case .copy, .rewriteText, .encodeAudio, .attach, .leaveOut: return true
        }
        if recipe?.alphaFormat != nil { return true }
        guard recipe == nil, parts.allSatisfy({ $0.filters == nil }) else { return false }
        return (try? encoding.pixelFormat(for: format, wanted: nil))?.isTransparent ?? false
    }
}
