internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// Makes packets of a microphone's audio, kept in step with the frames' clock.
///
/// The card's clock and the system's are never quite the same: at 200 millionths apart the audio would be 1.4 seconds off
/// after two hours. So the audio is resampled by as much as the card's clock is wrong, and by a little more until what is
/// left between the two has gone.
final class AudioCoder {
    let track: Muxer.StreamDescription
    let sampleRate: Int
    /// Samples of a packet.
    let packetLength: Int
    let channelCount: Int
    private let layout: ChannelLayout
    private let encoder: Encoder
    private let resampler: DriftResampler
    private let packet: Packet
    private var clock: AudioClock?
    /// The first sample's number.
    private var start: Int64 = 0
    /// Samples that went into the encoder.
    private var encoded: Int64 = 0
    /// Samples that the resampler gave and that do not fill a packet yet, channel by channel.
    private var waiting: [[Float]]
    /// Up to when there is silence although the card has not delivered again; `nil` where it has.
    private var filled: Double?
    /// Samples that came when there was silence in their place.
    private(set) var lateCount: Int64 = 0
    /// Samples that the card delivered.
    private(set) var sampleCount: Int64 = 0

    /// How long after it was heard audio may come from a card that seemed to deliver nothing, in seconds.
    private static let lateness = 2.0
    /// How long it takes to correct a difference between the clocks, in seconds.
    private static let correctionTime = 4.0
    /// A difference above this is no drift, in seconds. It is a gap, which is filled with silence, or a clock that was set.
    private static let gap = 0.05
    /// How much faster or slower the audio may be played, as a part of its rate: a sixth of a semitone.
    private static let greatestCorrection = 0.01

    static func make(sampleRate: Int, channelCount: Int) throws(CaptureError) -> AudioCoder {
        let layout = ChannelLayout(channelCount: channelCount)
        let codec = AudioCodec.aac.traits
        do {
            let encoder = try Encoder(
                AudioEncoderSettings(
                    encoder: codec.encoder(sourceBits: 16),
                    sampleRate: sampleRate,
                    channelLayout: layout,
                    bitRate: codec.defaultBitRatePerChannel.map { $0 * Int64(channelCount) },
                    needsGlobalHeader: true
                )
            )
            let resampler = try DriftResampler.make(sampleRate: sampleRate, channelLayout: layout)
            return AudioCoder(encoder, resampler, try Packet(), sampleRate, layout)
        } catch {
            throw CaptureError(error)
        }
    }

    private init(
        _ encoder: consuming Encoder,
        _ resampler: consuming DriftResampler,
        _ packet: consuming Packet,
        _ sampleRate: Int,
        _ layout: ChannelLayout
    ) {
        track = Muxer.StreamDescription(
            parameters: encoder.parameters,
            timeBase: encoder.timeBase,
            disposition: .defaultStream
        )
        packetLength = encoder.frameSize ?? 1024
        self.encoder = encoder
        self.resampler = resampler
        self.packet = packet
        self.sampleRate = sampleRate
        self.layout = layout
        channelCount = layout.channelCount
        waiting = Array(repeating: [], count: layout.channelCount)
    }

    /// How much faster than stated the card's clock goes, in millionths; `nil` before there is any audio.
    var drift: Double? { clock?.drift }

    /// Takes a block, and gives the packets that are ready; their timestamps count samples from an instant of the
    /// monotonic clock.
    func take(_ block: AudioBlock, since first: RationalTime, _ body: (consuming Packet) throws -> Void) throws {
        let count = block.samples.count / channelCount
        guard count > 0 else { return }
        // As a difference, so that it stays fine after a year without a restart.
        let instant = try (block.timestamp - first).seconds
        if clock == nil { begin(at: instant) }
        if let filled {
            // Nothing is put where silence is already.
            guard instant >= filled else { return lateCount += Int64(count) }
            self.filled = nil
        }
        if let clock, abs(instant - clock.next) > Self.gap { try fillGap(until: instant, body) }
        let due = clock?.take(sampleCount: count, at: instant) ?? instant
        try compensate(at: due)
        sampleCount += Int64(count)
        try encode(try resampler.convert(frame(of: block.samples, count)), body)
    }

