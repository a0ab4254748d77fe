internal import FFmpeg
internal import MediaTime
internal import TimeStretch

extension DecodedCheck {
    /// Goes through copied audio: its packets must be the source's, one after the other, each at its own instant. Where a container
    /// does not keep packets as they are, the samples are compared.
    func copiedAudioDifference(_ expected: ExpectedTrack, _ output: MediaDescription, _ track: MediaTrack) throws
        -> String?
    {
        guard let part = expected.plan.parts.first, let segment = part.segments.first else { return nil }
        let media = plan.inputs[part.input]
        if expected.parameters.codecName.hasPrefix("pcm_") {
            return try sampleDifference(
                AudioSource.open(part.source, of: media),
                from: segment.source,
                AudioSource.open(track, of: output),
                from: track.range?.start ?? .zero
            )
        }
        guard expected.keepsPackets else { return nil }
        var source = try TrackReader(media, track: part.source)
        try source.seek(to: segment.source.start - expected.plan.preroll)
        var copies = try TrackReader(output, track: track)
        // Instants are rounded to ticks: that of the first packet, that of each, and the source's own.
        let tolerance = try max(copies.clock.track.tick, source.clock.track.tick).scaled(by: 3, over: 1)
        var shift: RationalTime?
        let original = try Packet()
        let copy = try Packet()
        while try copies.read(into: copy) {
            try cancellation.check()
            repeat {
                guard try source.read(into: original) else { return "has more packets than the source" }
            } while original.size == 0 || (original.dts ?? original.pts) == nil
            guard let instant = copies.clock.instant(copy.pts), let start = source.clock.instant(original.pts) else {
                continue
            }
            // A muxer may take away headers that the container says for all packets.
            guard original.bytes.suffix(copy.size).elementsEqual(copy.bytes) else {
                return "has another packet than the source at \(instant.seconds) s"
            }
            let error = try instant - part.targetTime(ofSource: start)
            let known = shift ?? error
            shift = known
            let drift = try error - known
            let distance = drift.isNegative ? try drift.negated() : drift
            if distance > tolerance {
                let how = drift.isNegative ? "earlier" : "later"
                return "has a packet at \(instant.seconds) s, \(distance.seconds) s \(how) than was planned"
            }
        }
        return nil
    }

    /// Compares the samples of a range of the source with as many of the copy, from an instant on. Behind the last one of a source the
    /// range may go on, as the video does: that is silent, and no copy has it.
    private func sampleDifference(
        _ source: consuming AudioSource,
        from range: TimeRange,
        _ copy: consuming AudioSource,
        from start: RationalTime
    ) throws -> String? {
        var source = source
        var copy = copy
        let rate = Int32(source.sampleRate)
        let first = try range.start.ticks(over: rate, rounding: .nearest)
        try source.seek(to: first, until: try range.end.ticks(over: rate, rounding: .nearest))
        try copy.seek(to: try start.ticks(over: rate, rounding: .nearest), until: nil)
        var (left, right) = (PlanarSamples(channelCount: 1), PlanarSamples(channelCount: 1))
        var compared: Int64 = 0
        while true {
            try cancellation.check()
            if left.frameCount == 0 {
                guard let block = try source.next() else { return nil }
                left = block
            }
            if right.frameCount == 0 {
                guard let block = try copy.next() else {
                    while left.channels.allSatisfy({ $0.allSatisfy { $0 == 0 } }) {
                        try cancellation.check()
                        guard let block = try source.next() else { return nil }
                        left = block
                    }
                    return "ends after \(compared) samples, and the source has more"
                }
                right = block
            }
            let count = min(left.frameCount, right.frameCount)
            guard left.part(0..<count).channels == right.part(0..<count).channels else {
                return "has other samples than the source, \(compared) or more after its beginning"
            }
            left = left.part(count..<left.frameCount)
            right = right.part(count..<right.frameCount)
            compared += Int64(count)
        }
    }
}
