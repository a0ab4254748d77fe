internal import FFmpeg
internal import TimeStretch

// Full scale of 16 bits is 1, as libswresample has it; samples are rounded to the nearest, halves to even.

extension Frame {
    /// A frame of these samples.
    static func audio(
        _ block: PlanarSamples,
        as layout: SampleLayout,
        sampleRate: Int,
        channelLayout: ChannelLayout
    ) throws(FFmpegError) -> Frame {
        let frame = try Frame.audio(
            layout,
            sampleCount: block.frameCount,
            sampleRate: sampleRate,
            channelLayout: channelLayout
        )
        switch layout {
        case .planarFloat:
            for (channel, line) in block.channels.enumerated() {
                frame.withMutableChannel(channel) { target in
                    unsafe target.withUnsafeMutableBufferPointer { _ = unsafe $0.update(fromContentsOf: line) }
                }
            }
        case .interleaved16:
            frame.withMutableInterleaved16 { target in
                unsafe target.withUnsafeMutableBufferPointer { unsafe interleave(block.channels, into: $0) }
            }
        }
        return frame
    }
}

extension PlanarSamples {
    /// The samples of a frame; `nil` where only libav knows its layout.
    init?(_ frame: borrowing Frame) {
        guard let layout = frame.sampleLayout else { return nil }
        let channels = 0..<frame.channelCount
        switch layout {
        case .planarFloat:
            self.init(
                channels: channels.map { channel in
                    frame.withChannel(channel) { samples in
                        unsafe samples.withUnsafeBufferPointer { unsafe bounded($0) }
                    }
                }
            )
        case .interleaved16:
            self.init(
                channels: frame.withInterleaved16 { samples in
                    unsafe samples.withUnsafeBufferPointer { samples in
                        channels.map { unsafe channel($0, of: channels.count, in: samples) }
                    }
                }
            )
        }
    }
}

extension PlanarSamples {
    /// To the nearest of 24 bits, halves to even.
    var rounded24: PlanarSamples {
        PlanarSamples(
            channels: channels.map { line in line.map { ($0 * 0x1p23).rounded(.toNearestOrEven) * 0x1p-23 } }
        )
    }
}

/// 60 dB above full scale: louder than what any device records.
private let loudest: Float = 1024

/// The samples of a channel, as they are unless they are damaged. What is no number, or an infinite one, becomes silence, and what is
/// louder than anything is bounded: encoders of AAC search for ever for the steps that such a sample needs.
private func bounded(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
    unsafe Array(unsafeUninitializedCapacity: samples.count) { target, initialized in
        for index in 0..<samples.count {
            let sample = unsafe samples[index]
            let bounded = min(max(sample, -loudest), loudest)
            unsafe target[index] = sample.isFinite ? bounded : 0
        }
        initialized = samples.count
    }
}

/// One channel of interleaved samples.
private func channel(_ channel: Int, of count: Int, in samples: UnsafeBufferPointer<Int16>) -> [Float] {
    let frames = samples.count / count
    return unsafe Array(unsafeUninitializedCapacity: frames) { target, initialized in
        // A stride that the compiler knows makes vectors of it.
        if count == 2 {
            for index in 0..<frames { unsafe target[index] = Float(samples[2 * index + channel]) / 0x8000 }
        } else {
            for index in 0..<frames { unsafe target[index] = Float(samples[count * index + channel]) / 0x8000 }
        }
        initialized = frames
    }
}

private func interleave(_ channels: [[Float]], into target: UnsafeMutableBufferPointer<Int16>) {
    if channels.count == 2 {
        unsafe channels[0].withUnsafeBufferPointer { left in
            unsafe channels[1].withUnsafeBufferPointer { right in
                for index in left.indices {
                    unsafe target[2 * index] = rounded16(left[index])
                    unsafe target[2 * index + 1] = rounded16(right[index])
                }
            }
        }
        return
    }
    for (channel, line) in channels.enumerated() {
        for (index, sample) in line.enumerated() { unsafe target[channels.count * index + channel] = rounded16(sample) }
    }
}

/// Without a branch or a call: beyond 3 · 2²² single precision has whole numbers only, and the lowest 16 of its bits are
/// the number's.
@inline(__always)
private func rounded16(_ sample: Float) -> Int16 {
    let scaled = sample * 0x8000
    let bounded = scaled < 0x7FFF ? scaled : 0x7FFF
    let number = bounded > -0x8000 ? bounded : -0x8000
    return Int16(truncatingIfNeeded: (number + 0x1.8p23).bitPattern)
}
