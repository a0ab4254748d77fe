internal import Glibc
internal import MediaTime

/// Shortens the edit lists of a finished MP4 or MOV (ISO/IEC 14496-12), so that nothing is shown after the out point:
/// neither frames which only lend themselves to others' decoding, nor the rest of the last one. libavformat's muxer
/// hides what comes before the first frame, but nothing at the end.
struct MovieEditLists {
    private let descriptor: Int32
    private let movie: MovieBoxes

    /// Of an open file.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        movie = MovieBoxes(descriptor: descriptor)
    }

    /// Ends the presentation of tracks, by their place in the file, at target instants.
    func end(_ ends: [Int: RationalTime]) throws(ExportError) {
        guard !ends.isEmpty else { return }
        guard let index = movie.first("moov", in: movie.whole), let header = movie.first("mvhd", in: index) else {
            throw ExportError(.fault, "the finished movie has no index")
        }
        let isLong = movie.number(at: header.lowerBound, bytes: 1) == 1
        let timescale = Int32(movie.number(at: header.lowerBound + (isLong ? 20 : 12), bytes: 4))
        var longest: Int64 = 0
        for (place, track) in movie.boxes(in: index).filter({ $0.type == "trak" }).enumerated() {
            guard let trackHeader = movie.first("tkhd", in: track.content) else { continue }
            if let end = ends[place], let edits = movie.first("edts", in: track.content),
                let list = movie.first("elst", in: edits)
            {
                let ticks = try? end.ticks(over: timescale, rounding: .nearest)
                try shorten(list, to: ticks ?? .max, header: trackHeader)
            }
            longest = max(longest, duration(ofTrack: trackHeader))
        }
        let place = header.lowerBound + (isLong ? 24 : 16)
        try write(longest, at: place, bytes: isLong ? 8 : 4)
    }

    /// Sets the last edit so that all edits together last as long as is wanted, and the track's header with them.
    private func shorten(_ list: Range<Int>, to total: Int64, header: Range<Int>) throws(ExportError) {
        let isLong = movie.number(at: list.lowerBound, bytes: 1) == 1
        let width = isLong ? 8 : 4
        let entrySize = 2 * width + 4
        let count = Int(movie.number(at: list.lowerBound + 4, bytes: 4))
        let entries = (0..<count).map { list.lowerBound + 8 + $0 * entrySize }
        guard let last = entries.last, last + entrySize <= list.upperBound else { return }
        let before = entries.dropLast().reduce(Int64(0)) { $0 + movie.number(at: $1, bytes: width) }
        let shown = min(movie.number(at: last, bytes: width), max(0, total - before))
        try write(shown, at: last, bytes: width)
        let isHeaderLong = movie.number(at: header.lowerBound, bytes: 1) == 1
        let place = header.lowerBound + (isHeaderLong ? 28 : 20)
        try write(before + shown, at: place, bytes: isHeaderLong ? 8 : 4)
    }

    private func duration(ofTrack header: Range<Int>) -> Int64 {
        let isLong = movie.number(at: header.lowerBound, bytes: 1) == 1
        return movie.number(at: header.lowerBound + (isLong ? 28 : 20), bytes: isLong ? 8 : 4)
    }
}

extension MovieEditLists {
    private func write(_ value: Int64, at offset: Int, bytes count: Int) throws(ExportError) {
        let buffer = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        guard unsafe pwrite(descriptor, buffer, count, offset) == count else {
            throw ExportError(.writing, "cannot write the edit list")
        }
    }
}
