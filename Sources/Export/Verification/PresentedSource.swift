internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// A decoded frame of the source, and when a copy shows it.
struct PlannedFrame: ~Copyable {
    let frame: Frame
    /// When it is to be shown (target time).
    let time: RationalTime
    /// Whether a copy may lack it: one that is decimated, or that cannot hide what comes after the out point, and has of
    /// that only what others refer to.
    let mayBeAbsent: Bool
    /// Whether it, or one that it may refer to, is damaged. What decoders make of that differs from container to container.
    let isSpoilt: Bool
}

/// The decoded frames of a part's source that a copy of it shows, in presentation order.
struct PresentedSource: ~Copyable {
    private let part: TrackPart
    /// The in point.
    private let start: RationalTime?
    private let end: RationalTime?
    /// By how much they may be off, because they divide a ramp: what begins so little after the in point is shown from there on, and of
    /// what begins so little before the out point nothing is.
    private let startSlack: RationalTime
    private let endSlack: RationalTime
    private let hides: Bool
    private let isDecimated: Bool
    private var frames: DecodedFrames
    /// The frame that may be on screen at the in point: the latest that begins at it or before. Where timestamps repeat, there are several.
    private var held = UniqueDeque<Frame>()
    private var heldInstant: RationalTime?
    private var isHeldSpoilt = false
    /// Whether no more frames come that are held.
    private var isInPointPassed = false
    private var next: PlannedFrame?
    /// What is damaged of what was decoded so far.
    private let damage: DamageLog
    /// How much of that has spoilt frames.
    private var seen = 0
    /// Whether frames are spoilt, and the last of them that is damaged itself (asset time).
    private var isSpoilt = false
    private var lastDamaged: RationalTime?

    /// `hides`: the copy does not show what lies outside of the range. With `isRestarted` it begins with a frame that became an
    /// IDR frame: the source is decoded from an earlier one on, so that all frames are there that leading ones refer to.
    init(
        _ part: TrackPart,
        of media: MediaDescription,
        hides: Bool,
        isDecimated: Bool,
        isRestarted: Bool = false,
        damage: DamageLog
    ) throws {
        self.part = part
        self.hides = hides
        self.isDecimated = isDecimated
        let inPoint = part.segments.first?.source.start
        start = inPoint
        end = part.isOpenEnded ? nil : part.segments.last?.source.end
        startSlack = part.segments.first?.rounding ?? .zero
        endSlack = part.segments.last?.rounding ?? .zero
        self.damage = DamageLog(of: damage)
        let reader = try TrackReader(media, track: part.source)
        var frames = try DecodedFrames.open(reader, damage: self.damage)
        if let inPoint { try frames.seek(to: isRestarted ? inPoint - part.source.tick : inPoint) }
        self.frames = frames
    }

    /// Whether any of what was decoded so far is damaged.
    var isDamaged: Bool { damage.count > 0 || lastDamaged != nil }

    /// Damage spoils all frames up to the next key frame behind it. It may be noted before the frames are there that come before it.
    private mutating func noteDamage(of frame: borrowing Frame, at instant: RationalTime) {
        if frame.isDamaged { lastDamaged = max(instant, lastDamaged ?? instant) }
        if frame.isDamaged || damage.count > seen { (isSpoilt, seen) = (true, damage.count) }
        let isBehind = damage.ends(before: instant) && lastDamaged.map { $0 < instant } ?? true
        if isSpoilt, frame.isKey, isBehind { isSpoilt = false }
    }

    /// The next frame; `nil` at the end.
    mutating func read() throws -> PlannedFrame? {
        if isInPointPassed, let held = try takeHeld() { return held }
        if let next = next.take() { return next }
        while let frame = try frames.next() {
            guard let instant = frames.instant(of: frame) else { continue }
            noteDamage(of: frame, at: instant)
            if let end, try instant + endSlack >= end, hides { break }
            if !part.keeps(instant) { continue }
            if let start, try hides ? instant - startSlack <= start : instant < start {
                // Where it cannot be hidden, the frame on screen at the in point is shown at its own time.
                if hides { hold(frame, at: instant) }
                continue
            }
            let isBeyond = end.map { instant >= $0 } ?? false
            let planned = PlannedFrame(
                frame: frame,
                time: try part.targetTime(ofSource: instant),
                mayBeAbsent: isDecimated || isBeyond,
                isSpoilt: isSpoilt
            )
            isInPointPassed = true
            guard let first = try takeHeld() else { return planned }
            next = consume planned
            return first
        }
        isInPointPassed = true
        return try takeHeld()
    }

    private mutating func hold(_ frame: consuming Frame, at instant: RationalTime) {
        if instant != heldInstant {
            held.removeAll()
            isHeldSpoilt = false
        }
        held.append(frame)
        heldInstant = instant
        if isSpoilt { isHeldSpoilt = true }
    }

    /// The next frame that is on screen at the in point, which is shown from there on.
    private mutating func takeHeld() throws -> PlannedFrame? {
        guard let start, let frame = held.popFirst() else { return nil }
        // What begins before the track does, the source's own edit list hides.
        if let heldInstant, let range = part.source.range, heldInstant < range.start {
            held.removeAll()
            return nil
        }
        return PlannedFrame(
            frame: frame,
            time: try part.targetTime(ofSource: start),
            mayBeAbsent: isDecimated,
            // Damage in front of the in point may be told only behind it.
            isSpoilt: isHeldSpoilt || damage.count > seen
        )
    }
}

extension TimeMapping {
    /// By how much its ends may be off.
    fileprivate var rounding: RationalTime { isRamp ? Self.rampRounding : .zero }
}
