internal import Files
internal import MediaSyntax
internal import MediaTime

/// Reads the headers of a finished Matroska file's blocks: when each is presented, and whether it is marked as a key frame.
/// What is in the blocks is not read.
struct MatroskaOutput {
    private let scanner: ElementScanner<FileError>

    /// Of an open file.
    init(descriptor: Int32) throws(FileError) {
        scanner = ElementScanner(try ByteSource(file: descriptor).readingBlockHeaders)
    }

    /// Matroska's clock, as every file of libavformat's has it: it counts milliseconds.
    static let tick = RationalTime(1, 1000)

    /// The tracks of video and audio, in the order of the file; `nil` where there is no segment that can be read.
    ///
    /// - Complexity: O(number of blocks), each a read.
    func tracks() throws(FileError) -> [OutputTrack]? {
        guard try scanner.first(.segment, in: scanner.whole) != nil else { return nil }
        var numbers: [UInt64: Int] = [:]
        var tracks: [OutputTrack] = []
        var delays: [Int64] = []
        for track in try scanner.tracks() where track.type == 1 || track.type == 2 {
            numbers[track.number] = tracks.count
            // Readers subtract it from the times of blocks, rounded to their clock.
            delays.append(Int64(clamping: track.codecDelay.addingReportingOverflow(500_000).partialValue / 1_000_000))
            let kind: MediaTrack.Kind = track.type == 1 ? .video : .audio
            tracks.append(OutputTrack(kind: kind, packets: 0, tick: Self.tick, tolerance: Self.tick))
        }
        _ = try scanner.forEachBlock { block throws(FileError) in
            guard let index = numbers[block.track] else { return true }
            tracks[index].packets? += 1
            if tracks[index].kind == .video {
                tracks[index].presented.append(block.time)
                if block.isKey { tracks[index].keyFrames.append(block.payload) }
            }
            let time = block.time - delays[index]
            if tracks[index].kind == .audio { tracks[index].firstPacket = tracks[index].firstPacket ?? time }
            let start = RationalTime(time, 1000)
            tracks[index].start = min(tracks[index].start ?? start, start)
            return true
        }
        return tracks
    }
}
