internal import DequeModule
internal import MediaTime

// A recording in files of some length, one after the other, with no frame between them.
extension RecordingOutput {
    /// When the next file is due, in microseconds since the first frame; `nil` where none is. While one waits to be begun, it
    /// is the one after that.
    var turn: Int64? {
        switch stage {
        case .writing(let segment): turn(of: segment)
        case .turning(_, _, let time): split.map { time + $0 }
        case .waiting, .finished: nil
        }
    }

    /// How much of the recording a file shows, in microseconds.
    private var split: Int64? { settings.split.flatMap(Self.microseconds) }

    func turn(of segment: RecordingSegment) -> Int64? {
        guard let start = segment.shownStart, let split else { return nil }
        return start + split
    }

    /// A packet while the next file is due or will be. Encoders hold frames back; audio that is ahead of them waits for them then.
    func take(_ element: consuming PacketRing.Element, writing segment: RecordingSegment, due: Int64) throws {
        let (track, time) = (element.track, element.time)
        switch track {
        case 0 where element.isStart && time >= due:
            newestFrame = time
            try release(before: time)
            try turn(with: element, after: segment)
        case 0:
            newestFrame = max(newestFrame ?? time, time)
            try write(element, to: segment)
            try release(before: time)
        default:
            try keep(element)
            if time < due { try write(element, to: segment) } else { heldAudio.append(element) }
        }
    }

    /// Writes the audio that has waited, of the time before an instant.
    func release(before time: Int64) throws {
        guard case .writing(let segment) = stage else { return heldAudio.removeAll() }
        while !heldAudio.isEmpty, heldAudio[0].time < time, let element = heldAudio.popFirst() {
            try write(element, to: segment)
        }
    }

    /// Begins the next file with a frame that refers to none before it. Where there is audio, that of the time before the frame
    /// is still to come: until it has, the next file waits.
    private func turn(with element: consuming PacketRing.Element, after segment: RecordingSegment) throws {
        let time = element.time
        firstStart = firstStart ?? segment.shownStart
        let ring = makeRing(reach: Self.longest, byteLimit: settings.preRollSize)
        heldAudio.removeAll()
        var isOver = !awaitsAudio
        while let audio = recentAudio.popFirst() {
            isOver = isOver || audio.time >= time
            if audio.time >= time - files.lead { ring.append(audio) }
        }
        ring.append(element)
        stage = .turning(segment, ring, at: time)
        if isOver { try turnNow() }
    }

    /// Nothing is let go of while the next file waits, in microseconds.
    private static let longest = Int64.max / 4
    /// How long the next file waits for the audio of the one before, in microseconds.
    private static let audioPatience = 5 * Int64(MovieLayout.clockRate)

    /// A packet while the next file waits: audio goes to the file that it belongs to, at the turn to both.
    func take(
        _ element: consuming PacketRing.Element,
        turning segment: RecordingSegment,
        _ ring: PacketRing,
        at start: Int64
    ) throws {
        let (track, time) = (element.track, element.time)
        // Where audio has stopped nobody waits for it, and nothing is let go of for want of memory.
        let isOver = track > 0 ? time >= start : !awaitsAudio || time - start > Self.audioPatience || ring.isCrowded
        let shared = track > 0 && time < start ? try element.reference() : nil
        if track == 0 || time >= start - files.lead { ring.append(element) }
        if let shared { try write(shared, to: segment) }
        if isOver { try turnNow() }
    }

    /// Finishes the file, and begins the one that waits, or waits for its trigger; `false` where no file is to end.
    @discardableResult
    func turnNow() throws -> Bool {
        guard case .turning(let segment, let ring, let time) = stage else { return false }
        stage = .writing(segment)
        try finishFile(until: time)
        if isEnding {
            rearm(with: ring)
            return true
        }
        stage = .waiting(ring)
        try begin(showing: time)
        return true
    }

    /// Keeps an audio packet for the next file, and lets go of those that are too old for it.
    private func keep(_ element: borrowing PacketRing.Element) throws {
        recentAudio.append(try element.reference())
        let newest = min(element.time, newestFrame ?? element.time)
        while !recentAudio.isEmpty, recentAudio[0].time < newest - Self.lateness { _ = recentAudio.popFirst() }
    }
}