    /// Gives what is left, what the resampler still holds among it.
    func finish(_ body: (consuming Packet) throws -> Void) throws {
        if clock != nil { try encode(try resampler.finish(), body) }
        if let rest = waiting.first?.count, rest > 0 { try encodeFrame(rest) }
        try encoder.sendEnd()
        try drain(body)
    }

    private func begin(at instant: Double) {
        clock = AudioClock(start: instant, sampleRate: sampleRate)
        start = Int64((instant * Double(sampleRate)).rounded())
    }

    /// Where the next sample that goes into the resampler will stand in the file, in samples.
    private var position: Double { Double(start + encoded + Int64(waiting[0].count) + Int64(resampler.delay)) }

    private func compensate(at instant: Double) throws {
        guard let clock else { return }
        let behind = instant * Double(sampleRate) - position
        let distance = Self.correctionTime * Double(sampleRate)
        let drift = distance * (clock.period * Double(sampleRate) - 1)
        let greatest = Self.greatestCorrection * distance
        let samples = min(max(drift + behind, -greatest), greatest)
        try resampler.compensate(Int(samples.rounded()), over: Int(distance))
    }

    /// Silence for what the card lost, if anything, and a clock that begins anew after it.
    private func fillGap(until instant: Double, _ body: (consuming Packet) throws -> Void) throws {
        try addSilence(until: instant, body)
        clock?.restart(at: instant)
    }

    private func addSilence(until instant: Double, _ body: (consuming Packet) throws -> Void) throws {
        var rest = max(0, Int((instant * Double(sampleRate) - position).rounded()))
        while rest > 0 {
            let count = min(rest, sampleRate)
            for channel in waiting.indices { waiting[channel] += Array(repeating: 0, count: count) }
            try encodeFull(body)
            rest -= count
        }
    }

    /// Silence for what a card that delivers nothing has not delivered by now: were all of it made when the card delivers again, frames
    /// would wait for as long as that takes. What is heard less than ``lateness`` before may still come, and is left to ``take(_:since:_:)``.
    ///
    /// - Parameters:
    ///   - now: an instant of the monotonic clock.
    ///   - first: that from which packets' timestamps count.
    ///   - body: gets the packets that are ready.
    /// - Throws: what the body and the encoder throw.
    func fillSilence(
        upTo now: RationalTime,
        since first: RationalTime,
        _ body: (consuming Packet) throws -> Void
    ) throws {
        guard clock != nil else { return }
        let end = try (now - first).seconds - Self.lateness
        try addSilence(until: end, body)
        filled = max(filled ?? end, end)
    }

    private func frame(of samples: [Float], _ count: Int) throws -> Frame {
        let frame = try Frame.audio(sampleCount: count, sampleRate: sampleRate, channelLayout: layout)
        for channel in 0..<channelCount {
            frame.withMutableChannel(channel) { output in
                for index in 0..<count { output[index] = samples[index * channelCount + channel] }
            }
        }
        return frame
    }

    private func encode(_ frame: borrowing Frame, _ body: (consuming Packet) throws -> Void) throws {
        for channel in waiting.indices {
            frame.withChannel(channel) { samples in
                for index in samples.indices { waiting[channel].append(samples[index]) }
            }
        }
        try encodeFull(body)
    }

    private func encodeFull(_ body: (consuming Packet) throws -> Void) throws {
        while waiting[0].count >= packetLength {
            try encodeFrame(packetLength)
            try drain(body)
        }
    }

    private func encodeFrame(_ count: Int) throws {
        let frame = try Frame.audio(sampleCount: count, sampleRate: sampleRate, channelLayout: layout)
        for channel in waiting.indices {
            frame.withMutableChannel(channel) { output in
                for index in 0..<count { output[index] = waiting[channel][index] }
            }
            waiting[channel].removeFirst(count)
        }
        frame.pts = start + encoded
        encoded += Int64(count)
        guard try encoder.send(frame) else { throw CaptureError(.codec, "the audio encoder takes no samples") }
    }

    private func drain(_ body: (consuming Packet) throws -> Void) throws {
        while try encoder.receive(into: packet) == .produced {
            let output = try packet.reference()
            packet.reset()
            try body(output)
        }
    }
}
