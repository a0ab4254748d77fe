/// `pcmC`: how samples of PCM lie in memory (ISO/IEC 23003-5, 6).
package struct PCMConfigurationBox: BoxContent {
    package static let types: [BoxType] = ["pcmC"]

    package var flags: UInt8
    /// Bits of one sample of one channel.
    package var sampleSize: UInt8
    private let rest: ArraySlice<UInt8>

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard reader.versionAndFlags() != nil, let flags = reader.uint8(), let size = reader.uint8() else { return nil }
        (self.flags, sampleSize) = (flags, size)
        rest = reader.rest
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("pcmC") { writer in
            writer.uint8(flags)
            writer.uint8(sampleSize)
            writer.append(rest)
        }
    }

    /// Whether the lowest byte of a sample comes first.
    package var isLittleEndian: Bool { flags & 1 != 0 }
}
