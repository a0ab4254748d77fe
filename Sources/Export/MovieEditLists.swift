internal import Glibc
internal import MediaTime

/// Shortens the edit lists of a finished MP4 or MOV (ISO/IEC 14496-12), so that pictures which only lend themselves to
/// others' decoding are not shown after the out point. libavformat's muxer hides what comes before the first picture, but
/// nothing at the end.
struct MovieEditLists {
    private let descriptor: Int32

    /// Of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Ends the presentation of tracks, by their place in the file, at target instants.
    func end(_ ends: [Int: RationalTime]) throws(ExportError) {
        guard !ends.isEmpty else { return }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard let movie = boxes(in: 0..<size).first(where: { $0.type == "moov" }),
            let header = boxes(in: movie.content).first(where: { $0.type == "mvhd" })
        else { throw ExportError(.fault, "the finished movie has no index") }
        let isLong = number(at: header.content.lowerBound, bytes: 1) == 1
        let timescale = Int32(number(at: header.content.lowerBound + (isLong ? 20 : 12), bytes: 4))
        var longest: Int64 = 0
        for (index, track) in boxes(in: movie.content).filter({ $0.type == "trak" }).enumerated() {
            let parts = boxes(in: track.content)
            guard let trackHeader = parts.first(where: { $0.type == "tkhd" }) else { continue }
            if let end = ends[index], let edits = parts.first(where: { $0.type == "edts" }),
                let list = boxes(in: edits.content).first(where: { $0.type == "elst" })
            {
                let ticks = try? end.ticks(over: timescale, rounding: .nearest)
                try shorten(list, to: ticks ?? .max, header: trackHeader)
            }
            longest = max(longest, duration(ofTrack: trackHeader))
        }
        let place = header.content.lowerBound + (isLong ? 24 : 16)
        try write(longest, at: place, bytes: isLong ? 8 : 4)
    }

    /// Sets the last edit so that all edits together last as long as is wanted, and the track's header with them.
    private func shorten(_ list: Box, to total: Int64, header: Box) throws(ExportError) {
        let isLong = number(at: list.content.lowerBound, bytes: 1) == 1
        let width = isLong ? 8 : 4
        let entrySize = 2 * width + 4
        let count = Int(number(at: list.content.lowerBound + 4, bytes: 4))
        let entries = (0..<count).map { list.content.lowerBound + 8 + $0 * entrySize }
        guard let last = entries.last, last + entrySize <= list.content.upperBound else { return }
        let before = entries.dropLast().reduce(Int64(0)) { $0 + number(at: $1, bytes: width) }
        let shown = min(number(at: last, bytes: width), max(0, total - before))
        try write(shown, at: last, bytes: width)
        let isHeaderLong = number(at: header.content.lowerBound, bytes: 1) == 1
        let place = header.content.lowerBound + (isHeaderLong ? 28 : 20)
        try write(before + shown, at: place, bytes: isHeaderLong ? 8 : 4)
    }

    private func duration(ofTrack header: Box) -> Int64 {
        let isLong = number(at: header.content.lowerBound, bytes: 1) == 1
        return number(at: header.content.lowerBound + (isLong ? 28 : 20), bytes: isLong ? 8 : 4)
    }
}

extension MovieEditLists {
    private struct Box {
        let type: String
        let content: Range<Int>
    }

    private func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            var size = Int(number(at: offset, bytes: 4))
            var headerSize = 8
            if size == 1 {
                size = Int(number(at: offset + 8, bytes: 8))
                headerSize = 16
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= headerSize, offset + size <= range.upperBound else { break }
            let type = String(decoding: bytes(at: offset + 4, count: 4), as: UTF8.self)
            boxes.append(Box(type: type, content: offset + headerSize..<offset + size))
            offset += size
        }
        return boxes
    }

    private func bytes(at offset: Int, count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = unsafe pread(descriptor, &buffer, count, offset)
        return read == count ? buffer : []
    }

    private func number(at offset: Int, bytes count: Int) -> Int64 {
        bytes(at: offset, count: count).reduce(0) { $0 << 8 | Int64($1) }
    }

    private func write(_ value: Int64, at offset: Int, bytes count: Int) throws(ExportError) {
        let buffer = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        guard unsafe pwrite(descriptor, buffer, count, offset) == count else {
            throw ExportError(.writing, "cannot write the edit list")
        }
    }
}
