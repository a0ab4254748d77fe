internal import CFFmpeg
internal import Glibc
package import MediaSyntax

/// Reads a container: what it holds, and its packets in the order in which they are stored.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct Demuxer: ~Copyable, @unchecked Sendable {
    package let path: String
    package let formatName: String
    package let streams: [StreamInfo]
    package let chapters: [ChapterInfo]
    package let metadata: [MetadataEntry]

    let context: InputContext
    let packets: StoredPackets
    /// Where the file is not one, but numbered images.
    private let images: NumberedImages?

    /// Opens a file and reads what it says of its streams.
    ///
    /// Analysing also reads and decodes the first packets, to find what the headers do not say. A file that has been analysed
    /// before need not be analysed again, unless its container does not store decoding times (``storesDecodingTimes``):
    /// libavformat then computes them from the analysis.
    /// Of a file whose clock begins anew (``clockRestarts``), every part follows the one before it where `restarts` are given. Where
    /// `images` are given, it is these that are opened, and the path is their pattern.
    package init(
        path: String,
        analysing: Bool = true,
        restarts: ClockRestarts? = nil,
        images: NumberedImages? = nil
    ) throws(FFmpegError) {
        FFmpegLog.install()
        let changes = restarts?.changes ?? []
        var context =
            if let images { try InputContext(images: images) } else { try InputContext(path: path, changes: changes) }
        // libavformat lists samples twice that two parts need, and takes what lies between parts for more than it is.
        let joined = images == nil ? Self.joinedEdits(path, context) : []
        let offsets = images == nil ? Self.negativeOffsets(path, context) : [:]
        let added = joined + OffsetShifts.changes(for: offsets)
        if !added.isEmpty { context = try InputContext(path: path, changes: changes + added) }
        if analysing {
            let colours = unsafe ContainerColours(of: context.pointer)
            try check(unsafe avformat_find_stream_info(context.pointer, nil), "find the streams of", path)
            unsafe colours.complete(context.pointer)
        }
        let format = unsafe context.pointer.pointee.iformat
        let formatName = unsafe format.map { unsafe String(cString: $0.pointee.name) } ?? ""
        var stored = try unsafe Self.streams(of: context.pointer)
        if let images, stored.contains(where: \.isNoImage) {
            throw InputFormats.unreadFormat("open", images.path(of: images.first))
        }
        if let images { stored = stored.map { $0.continued(in: images).turnedAsFirst(of: images) } }
        let packets = try StoredPackets(
            of: context,
            path,
            format: formatName,
            streams: stored,
            offsets: offsets,
            restarts: restarts,
            images: images
        )
        self.images = images
        self.path = path
        self.formatName = formatName
        self.packets = packets
        streams = packets.streams
        let chapters = unsafe Self.chapters(of: context.pointer)
        self.chapters = packets.editStarts?.mended(chapters, of: packets.streams) ?? chapters
        unsafe metadata = OptionDictionary.pairs(context.pointer.pointee.metadata)
        self.context = context
    }

    /// What stands in a movie for edit lists that say in several entries what one says.
    private static func joinedEdits(_ path: String, _ context: InputContext) -> [ByteChange] {
        guard context.isMovie else { return [] }
        return LocalFile.reading(path) { source throws(LocalFile.Unreadable) in try BoxScanner(source).joinedEdits() }
            ?? []
    }

    /// What fragments of a movie say of frames that are presented before they are decoded, by the numbers of tracks.
    private static func negativeOffsets(_ path: String, _ context: InputContext) -> [UInt32: NegativeOffsets] {
        guard context.isMovie else { return [:] }
        return LocalFile.reading(path) { source throws(LocalFile.Unreadable) in
            try BoxScanner(source).negativeOffsets()
        } ?? [:]
    }

    /// Makes ``read(into:)`` give packets of certain streams only.
    package func select(_ isWanted: @escaping (Int) -> Bool) { packets.select(isWanted) }

    /// Reads the next packet; `false` at the end of the file.
    package func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool { try packets.read(into: packet) }

    /// From now on the payloads of a stream are parts of a file, which is the demuxer's own, and are not read: where it is MP4 or
    /// MOV with a whole index that says of packets what libavformat says of them. Packets of other streams are not wanted.
    package func leavePayloads(ofStream index: Int, in file: UnreadFile, _ tables: SampleTables) throws(FFmpegError) {
        guard storesDecodingTimes else { return }
        try packets.leavePayloads(ofStream: index, in: file, tables)
    }

    /// From now on packets of numbered images have no payload, only times, and no file is read.
    package func leaveImages() { packets.leaveImages() }

    /// Goes to the last key frame of a stream at or before a timestamp (ticks of the stream's time base). A file whose clock
    /// begins anew cannot be sought in.
    package func seek(stream: Int, to timestamp: Int64) throws(FFmpegError) {
        try packets.seek(stream: stream, to: timestamp, flags: AVSEEK_FLAG_BACKWARD)
    }

    /// What the fragments of a movie say together; `nil` of other files, and where it cannot be read.
    ///
    /// - Complexity: O(size of all descriptions of fragments), each a read, and a read for every other box of the file.
    package func fragments() -> MovieFragments? {
        guard formatName.hasPrefix("mov") else { return nil }
        return LocalFile.reading(path) { source throws(LocalFile.Unreadable) in try BoxScanner(source).fragments() }
    }

    /// That the file's clock begins anew, by all packets that were read so far, or of a movie by its ``fragments()``; `nil` where it does not, and
    /// where not every packet was read.
    package func clockRestarts(_ fragments: MovieFragments?) -> ClockRestarts? {
        formatName.hasPrefix("mov") ? fragments?.restarts.map(ClockRestarts.init) : packets.continuousTimes?.found
    }

    /// The size of the file in bytes; `nil` where it is not known.
    package var fileSize: Int64? {
        let size = unsafe avio_size(context.pointer.pointee.pb)
        return size < 0 ? nil : size
    }

    /// The duration of the whole file as the container states it, in microseconds.
    package var durationMicroseconds: Int64? {
        // Each of the streams states its own exactly.
        images == nil ? timestamp(unsafe context.pointer.pointee.duration) : nil
    }

    /// Whether the container states how long its tracks are. If not, what libavformat says is an estimate (MPEG-TS and every
    /// container without a length), or a figure that writers leave wrong where they are stopped (AVI, FLV, MP3).
    ///
    /// Known where the file was analysed.
    package var statesDurations: Bool {
        if images != nil { return true }
        return unsafe context.pointer.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
            && !["avi", "flv", "mp3"].contains(formatName)
    }

    /// Whether what the container states as its length may be the instant on its own clock at which it ends: of a file that begins later
    /// than at zero, such as a part of a longer recording, that is more; of one that begins earlier, less. Writers differ.
    package var mayStateEnd: Bool {
        ["matroska", "ogg", "asf", "wtv"].contains { formatName.hasPrefix($0) }
    }

    /// Whether the container stores both times of every packet, so that none need be computed.
    package var storesDecodingTimes: Bool { formatName.hasPrefix("mov") && storesPresentationTimes }

    /// Whether the container stores when each frame is presented.
    package var storesPresentationTimes: Bool { !(packets.presentationTimes?.isNeeded ?? false) }

    /// Whether the container states of frames that they are presented when they are decoded, which by their headers is wrong.
    package var misplacesPresentationTimes: Bool { packets.presentationTimes?.areMisplaced ?? false }

    /// Whether frames come faster than the container counts, so that their instants are those of the frames before them.
    package var hasSharedInstants: Bool { !(packets.sharedInstants?.replaced.isEmpty ?? true) }

    /// Whether packets that were read so far had no time at all, and got one between those of others.
    package var hasFilledTimes: Bool { packets.presentationTimes?.hasFilled ?? false }

    /// Whether libavformat computes when packets are decoded, because the container says only when they are presented.
    package var lacksDecodingTimes: Bool { formatName.hasPrefix("matroska") }

    /// Whether it is a stream of one codec, or of images, without a container, in which nothing says when frames are presented.
    package var isBareStream: Bool { InputFormats.bareVideo.contains(formatName) || formatName.hasSuffix("_pipe") }

    /// Whether frames of video may have no times in the container but those of frames before them, and reading that does not begin with
    /// the file's first packet may begin within a frame, which takes the time of the one behind it. So times are right only from the
    /// first packet on, behind that one, that has its own: it has a ``Packet/filePosition``.
    package var beginsWithinFrames: Bool { formatName == "mpeg" }

    /// Whether the container has an index of its key frames (MP4, MOV, Matroska), so that a seek leads to one of them. Each of numbered
    /// images is one.
    package var hasIndex: Bool { storesDecodingTimes || lacksDecodingTimes || images != nil }

    /// Whether the last seek was led by an index of the stream itself: to its last packet that the index lists up to the timestamp.
    package var wasLedByIndex: Bool { hasIndex && packets.wasListed }
}
