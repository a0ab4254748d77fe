internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import TimeStretch

/// Encodes blocks of any length. It cuts them to the encoder's frames, and converts sample rate and sample format where the
/// encoder needs others.
struct AudioEncoder: ~Copyable, Sendable {
    /// Samples a second of what is encoded.
    let sampleRate: Int
    private let sourceRate: Int
    private let channelLayout: ChannelLayout
    private let encoder: Encoder
    /// `nil` where the encoder takes the audio's own rate.
    private var resampler: AudioResampler?
    /// The sample layout that the encoder or the formatter is given.
    private let sampleLayout: SampleLayout
    /// Converts planar float to the encoder's format; `nil` where that is done without libav.
    private let formatter: FilterGraph?
    /// Whether the encoder takes the 24 highest bits of integers of 32, and so would round down.
    private let roundsSamples: Bool
    /// The packet of silence that was written last.
    private let packet: Packet
    private var waiting: PlanarSamples
    /// The numbers of the next sample that comes in and of the next that is encoded, each at its own sample rate.
    private var taken: Int64
    private var encoded: Int64
    /// Samples that were written as copies of a packet of silence, and never encoded.
    private var copied: Int64 = 0
    /// The instant of the first packet, in ticks of the output; `nil` where there is none yet.
    private(set) var beginning: Int64?
    /// What is beyond full scale, where the codec has no room for it.
    private var overloads: OverloadMeter?
    /// The last packet of silence, and how many before it were like it; `nil` where no silence is encoded.
    private var silence: Silence?

    /// Packets of silence.
    private struct Silence: Sendable {
        /// The payload of the last one.
        private var payload: [UInt8] = []
        private(set) var repeats = 0

        mutating func add(_ packet: borrowing Packet) {
            let payload = packet.bytes
            repeats = payload == self.payload ? repeats + 1 : 0
            self.payload = payload
        }
    }

    /// Where what was taken so far ends (target time).
    var end: RationalTime { RationalTime(taken, Int32(sourceRate)) }

    /// Audio beyond full scale so far; `nil` where there is none, or the codec keeps it.
    var clipping: AudioClipping? { overloads?.clipping }

    var parameters: CodecParameters { encoder.parameters }
    var sideData: [StreamSideData] { encoder.sideData }

    /// `source` gives the channels, and whether samples are floating-point numbers. `sourceRate` is the sample rate of what is encoded,
    /// and `bitsPerSample` the most that a sample of it has in its sources.
    static func make(
        encoding: AudioEncoding,
        source: CodecParameters,
        sourceRate: Int,
        bitsPerSample: Int,
        sampleRate wantedRate: Int,
        firstSample: Int64,
        container: Container
    ) throws -> AudioEncoder {
        let traits = encoding.codec.traits
        // Floating-point samples keep their range where the container has room for them.
        let floatName =
            source.isFloatingPoint ? traits.floatEncoder.flatMap { container.canCarry(codec: $0) ? $0 : nil } : nil
        let name = floatName ?? traits.encoder(sourceBits: bitsPerSample)
        guard let capabilities = EncoderCapabilities(named: name) else {
            throw ExportError(.unsupported, "this libavcodec has no encoder \(name)")
        }
        let sampleRate = capabilities.nearestSampleRate(to: wantedRate)
        let layout = try EncodedChannels.layout(of: source, for: encoding.codec, in: container)
        let perChannel = encoding.bitRatePerChannel ?? encoding.codec.traits.defaultBitRatePerChannel
        let encoder = try Encoder(
            AudioEncoderSettings(
                encoder: name,
                sampleRate: sampleRate,
                channelLayout: layout,
                bitsPerSample: bitsPerSample,
                // No more bits than a low sample rate can use.
                bitRate: perChannel.map { min($0, Int64(sampleRate) * 4) * Int64(layout.channelCount) },
                options: encoding.codec.options(channelCount: layout.channelCount),
                needsGlobalHeader: ContainerFormat(named: container.traits.muxer)?.needsGlobalHeader ?? false
            )
        )
        let format = encoder.sampleFormatName ?? SampleLayout.planarFloat.rawValue
        let sampleLayout = SampleLayout(format)
        let resampler: AudioResampler? =
            sampleRate == sourceRate
            ? nil : try AudioResampler.make(from: sourceRate, to: sampleRate, layout)
        let formatter: FilterGraph? =
            sampleLayout != nil
            ? nil
            : try FilterGraph(
                "aformat=sample_fmts=\(format)",
                input: .audio(
                    sampleRate: sampleRate,
                    sampleFormat: "fltp",
                    channelLayout: layout,
                    timeBase: TimeBase(1, Int32(sampleRate))
                )
            )
        return AudioEncoder(
            sampleRate: sampleRate,
            sourceRate: sourceRate,
            channelLayout: layout,
            encoder: encoder,
            resampler: resampler,
            sampleLayout: sampleLayout ?? .planarFloat,
            formatter: formatter,
            roundsSamples: format.hasPrefix("s32"),
            packet: try Packet(),
            waiting: PlanarSamples(channelCount: layout.channelCount),
            taken: firstSample,
            encoded: (firstSample * Int64(sampleRate) * 2 + Int64(sourceRate)) / (2 * Int64(sourceRate)),
            overloads: floatName == nil ? OverloadMeter() : nil
        )
    }

