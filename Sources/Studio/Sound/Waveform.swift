internal import Export
internal import Pipeline
internal import TimeStretch

/// How loud a clip is, for drawing. All of it is read once, in the background, from the first time on that it is looked at; short
/// ranges that are not known yet are decoded at once.
public final class Waveform: Sendable {
    private struct State {
        var pyramid = PeakPyramid()
        var isStarted = false
        var isComplete = false
        var isClosed = false
    }

    private let media: MediaDescription
    private let track: MediaTrack
    private let sampleRate: Double
    private let state = Monitor(State())

    /// Ranges up to so many seconds are decoded while somebody waits.
    private static let promptSeconds = 12.0

    init(_ media: MediaDescription, _ track: MediaTrack, sampleRate: Int) {
        (self.media, self.track, self.sampleRate) = (media, track, Double(sampleRate))
    }

    /// Whether all of it is known.
    public var isComplete: Bool { state.withQuietLock { $0.isComplete } }

    /// The lowest and the highest sample of parts of equal length, from -1 to 1; silence where it is not known yet.
    ///
    /// - Parameters:
    ///   - start: In seconds of asset time.
    ///   - end: In seconds of asset time.
    ///   - count: How many parts.
    /// - Returns: Two numbers for each part.
    /// - Throws: ``StudioError`` for a range that cannot be, and where the audio cannot be read.
    public func peaks(from start: Double, to end: Double, count: Int) throws(StudioError) -> [Float] {
        guard start.isFinite, end.isFinite, start >= 0, end > start, end < 1e7, (1...65_536).contains(count) else {
            throw StudioError(.invalid, "there is no such range of audio")
        }
        begin()
        let step = (end - start) * sampleRate / Double(count)
        let isKnown = state.withQuietLock { $0.isComplete || Double($0.pyramid.count) >= end * sampleRate }
        let isFine = step < Double(PeakPyramid.pieceLength)
        if end - start <= Self.promptSeconds, isFine || !isKnown {
            return try prompt(from: start * sampleRate, step: step, count: count)
        }
        return state.withQuietLock { state in
            (0..<count).flatMap { index -> [Float] in
                let first = start * sampleRate + Double(index) * step
                let peak = state.pyramid.peak(from: Int64(first), to: Int64(first + step))
                return [Float(peak.low) / 32767, Float(peak.high) / 32767]
            }
        }
    }

    func close() { state.withLock { $0.isClosed = true } }

    private func prompt(from first: Double, step: Double, count: Int) throws(StudioError) -> [Float] {
        var peaks = [Float](repeating: 0, count: 2 * count)
        var isTouched = [Bool](repeating: false, count: count)
        do throws(ExportError) {
            var sound = try ClipSound.open(media, track: track)
            let start = Int64(first)
            try sound.seek(to: start, until: Int64(first + step * Double(count)) + 1)
            var position = start
            while let block = try sound.next() {
                for index in 0..<block.frameCount {
                    // The sample that the range begins in begins before it.
                    let parts = max(0, (Double(position + Int64(index)) - first) / step)
                    guard parts < Double(count) else { continue }
                    let place = Int(parts)
                    for channel in block.channels {
                        let sample = channel[index]
                        peaks[2 * place] = isTouched[place] ? min(peaks[2 * place], sample) : sample
                        peaks[2 * place + 1] = isTouched[place] ? max(peaks[2 * place + 1], sample) : sample
                        isTouched[place] = true
                    }
                }
                position += Int64(block.frameCount)
            }
            // Parts of less than a sample are like the ones before them.
            for place in 1..<max(1, count) where !isTouched[place] && step < 1 {
                (peaks[2 * place], peaks[2 * place + 1]) = (peaks[2 * place - 2], peaks[2 * place - 1])
            }
            return peaks
        } catch {
            throw StudioError(.unreadable, error.message)
        }
    }

    private func begin() {
        let mustStart = state.withQuietLock { state -> Bool in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard mustStart else { return }
        do {
            try DetachedThread.start { [self] in
                read()
                state.withLock { $0.isComplete = true }
            }
        } catch {
            state.withLock { $0.isComplete = true }
        }
    }

    /// What cannot be read stays silent here; whoever plays it is told.
    private func read() {
        guard var sound = try? ClipSound.open(media, track: track), (try? sound.seek(to: 0)) != nil else { return }
        while let block = try? sound.next() {
            let goesOn = state.withQuietLock { state -> Bool in
                state.pyramid.add(block.channels)
                return !state.isClosed
            }
            if !goesOn { return }
        }
    }
}
