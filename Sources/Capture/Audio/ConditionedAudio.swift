internal import Glibc
internal import MediaTime

/// A microphone whose audio is made louder and put into the channels in which it is stored. What is wrong with it is said.
final class ConditionedAudio: AudioStream {
    let name: String
    let sampleRate: Int
    let channelCount: Int
    private let stream: any AudioStream
    /// As it was asked for, and by what samples are multiplied.
    private let decibels: Double
    private let gain: Float
    private let source: Int?
    private let report: (AudioWarning) -> Void
    private var inspector: AudioInspector

    /// A single channel, the microphone's only one or the one that was chosen, is stored in so many: players and editors put one
    /// channel to the left.
    private static let channelsOfOne = 2

    /// - Parameters:
    ///   - stream: the microphone. The caller does not use it any more.
    ///   - conditioning: what is to be done.
    ///   - report: is called on the microphone's thread with what is wrong.
    init(
        _ stream: any AudioStream,
        _ conditioning: AudioConditioning,
        report: @escaping (AudioWarning) -> Void
    ) {
        self.stream = stream
        self.report = report
        (name, sampleRate) = (stream.name, stream.sampleRate)
        source = conditioning.source ?? (stream.channelCount == 1 ? 0 : nil)
        channelCount = source == nil ? stream.channelCount : Self.channelsOfOne
        (decibels, gain) = (conditioning.gain, Float(pow(10, conditioning.gain / 20)))
        // One that there is not is refused before it is looked at.
        inspector = AudioInspector(
            sampleRate: sampleRate,
            channelCount: stream.channelCount,
            source: conditioning.source.flatMap { (0..<stream.channelCount).contains($0) ? $0 : nil },
            gain: gain
        )
    }

    /// - Throws: ``CaptureError`` `.settings` where the microphone lacks the channel that is to be stored, and for a gain that is none.
    func check() throws(CaptureError) {
        guard AudioConditioning.gains.contains(decibels) else {
            let range = "\(Int(AudioConditioning.gains.lowerBound)) to \(Int(AudioConditioning.gains.upperBound)) dB"
            throw CaptureError(.settings, "a gain of \(decibels) dB is none: it is from \(range)")
        }
        if let source, !(0..<stream.channelCount).contains(source) {
            throw CaptureError(.settings, "\(name) has no channel \(Int128(source) + 1), but \(stream.channelCount)")
        }
    }

    func start() throws(CaptureError) { try stream.start() }

    func stop() throws(CaptureError) { try stream.stop() }

    func nextBlock(
        within timeout: RationalTime,
        _ body: (borrowing Span<Float>, RationalTime) -> Void
    ) throws(CaptureError) -> Bool {
        try stream.nextBlock(within: timeout) { block, timestamp in
            inspector.look(at: block).forEach(report)
            if source == nil, gain == 1 { return body(block, timestamp) }
            let samples = conditioned(block)
            body(samples.span, timestamp)
        }
    }

    private func conditioned(_ block: borrowing Span<Float>) -> [Float] {
        let inputs = stream.channelCount
        var samples: [Float] = []
        samples.reserveCapacity(block.count / inputs * channelCount)
        for start in Swift.stride(from: 0, to: block.count - inputs + 1, by: inputs) {
            for channel in 0..<channelCount {
                samples.append(min(max(block[start + (source ?? channel)] * gain, -1), 1))
            }
        }
        return samples
    }
}