    /// Takes the next samples.
    mutating func encode(_ block: PlanarSamples, into sink: PacketSink) throws {
        taken += Int64(block.frameCount)
        overloads?.add(block)
        try sink.pass(end)
        try encodeFullFrames(with: try resampled(block), into: sink)
    }

    /// Encodes the waiting samples and a further block as far as they fill frames. An encoder that takes any number of
    /// samples gets the block as it is.
    private mutating func encodeFullFrames(with block: PlanarSamples, into sink: PacketSink) throws {
        guard let size = encoder.frameSize else {
            if block.frameCount > 0 { try encodeFrame(block, into: sink) }
            return
        }
        waiting.append(block)
        var used = 0
        while waiting.frameCount - used >= size {
            try encodeFrame(waiting.part(used..<used + size), into: sink)
            used += size
        }
        if used > 0 { waiting = waiting.part(used..<waiting.frameCount) }
    }

    /// Encodes silence up to an output sample. Where packets of silence have become alike, as those of AAC and Opus do, hours
    /// of it are copies of the last one.
    mutating func fillSilence(until sample: Int64, into sink: PacketSink) throws {
        guard taken < sample else { return }
        silence = Silence()
        while taken < sample {
            try copySilence(until: sample, into: sink)
            let count = Int(min(sample - taken, Int64(sourceRate)))
            try encode(PlanarSamples(channelCount: channelLayout.channelCount, frameCount: count), into: sink)
        }
        silence = nil
    }

    /// Writes copies of the last packet up to some seconds before an output sample, where the encoder would make no other.
    private mutating func copySilence(until sample: Int64, into sink: PacketSink) throws {
        // Those of Vorbis last longer than the frames that its encoder takes.
        let length = packet.duration
        guard length > 0, encoder.timeBase == TimeBase(1, Int32(sourceRate)),
            silence.map({ $0.repeats >= Self.alike }) ?? false
        else { return }
        let second = Int64(sourceRate)
        while sample - taken > 2 * second {
            for _ in 0..<max(1, second / length) {
                copied += length
                taken += length
                try write(packet, into: sink)
            }
            try sink.pass(RationalTime(taken, Int32(sourceRate)))
        }
    }

    /// So many packets in a row are to be alike before they are copied.
    private static let alike = 16

    /// Encodes what is left and what the encoder holds.
    mutating func finish(into sink: PacketSink) throws {
        if var resampler = resampler.take() {
            try encodeFullFrames(with: try resampler.finish(), into: sink)
        }
        if waiting.frameCount > 0 { try encodeFrame(waiting, into: sink) }
        try encoder.sendEnd()
        try drain(into: sink)
    }

    private mutating func resampled(_ block: PlanarSamples) throws -> PlanarSamples {
        guard var resampler = resampler.take() else { return block }
        let output = try resampler.resample(block)
        self.resampler = consume resampler
        return output
    }

    private mutating func encodeFrame(_ block: PlanarSamples, into sink: PacketSink) throws {
        let block = roundsSamples ? block.rounded24 : block
        let frame = try formatted(
            Frame.audio(block, as: sampleLayout, sampleRate: sampleRate, channelLayout: channelLayout)
        )
        frame.pts = encoded
        encoded += Int64(block.frameCount)
        while try !encoder.send(frame) { try drain(into: sink) }
        try drain(into: sink)
    }

    private func formatted(_ frame: consuming Frame) throws -> Frame {
        switch formatter {
        case .none: return frame
        case .some(let graph):
            try graph.send(frame)
            let output = try Frame()
            guard try graph.receive(into: output) == .produced else {
                throw ExportError(.fault, "the sample format converter gave nothing")
            }
            return output
        }
    }

    private mutating func drain(into sink: PacketSink) throws {
        let next = try Packet()
        while try encoder.receive(into: next) == .produced {
            let instant = try write(next, into: sink)
            // Copies of silence never come first.
            if next.size > 0 { beginning = beginning ?? instant }
            guard silence != nil else { continue }
            silence?.add(next)
            packet.take(try next.reference())
        }
    }

    /// Writes a packet of the encoder's, later by what was copied. Returns its instant, in ticks of the output.
    @discardableResult
    private func write(_ packet: borrowing Packet, into sink: PacketSink) throws -> Int64? {
        let output = try packet.reference()
        output.pts = output.pts.map { $0 + copied }
        output.dts = output.dts.map { $0 + copied }
        output.rescale(from: encoder.timeBase, to: sink.timeBase)
        let instant = output.pts
        try sink.write(output)
        return instant
    }
}
