internal import FFmpeg
internal import Files
internal import Glibc
internal import MediaSyntax
internal import MediaTime
internal import PathNames

/// A recording on the disk: a fragmented movie while it grows, so that whatever ends it, all but the last fragment can be
/// played; a plain one when it is finished.
struct RecordingFile: ~Copyable {
    let path: String
    private let layout: MovieLayout
    private var file: GrowingFile
    private let writer: DirectWriter
    private let muxer: Muxer
    private let timeBases: [TimeBase]
    private let disk: DiskSynchronizer

    /// Writes the header into an empty file, which is removed when that fails.
    static func begin(
        _ empty: consuming GrowingFile,
        layout: MovieLayout,
        metadata: [MetadataEntry]
    ) throws -> RecordingFile {
        var file = empty
        do {
            let disk = try DiskSynchronizer(file.descriptor)
            let writer = DirectWriter(file.descriptor)
            let muxer = try layout.create(Self.sink(writer), name: file.path, metadata: metadata)
            try muxer.write(raw: MovieFinisher.reserve())
            try muxer.flush(filling: Self.filling)
            try writer.flush()
            try file.replace()
            let timeBases = layout.tracks.indices.map { muxer.timeBase(ofStream: $0) }
            return RecordingFile(
                layout: layout,
                file: file,
                writer: writer,
                muxer: muxer,
                timeBases: timeBases,
                disk: disk
            )
        } catch {
            file.discard()
            throw error
        }
    }

    /// An empty box up to the end of a block: direct writes are of whole blocks.
    private static func filling(from position: Int) -> [UInt8] {
        var writer = ByteWriter()
        writer.freeSpace(from: position, toBlocksOf: DirectWriter.blockSize)
        return writer.bytes
    }

    private static func sink(_ writer: DirectWriter) -> MuxerSink {
        MuxerSink { bytes in
            do throws(FileError) {
                try writer.append(bytes)
                return 0
            } catch {
                return error.errno
            }
        }
    }

    private init(
        layout: MovieLayout,
        file: consuming GrowingFile,
        writer: DirectWriter,
        muxer: consuming Muxer,
        timeBases: [TimeBase],
        disk: DiskSynchronizer
    ) {
        path = file.path
        self.layout = layout
        self.writer = writer
        self.muxer = muxer
        self.timeBases = timeBases
        self.disk = disk
        self.file = file
    }

    /// Bytes of the file so far.
    var size: UInt64 { (try? FileBytes.size(of: file.descriptor)) ?? 0 }

    /// Bytes that its file system has room for; `nil` where that cannot be known.
    var freeSpace: UInt64? { FileBytes.freeSpace(around: file.descriptor) }

    /// The file's own unit of a track's time.
    func timeBase(ofTrack track: Int) -> TimeBase { timeBases[track] }

    /// Adds a packet, whose timestamps are in a unit, to a track.
    func append(_ packet: borrowing Packet, track: Int, timeBase: TimeBase) throws {
        packet.streamIndex = track
        packet.rescale(from: timeBase, to: timeBases[track])
        try muxer.append(packet)
    }

    /// Ends a fragment. What was added until now outlives the process, and soon a power cut.
    ///
    /// - Parameter leavesGap: whether the next one begins later than its last packet ends.
    /// - Throws: what keeps it from being written, or what was written before from being put on the disk.
    func flush(leavesGap: Bool) throws {
        try muxer.flush(filling: Self.filling)
        if leavesGap { try muxer.leaveGap() }
        try writer.flush()
        try disk.synchronize()
    }

    /// What became of a file.
    struct Outcome {
        /// The frames' samples, as far as they could be written; `nil` where not even that is known.
        var frames: SampleIndex?
        /// Samples of audio that the file presents; `nil` where that is not known, and without audio.
        var samples: Int64?
        /// An ``FFmpegError`` or a ``FileError`` where something could not be written; if it was the header, the file is
        /// the fragmented movie still.
        var failure: (any Error)?
        /// Whether there is no such file: no frame could be written, or somebody has taken it away.
        var isGone = false
    }

    /// Makes a plain movie of it that begins at an instant of the packets' time, and ends at the turn where another one goes on. One
    /// of which not one frame could be written is removed.
    consuming func finish(
        metadata: [MetadataEntry],
        chapters: [MovieChapter],
        start: RationalTime,
        turn: RationalTime?
    ) -> Outcome {
        var outcome = Outcome()
        do {
            try muxer.finish()
            try writer.flush()
            try disk.wait()
        } catch {
            outcome.failure = error
        }
        do {
            // A full disk cut the last fragment short: without it there is room for the header.
            if let finisher = try MovieFinisher(file: file.descriptor) {
                let header = try layout.header(metadata: metadata)
                let tracks = try finisher.finish(header: header, start: start, turn: turn, chapters: chapters)
                outcome.frames = tracks[Self.frameTrack] ?? SampleIndex()
                outcome.samples = samples(of: tracks[Self.audioTrack], from: start, to: turn)
            }
        } catch {
            outcome.failure = outcome.failure ?? error
        }
        if outcome.failure != nil, outcome.frames?.count == 0 {
            outcome.isGone = true
            file.discard()
        } else if !isInPlace {
            outcome.isGone = true
            outcome.failure = outcome.failure ?? DisplacedFile(path: path)
        }
        return outcome
    }

    /// Whether its name still leads to the file, as far as that can be known.
    private var isInPlace: Bool {
        var (own, named) = (stat(), stat())
        guard unsafe fstat(file.descriptor, &own) == 0 else { return true }
        guard unsafe stat(path.pathBytes, &named) == 0 else { return ![ENOENT, ENOTDIR].contains(errno) }
        return own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    private borrowing func samples(of audio: SampleIndex?, from start: RationalTime, to turn: RationalTime?) -> Int64? {
        guard let audio, timeBases.count > 1 else { return nil }
        let rate = UInt32(timeBases[1].denominator)
        return Int64(TrackPresentation(audio, timescale: rate, start: start, turn: turn, movieTimescale: rate).shown)
    }

    /// Movies count their tracks from 1.
    private static let frameTrack: UInt32 = 1
    private static let audioTrack: UInt32 = 2
}
