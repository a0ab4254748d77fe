internal import Files
internal import MediaSyntax
internal import MediaTime

/// Reads the headers of a finished Matroska file's blocks: when each is presented, and whether it is marked as a key frame.
/// What is in the blocks is not read.
struct MatroskaOutput {
    private let bytes: ByteSource<FileError>
    private let scanner: ElementScanner<FileError>

    /// Of an open file.
    init(descriptor: Int32) throws(FileError) {
        // A block's element and its own header lie together, and its payload need not be read, unless it is a small one.
        bytes = try ByteSource(file: descriptor).readingAhead(64, growingTo: 16384)
        scanner = ElementScanner(bytes)
    }

    /// Matroska's clock, as every file of libavformat's has it: it counts milliseconds.
    private static let tick = RationalTime(1, 1000)

    /// The tracks of video and audio, in the order of the file; `nil` where there is no segment that can be read.
    ///
    /// - Complexity: O(number of blocks), each a read.
    func tracks() throws(FileError) -> [OutputTrack]? {
        guard let segment = try scanner.first(.segment, in: scanner.whole) else { return nil }
        var numbers: [UInt64: Int] = [:]
        var tracks: [OutputTrack] = []
        try scanner.forEach(in: segment.content) { element throws(FileError) in
            switch element.id {
            case .tracks:
                for (number, kind) in try mediaTracks(element) {
                    numbers[number] = tracks.count
                    let packets: Int64 = 0
                    tracks.append(OutputTrack(kind: kind, packets: packets, tick: Self.tick, tolerance: Self.tick))
                }
            case .cluster:
                try read(element, numbers, into: &tracks)
            default:
                break
            }
            return true
        }
        return tracks
    }

    /// The number and the kind of each track of video and audio.
    private func mediaTracks(_ element: LocatedElement) throws(FileError) -> [(UInt64, MediaTrack.Kind)] {
        var tracks: [(UInt64, MediaTrack.Kind)] = []
        for entry in try scanner.all(.trackEntry, in: element.content) {
            guard let number = try unsigned(.trackNumber, in: entry), let type = try unsigned(.trackType, in: entry)
            else {
                continue
            }
            if type == 1 { tracks.append((number, .video)) }
            if type == 2 { tracks.append((number, .audio)) }
        }
        return tracks
    }

    private func unsigned(_ id: ElementID, in parent: LocatedElement) throws(FileError) -> UInt64? {
        guard let element = try scanner.first(id, in: parent.content) else { return nil }
        return try scanner.unsigned(element)
    }

    private func read(
        _ cluster: LocatedElement,
        _ numbers: [UInt64: Int],
        into tracks: inout [OutputTrack]
    ) throws(FileError) {
        var time: Int64 = 0
        try scanner.forEach(in: cluster.content) { element throws(FileError) in
            switch element.id {
            case .timestamp:
                time = Int64(clamping: try scanner.unsigned(element) ?? 0)
            case .simpleBlock:
                let block = try block(element)
                block?.note(at: time, isKey: block?.isMarked ?? false, numbers, in: &tracks)
            case .blockGroup:
                guard let inner = try scanner.first(.block, in: element.content) else { break }
                let isKey = try scanner.first(.referenceBlock, in: element.content) == nil
                try block(inner)?.note(at: time, isKey: isKey, numbers, in: &tracks)
            default:
                break
            }
            return true
        }
    }

    /// The first bytes of a block (RFC 9559, 10).
    private struct Block {
        let track: UInt64
        /// Milliseconds after the cluster's time.
        let offset: Int16
        /// Whether a simple block is marked as a key frame.
        let isMarked: Bool
        /// Where its payload lies.
        let payload: Range<UInt64>

        func note(
            at time: Int64,
            isKey: Bool,
            _ numbers: [UInt64: Int],
            in tracks: inout [OutputTrack]
        ) {
            guard let index = numbers[track] else { return }
            let instant = time + Int64(offset)
            tracks[index].packets? += 1
            if tracks[index].kind == .video { tracks[index].presented.append(instant) }
            if isKey, tracks[index].kind == .video { tracks[index].keyFrames.append(payload) }
            let start = RationalTime(instant, 1000)
            tracks[index].start = min(tracks[index].start ?? start, start)
        }
    }

    private func block(_ element: LocatedElement) throws(FileError) -> Block? {
        let length = min(11, element.content.upperBound - element.content.lowerBound)
        guard
            let head = try bytes.bytes(
                element.content.lowerBound..<element.content.lowerBound + length,
                limit: 11
            ), let first = head.first, first.leadingZeroBitCount < 8
        else { return nil }
        var reader = ByteReader(head)
        let size = first.leadingZeroBitCount + 1
        guard let marked = reader.unsigned(byteCount: size), let offset = reader.unsigned(byteCount: 2),
            let flags = reader.uint8()
        else { return nil }
        return Block(
            track: marked & ((UInt64(1) << UInt64(7 * size)) - 1),
            offset: Int16(truncatingIfNeeded: offset),
            isMarked: flags & 0x80 != 0,
            payload: element.content.lowerBound + UInt64(size)
                + 3..<max(
                    element.content.upperBound,
                    element.content.lowerBound + UInt64(size) + 3
                )
        )
    }
}

extension ElementID {
    /// A number of a track, to which blocks refer.
    fileprivate static let trackNumber = ElementID(rawValue: 0xD7)
    /// When a cluster's blocks are counted from.
    fileprivate static let timestamp = ElementID(rawValue: 0xE7)
    fileprivate static let simpleBlock = ElementID(rawValue: 0xA3)
    fileprivate static let blockGroup = ElementID(rawValue: 0xA0)
    fileprivate static let block = ElementID(rawValue: 0xA1)
    /// The instant of a block that this one refers to: only what is no key frame has one.
    fileprivate static let referenceBlock = ElementID(rawValue: 0xFB)
}
