internal import MediaTime

/// Compares a track as it is found with what it must present.
struct TrackComparison {
    let expected: ExpectedTrack
    let found: OutputTrack
    /// Whether all of the file may begin later than planned.
    let canShift: Bool
    /// Whether the first frame is shown from zero on, whenever it was to begin. All others are in their places.
    let holdsFirst: Bool

    /// What differs, as the end of a sentence; `nil` where nothing does.
    var difference: String? {
        get throws(TimeOverflow) {
            if let packets = found.packets, expected.keepsPackets, packets != expected.packets {
                return "holds \(packets) packets, and \(expected.packets) were written"
            }
            if found.kind == .video { return try videoDifference }
            if let difference = try audioBeginDifference { return difference }
            return try endDifference
        }
    }

    /// By how much later the track is in the file than it was handed to the muxer; `nil` where that is not known.
    var displacement: RationalTime? {
        get throws(TimeOverflow) {
            let planned = expected.presentation
            guard found.kind == .video else {
                guard let first = found.firstPacket, let written = planned.beginning else { return nil }
                return try instant(first) - instant(written)
            }
            guard !holdsFirst, let first = found.presented.min() else { return nil }
            if expected.knowsInstants, planned.copied.isComplete, let written = planned.copied.first {
                return try instant(first) - instant(written)
            }
            return try planned.first.map { planned throws(TimeOverflow) in try instant(first) - planned }
        }
    }

    /// Whether the track is as much later as another one of the same file, to the ticks to which instants are rounded: that of each,
    /// and that of what a decoder leaves out.
    func isInStep(with displacement: RationalTime) throws(TimeOverflow) -> Bool {
        guard let own = try self.displacement else { return true }
        return isWithin(
            try own - displacement,
            try found.tolerance.scaled(by: 3, over: 1) + expected.plan.rampRounding
        )
    }

    /// Copied audio is hidden up to the in point by the edit list: that has to put its first packet where that was to be.
    private var audioBeginDifference: String? {
        get throws(TimeOverflow) {
            guard expected.isCopy, !canShift, let first = found.firstPacket,
                let written = expected.presentation.copied.beginning
            else { return nil }
            let (place, planned) = (try instant(first), try instant(written))
            return isWithin(try place - planned, found.tolerance)
                ? nil : "begins at \(seconds(place)) with its first packet, and \(seconds(planned)) was planned"
        }
    }

    private var videoDifference: String? {
        get throws(TimeOverflow) {
            let planned = expected.presentation
            if found.waits { return "presents a frame so long after it is decoded that players take it for damage" }
            if Int64(found.presented.count) != planned.presented {
                return "presents \(found.presented.count) frames, and \(planned.presented) were planned"
            }
            guard let first = found.presented.min(), let last = found.presented.max(), let plannedFirst = planned.first,
                let plannedLast = planned.last
            else { return nil }
            let shift = holdsFirst ? .zero : try instant(first) - plannedFirst
            if !isWithin(shift, try found.tolerance + expected.plan.rampRounding), !canShift || shift.isNegative {
                return "begins at \(seconds(try instant(first))), and \(seconds(plannedFirst)) was planned"
            }
            let lastError = try instant(last) - plannedLast - (canShift ? shift : .zero)
            if !isWithin(lastError, try found.tolerance.scaled(by: 2, over: 1) + expected.plan.rampRounding) {
                return "shows its last frame at \(seconds(try instant(last))), and \(seconds(plannedLast)) was planned"
            }
            if expected.knowsInstants, planned.copied.isComplete, let written = planned.copied.first {
                var hash = InstantHash()
                for ticks in found.presented { hash.add(ticks - first + written) }
                if hash != planned.copied.hash { return "shows frames at other instants than were planned" }
            }
            return try endDifference
        }
    }

    /// The end, to a frame, or one of average length where the last sample says how long it is: containers store it in different ways, and
    /// some not at all.
    private var endDifference: String? {
        get throws(TimeOverflow) {
            guard let end = found.end, let start = found.start, let plannedEnd = expected.presentation.end,
                let plannedFirst = expected.presentation.first
            else { return nil }
            let frame =
                try expected.presentation.last.map { last throws(TimeOverflow) in try plannedEnd - last } ?? .zero
            // A single frame of which nothing says how long it lasts gets a length from the muxer.
            if found.kind == .video, frame == .zero { return nil }
            let slack =
                try found.tolerance
                + (found.kind == .video
                    ? (found.endsWithSample ? min(frame, averageFrame ?? frame) : frame) : expected.padding)
            let shift = canShift ? try start - plannedFirst : .zero
            let error = try end - plannedEnd - shift
            if !isWithin(error, slack) {
                return "ends at \(seconds(end)), and \(seconds(plannedEnd)) was planned"
            }
            return nil
        }
    }

    /// How long the frames before the last one last on average, to the next tick; `nil` where there is none.
    private var averageFrame: RationalTime? {
        get throws(TimeOverflow) {
            guard expected.presentation.presented > 1, let first = expected.presentation.first,
                let last = expected.presentation.last
            else { return nil }
            let unit = Int32(clamping: found.tick.value)
            let ticks = try (last - first).ticks(
                ofUnit: unit,
                over: Int32(clamping: found.tick.timescale),
                rounding: .up
            )
            return try instant(ticks / (expected.presentation.presented - 1) + 1)
        }
    }

    private func instant(_ ticks: Int64) throws(TimeOverflow) -> RationalTime {
        try found.tick.scaled(by: ticks, over: 1)
    }

    private func isWithin(_ error: RationalTime, _ limit: RationalTime) -> Bool {
        (error.isNegative ? (try? error.negated()) ?? error : error) <= limit
    }

    private func seconds(_ time: RationalTime) -> String { "\((time.seconds * 1e6).rounded() / 1e6) s" }
}
