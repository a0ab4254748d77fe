internal import CALSA

/// How a device's samples lie in memory.
package enum SampleFormat: String, Hashable, Sendable, CaseIterable {
    // In the order in which they are asked for: what loses nothing comes first.
    /// Floating-point numbers of the machine's byte order, full scale being 1.
    case float
    /// 32 bits of the machine's byte order.
    case signed32
    /// The lower 24 of 32 bits of the machine's byte order.
    case signed24
    /// Three bytes, the lowest first: what USB microphones of 24 bits have.
    case packed24
    /// 16 bits of the machine's byte order.
    case signed16

    /// Bytes from one sample of a channel to the next channel's; no more than a `Float` has.
    var stride: Int {
        switch self {
        case .float, .signed32, .signed24: 4
        case .packed24: 3
        case .signed16: 2
        }
    }

    /// ALSA's number for it.
    var code: snd_pcm_format_t {
        switch self {
        case .float: oc_alsa_float
        case .signed32: oc_alsa_s32
        case .signed24: oc_alsa_s24
        case .packed24: SND_PCM_FORMAT_S24_3LE
        case .signed16: oc_alsa_s16
        }
    }

    /// Makes floating-point numbers of the samples at the beginning of an array's memory, where they are. Those that are no samples,
    /// as programs between the card and us may deliver them, become silence: no encoder takes them.
    ///
    /// - Complexity: O(`count`).
    func expand(_ count: Int, in samples: inout [Float]) {
        if self == .float {
            for index in 0..<count where !(abs(samples[index]) <= Self.greatest) { samples[index] = 0 }
            return
        }
        unsafe samples.withUnsafeMutableBytes { bytes in
            // From the last one on: no sample is longer than a number, so that none is written over before it was read.
            for index in (0..<count).reversed() {
                let value = unsafe Float(leftAligned(at: index * stride, in: bytes)) * Self.unit
                unsafe bytes.storeBytes(of: value, toByteOffset: index * MemoryLayout<Float>.stride, as: Float.self)
            }
        }
    }

    /// Beyond this a floating-point number is no sample; neither is what is no number.
    private static let greatest: Float = 0x1p16
    /// The smallest step of 32 bits.
    private static let unit: Float = 0x1p-31

    /// An integer sample in the upper bits of 32.
    private func leftAligned(at offset: Int, in bytes: UnsafeMutableRawBufferPointer) -> Int32 {
        switch self {
        case .float, .signed32: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
        case .signed24: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self) << 8
        case .packed24:
            unsafe Int32(bytes[offset]) << 8 | Int32(bytes[offset + 1]) << 16
                | Int32(Int8(bitPattern: bytes[offset + 2])) << 24
        case .signed16: unsafe Int32(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self)) << 16
        }
    }
}
