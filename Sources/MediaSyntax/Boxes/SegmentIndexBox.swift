/// `sidx`: how long the segments are that follow (ISO/IEC 14496-12, 8.16.3).
package struct SegmentIndexBox: BoxContent {
    package static let types: [BoxType] = ["sidx"]

    package var version: UInt8
    package var flags: UInt32
    /// What is indexed, the unit of its time, and the first time.
    private let head: ArraySlice<UInt8>
    /// From the end of the box to the first segment, in bytes.
    package var firstOffset: UInt64
    private let reserved: UInt16
    package var segments: [Segment]
    private let rest: ArraySlice<UInt8>

    package struct Segment: Hashable, Sendable {
        /// In bytes, of 31 bits; the highest bit says that the segment is an index, too.
        package var size: UInt32
        /// How long it lasts, and whether it begins with a key frame.
        let rest: UInt64
    }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (version, flags) = reader.versionAndFlags(latest: 1),
            let head = reader.bytes(version == 1 ? 16 : 12), let firstOffset = reader.time(version: version),
            let reserved = reader.uint16(), let count = reader.uint16()
        else { return nil }
        (self.version, self.flags, self.head) = (version, flags, head)
        (self.firstOffset, self.reserved) = (firstOffset, reserved)
        var segments: [Segment] = []
        for _ in 0..<count {
            guard let size = reader.uint32(), let rest = reader.uint64() else { return nil }
            segments.append(Segment(size: size, rest: rest))
        }
        self.segments = segments
        rest = reader.rest
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("sidx", version: version, flags: flags) { writer in
            writer.append(head)
            writer.time(firstOffset, version: version)
            writer.uint16(reserved)
            writer.uint16(UInt16(truncatingIfNeeded: segments.count))
            for segment in segments {
                writer.uint32(segment.size)
                writer.uint64(segment.rest)
            }
            writer.append(rest)
        }
    }

    /// From the end of the box to the end of the last segment, in bytes.
    package var span: UInt64 {
        segments.reduce(firstOffset) { sum, segment in
            let next = sum.addingReportingOverflow(UInt64(segment.size & 0x7FFF_FFFF))
            return next.overflow ? .max : next.partialValue
        }
    }
}
