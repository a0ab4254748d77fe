internal import Composition
internal import Export
internal import MediaTime
internal import Sidecar

/// Clips that are played one after another, trimmed and edited.
struct EditedClips {
    /// The result. Its clock begins at the in point of the trim.
    let composition: Composition
    /// What the user should know.
    let warnings: [String]
    /// Finds instants in the clips.
    let clock: ClipClock

    /// Trims and edits clips. Edits are in the time of the clips: what the trim cuts off before still counts.
    ///
    /// - Parameters:
    ///   - inputs: The clips, at least one.
    ///   - asked: The trim and the edits.
    ///   - sources: What is known of the clips.
    ///   - framesPerFrame: How many frames are shown of one, by the paths of clips where it is more. Parts that are played there and back turn
    ///     at them.
    /// - Throws: ``Failure`` for clips without content and for a range that is empty or outside; what the library throws.
    init(
        _ inputs: [MediaDescription],
        _ asked: ClipEdits,
        _ sources: ClipSources = ClipSources(),
        framesPerFrame: [String: Int] = [:]
    ) throws {
        if let empty = inputs.first(where: { $0.emptiness != nil }), let emptiness = empty.emptiness {
            let hint =
                "give it a rate: mkvmerge --default-duration 0:30fps -o clip.mkv \(ArgumentText.path(empty.path))"
            throw Failure(status: .damagedInput, message: emptiness, hint: empty.isBareStream ? hint : nil)
        }
        var composition = try Composition(inputs.map(\.asset))
        let clock = ClipClock(
            inputs,
            lasting: composition.duration,
            asked,
            sources,
            framesPerFrame: framesPerFrame
        )
        // How long it lasts need not be true of what cannot be read. The plan says why.
        guard !inputs.allSatisfy(\.isUnreadable) else {
            (self.composition, self.warnings, self.clock) = (composition, [], clock)
            return
        }
        var warnings: [String] = []
        let range = try clock.range(of: asked.trim, &warnings)
        try composition.remove(TimeRange(start: range.end, end: composition.duration))
        try composition.remove(TimeRange(start: .zero, end: range.start))
        var edits: [Edit] = []
        for edit in asked.edits {
            let resolved = try edit.resolved(within: range, clock.instant)
            let span = try resolved?.span(within: range)
            if let span, span.start > clock.duration || span.start == clock.duration && !span.isEmpty {
                let clips = "\(clock.name), which lasts \(clock.duration.clock)"
                let message = "the edit \(edit.name) begins after the end of \(clips)"
                throw Failure(status: .usage, message: message, edits: [edit.name])
            }
            guard let span, let part = try resolved?.part(within: range) else {
                warnings.append("the edit \(edit.name) \(TimeRange.leftOut)")
                continue
            }
            if let cut = span.cut(by: range) { warnings.append("the edit \(edit.name) \(cut)") }
            edits.append(part)
        }
        if let path = asked.sidecar {
            let sidecar = try SlowMotionSidecar(ofFile: path)
            // It belongs to the first clip, and is cut as other edits are.
            let film = try TimeRange(start: .zero, end: inputs[0].asset.duration)
            warnings += try clock.warnings(of: sidecar, at: path, playing: film.intersection(range) ?? range)
            edits += try sidecar.edits(of: film).compactMap { try $0.part(within: range) }
        }
        if asked.times > 1 || asked.isBoomerang {
            let name = asked.isBoomerang ? "that plays all of it there and back" : "that repeats all of it"
            edits.append(.repetition(range, asked.times, isBoomerang: asked.isBoomerang, named: name))
        }
        try composition.apply(edits, from: range.start, wayBack: clock.wayBack)
        self.composition = composition
        self.warnings = warnings
        self.clock = clock
    }
}

extension MediaDescription {
    /// Whether no track of it can be exported.
    fileprivate var isUnreadable: Bool {
        let timed = tracks.filter { $0.kind == .video || $0.kind == .audio }
        return timed.allSatisfy { $0.obstacle.map { !$0.allowsCopying } ?? false }
    }
}

extension ClipClock {
    /// The range that a trim leaves; all of the clips for `nil`. One that goes on after the clips ends with them.
    fileprivate func range(of trim: TimeRangeExpression?, _ warnings: inout [String]) throws -> TimeRange {
        guard let trim else { return try TimeRange(start: .zero, end: duration) }
        let start = try trim.start.map(instant) ?? .zero
        let end = try trim.end.map(instant) ?? duration
        // One that goes on to the end of the clips does not say that it is empty: they are shorter.
        guard start < end || trim.end == nil else {
            let reason =
                if start > end {
                    "it ends before it begins"
                } else if trim.start == trim.end {
                    "it ends where it begins"
                } else {
                    "both of its ends are at \(start.clock)"
                }
            throw Failure(status: .usage, message: "the part \(trim) is empty: \(reason)")
        }
        guard start < duration else {
            throw Failure(
                status: .usage,
                message: "the part \(trim) begins after the end of \(name), which lasts \(duration.clock)"
            )
        }
        if end > duration, !trim.isAnchored {
            warnings.append("the part \(trim) ends with \(name), at \(duration.clock)")
        }
        // Only a time relative to the anchor can lie before the beginning.
        return try TimeRange(start: max(.zero, start), end: min(end, duration))
    }

    /// What is said of marks that are not played, or not as a whole.
    ///
    /// - Throws: ``Failure`` where all marks lie outside of the clips: the side file is of another film.
    fileprivate func warnings(of sidecar: SlowMotionSidecar, at path: String, playing range: TimeRange) throws
        -> [String]
    {
        guard sidecar.regions.contains(where: { $0.start < duration }) else {
            throw Failure(
                status: .usage,
                message: "what \(path) marks begins after the end of \(name), which lasts \(duration.clock)",
                hint: "the side file of a film has its name: IMG_0001.AAE beside IMG_0001.MOV"
            )
        }
        return sidecar.regions.compactMap { region in
            let words = "the slow part \(region.start.clock) to \(region.end.clock) of \(path)"
            if region.start >= range.end || region.end <= range.start { return "\(words) \(TimeRange.leftOut)" }
            return (try? TimeRange(start: region.start, end: region.end))?.cut(by: range).map { "\(words) \($0)" }
        }
    }
}

extension TimeRange {
    fileprivate static var leftOut: String { "lies beyond what is played, and is left out" }

    /// What is said of a part of which some is not played; `nil` where all of it is.
    fileprivate func cut(by played: TimeRange) -> String? {
        switch (start < played.start, end > played.end) {
        case (true, true): "goes beyond what is played at both ends"
        case (true, false): "begins with what is played, at \(played.start.clock)"
        case (false, true): "ends with what is played, at \(played.end.clock)"
        case (false, false): nil
        }
    }
}
