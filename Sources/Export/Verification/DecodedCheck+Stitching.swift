internal import FFmpeg
internal import MediaTime

extension DecodedCheck {
    /// Goes through a track of stretches. Copied frames are compared with the source's, and encoded ones are counted.
    func stitchedDifference(_ expected: ExpectedTrack, _ shown: consuming DecodedFrames) throws -> String? {
        guard let stitching = expected.plan.stitching else { return nil }
        let tick = tick(of: shown.clock.track)
        var frames = StitchedFrames(
            shown,
            begins: expected.presentation.first ?? .zero,
            sharing: sharesInstants,
            tick: tick,
            rounding: expected.plan.rampRounding,
            cancellation: cancellation
        )
        var encoded = expected.presentation.encodedStretches.makeIterator()
        for (index, stretch) in stitching.stretches.enumerated() {
            switch stretch.action {
            case .encode:
                let chosen = encoded.next() ?? 0
                let isLast = index == stitching.stretches.count - 1
                let count = try frames.pass(chosen, until: isLast ? nil : stretch.target?.end)
                let planned = stretch.frames ?? chosen
                if count != planned {
                    return "shows \(count) frames in a stretch of which \(planned) were to be encoded"
                }
            case .copy:
                if let difference = try difference(of: stretch, in: &frames) { return difference }
            }
        }
        if try frames.next() != nil { return "shows more frames than were planned" }
        return frames.isInOrder ? nil : "shows a frame no later than the one before"
    }

    private func difference(of stretch: Stretch, in frames: inout StitchedFrames) throws -> String? {
        var originals = try PresentedSource(
            stretch.part,
            of: plan.inputs[stretch.part.input],
            hides: true,
            isDecimated: false,
            isRestarted: stretch.restart != nil,
            damage: damage
        )
        while let original = try originals.read() {
            guard var copy = try frames.next() else {
                if originals.isDamaged { break }
                return "shows \(frames.given) frames that can be decoded, and more were copied"
            }
            var instant = try frames.instant(of: copy)
            while original.isSpoilt, try original.time - instant > frames.tolerance, let next = try frames.next() {
                copy = next
                instant = try frames.instant(of: copy)
            }
            let error = try instant - original.time
            if original.isSpoilt, error > frames.tolerance {
                frames.putBack(copy)
                continue
            }
            if (error.isNegative ? try error.negated() : error) > frames.tolerance {
                return "shows frame \(frames.given) at \(instant.seconds) s, and \(original.time.seconds) s was planned"
            }
            if !original.isSpoilt,
                copy.isDamaged || !copy.hasSameSamples(as: original.frame)
            {
                return "shows another frame than the source at \(instant.seconds) s (frame \(frames.given))"
            }
        }
        return nil
    }
}

/// The decoded frames of a finished file, one after the other.
private struct StitchedFrames: ~Copyable {
    private var frames: DecodedFrames
    /// When the first is to be shown (target time).
    private let begin: RationalTime
    /// What is added to the file's instants.
    private var shift: RationalTime?
    private var waiting: Frame?
    private var last: RationalTime?
    /// Instants are rounded to ticks: that of the first frame, that of each, and the source's own. And planned ones are where there are ramps.
    let tolerance: RationalTime
    /// How many were given.
    private(set) var given: Int64 = 0
    /// Whether each is shown later than the one before, or at its instant where that may be. Copied ones share instants where the source's do.
    private(set) var isInOrder = true
    private let sharesInstants: Bool
    private let cancellation: Cancellation

    /// With `sharing`, several frames may have one instant. `tick`: what instants are rounded to; `rounding`: by how much planned ones are off.
    init(
        _ frames: consuming DecodedFrames,
        begins begin: RationalTime,
        sharing: Bool,
        tick: RationalTime,
        rounding: RationalTime,
        cancellation: Cancellation
    ) {
        self.cancellation = cancellation
        sharesInstants = sharing
        tolerance = (try? tick.scaled(by: 3, over: 1) + rounding) ?? tick
        self.frames = frames
        self.begin = begin
    }

    /// When a frame is shown (target time).
    func instant(of frame: borrowing Frame) throws -> RationalTime {
        try (frames.instant(of: frame) ?? last ?? .zero) + (shift ?? .zero)
    }

    mutating func next(isCopied: Bool = true) throws -> Frame? {
        try cancellation.check()
        if let frame = waiting.take() {
            given += 1
            return frame
        }
        guard let frame = try frames.next() else { return nil }
        if shift == nil { shift = try frames.instant(of: frame).map { try begin - $0 } }
        let instant = try instant(of: frame)
        if let last, instant < last || instant == last && !isCopied && !sharesInstants { isInOrder = false }
        last = instant
        given += 1
        return frame
    }

    /// Gives a frame again as the next one.
    mutating func putBack(_ frame: consuming Frame) {
        waiting = consume frame
        given -= 1
    }

    /// Passes over the frames of a stretch that is encoded, up to an instant or to the end, and returns how many there are. Where that is
    /// does not say which is the first behind it: frames next to it may be off by as much as instants are rounded, or share one.
    mutating func pass(_ chosen: Int64, until end: RationalTime?) throws -> Int64 {
        try cancellation.check()
        var count: Int64 = 0
        while count < chosen, let frame = try next(isCopied: false) {
            if let end, try instant(of: frame) > end + tolerance {
                putBack(frame)
                break
            }
            count += 1
        }
        return count
    }
}
