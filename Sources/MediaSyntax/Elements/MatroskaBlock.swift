/// A block of a Matroska file: a packet of a track, or several (RFC 9559, 10).
package struct MatroskaBlock: Hashable, Sendable {
    /// The number that the track has in its entry.
    package let track: UInt64
    /// When it is presented, in ticks of the segment's clock: milliseconds, unless the segment states others.
    package let time: Int64
    /// Whether decoding can begin with it, as the container says.
    package let isKey: Bool
    /// Whether it may hold several packets.
    package let isLaced: Bool
    /// Where its header begins in the file, in bytes. libavformat takes it for the position of each of its packets.
    package let position: UInt64
    /// Where what is behind its header lies in the file, in bytes.
    package let payload: Range<UInt64>
}

/// The first bytes of a block.
private struct BlockHeader {
    let track: UInt64
    /// Ticks after the cluster's time.
    let offset: Int16
    let flags: UInt8
    /// In bytes.
    let size: Int

    /// The longest one, in bytes.
    static let largestSize: UInt64 = 11

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, first.leadingZeroBitCount < 8 else { return nil }
        let length = first.leadingZeroBitCount + 1
        var reader = ByteReader(bytes)
        guard let marked = reader.unsigned(byteCount: length), let offset = reader.unsigned(byteCount: 2),
            let flags = reader.uint8()
        else { return nil }
        track = marked & ((UInt64(1) << UInt64(7 * length)) - 1)
        self.offset = Int16(truncatingIfNeeded: offset)
        self.flags = flags
        size = length + 3
    }

    /// That a simple block is a key frame.
    var isMarked: Bool { flags & 0x80 != 0 }
    var isLaced: Bool { flags & 0x06 != 0 }
}

extension ElementScanner {
    /// Calls a body with each block of a Matroska file, in the file's order, while more are wanted. Payloads are not read.
    ///
    /// - Returns: Whether the file was read to its end: not where it is cut short or damaged, and where no more was wanted.
    /// - Complexity: O(number of blocks), each a read.
    package func forEachBlock(_ isMoreWanted: (MatroskaBlock) throws(Failure) -> Bool) throws(Failure) -> Bool {
        guard let segment = try first(.segment, in: whole) else { return false }
        var position = segment.content.lowerBound
        while position < segment.content.upperBound {
            guard let element = try element(at: position, before: segment.content.upperBound) else { return false }
            if element.id == .cluster {
                guard let end = try endOfBlocks(in: element, isMoreWanted) else { return false }
                position = end
            } else {
                guard let end = element.statedEnd, end <= segment.content.upperBound else { return false }
                position = end
            }
        }
        return segment.statedEnd ?? 0 <= whole.upperBound
    }

    /// Calls a body with each block of a cluster, while more are wanted. One that does not state its size, as in live streams, ends where
    /// an element begins that cannot be in it.
    ///
    /// - Returns: Where the cluster ends; `nil` where it is not there as a whole, and where no more is wanted.
    private func endOfBlocks(
        in cluster: LocatedElement,
        _ isMoreWanted: (MatroskaBlock) throws(Failure) -> Bool
    ) throws(Failure) -> UInt64? {
        if let end = cluster.statedEnd, end > cluster.content.upperBound { return nil }
        var time: Int64 = 0
        var position = cluster.content.lowerBound
        while position < cluster.content.upperBound {
            guard let child = try element(at: position, before: cluster.content.upperBound) else { return nil }
            if cluster.statedEnd == nil, child.id.isOfSegment { return position }
            guard let end = child.statedEnd, end <= cluster.content.upperBound else { return nil }
            var block: MatroskaBlock?
            switch child.id {
            case .timestamp:
                time = Int64(clamping: try unsigned(child) ?? 0)
            case .simpleBlock:
                block = try self.block(child, in: time, isKey: nil)
            case .blockGroup:
                guard let inner = try first(.block, in: child.content) else { break }
                block = try self.block(inner, in: time, isKey: try first(.referenceBlock, in: child.content) == nil)
            default:
                break
            }
            if let block, try !isMoreWanted(block) { return nil }
            position = end
        }
        return position
    }

    /// The block in an element of a cluster whose blocks are counted from a time. `isKey`: `nil` where the block itself says so.
    private func block(_ element: LocatedElement, in time: Int64, isKey: Bool?) throws(Failure) -> MatroskaBlock? {
        let (start, end) = (element.content.lowerBound, element.content.upperBound)
        let length = min(BlockHeader.largestSize, end - start)
        guard let bytes = try bytes(start..<start + length, limit: Int(length)), let header = BlockHeader(bytes) else {
            return nil
        }
        return MatroskaBlock(
            track: header.track,
            time: time.addingReportingOverflow(Int64(header.offset)).partialValue,
            isKey: isKey ?? header.isMarked,
            isLaced: header.isLaced,
            position: start,
            payload: start + UInt64(header.size)..<max(end, start + UInt64(header.size))
        )
    }
}

extension ElementID {
    /// When a cluster's blocks are counted from.
    fileprivate static let timestamp = ElementID(rawValue: 0xE7)
    fileprivate static let simpleBlock = ElementID(rawValue: 0xA3)
    fileprivate static let blockGroup = ElementID(rawValue: 0xA0)
    fileprivate static let block = ElementID(rawValue: 0xA1)
    /// The instant of a block that this one refers to: only what is no key frame has one.
    fileprivate static let referenceBlock = ElementID(rawValue: 0xFB)
}

extension ElementID {
    /// Whether it is one of those that lie in a segment itself, or is that of a segment: all of them have four bytes, and what lies in a
    /// cluster has fewer.
    fileprivate var isOfSegment: Bool { rawValue >= 1 << 24 }
}

extension ByteSource {
    /// The same bytes, for reading the headers of a Matroska file's blocks: a block's element and its own header lie together, and
    /// its payload need not be read, unless it is a small one.
    package var readingBlockHeaders: ByteSource { readingAhead(64, growingTo: 16384) }
}
