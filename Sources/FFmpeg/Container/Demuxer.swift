internal import CFFmpeg

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
    /// Where fields may be stored apart.
    let fieldPairs: FieldPairs?
    /// Where the container stores no presentation times.
    private let presentationTimes: PresentationTimes?

    /// Opens a file and reads what it says of its streams.
    ///
    /// Analysing also reads and decodes the first packets, to find what the headers do not say. A file that has been analysed
    /// before need not be analysed again, unless its container does not store decoding times (``storesDecodingTimes``):
    /// libavformat then computes them from the analysis.
    package init(path: String, analysing: Bool = true) throws(FFmpegError) {
        FFmpegLog.install()
        let context = try InputContext(path: path)
        if analysing {
            try check(unsafe avformat_find_stream_info(context.pointer, nil), "find the streams of", path)
        }
        let stored = try unsafe Self.streams(of: context.pointer)
        let pairs = FieldPairs(stored)
        if let pairs { try Self.look(ahead: pairs, in: context, path) }
        let streams = stored.map { stream in
            pairs?.frameDuration(ofStream: stream.index).map(stream.replacing(frameDuration:)) ?? stream
        }
        let format = unsafe context.pointer.pointee.iformat
        let formatName = unsafe format.map { unsafe String(cString: $0.pointee.name) } ?? ""
        let times = formatName == "avi" ? try PresentationTimes(streams) : nil
        fieldPairs = pairs
        presentationTimes = times
        self.path = path
        self.streams = streams.map { stream in
            times?.parameters(ofStream: stream.index).map(stream.replacing(parameters:)) ?? stream
        }
        self.formatName = formatName
        chapters = unsafe Self.chapters(of: context.pointer)
        unsafe metadata = OptionDictionary.pairs(context.pointer.pointee.metadata)
        self.context = context
    }

    /// Makes ``read(into:)`` give packets of certain streams only.
    package func select(_ isWanted: (Int) -> Bool) {
        for index in streams.indices {
            unsafe context.pointer.pointee.streams[index]?.pointee.discard =
                isWanted(index) ? AVDISCARD_NONE : AVDISCARD_ALL
        }
        fieldPairs?.select(isWanted)
    }

    /// Reads the next packet; `false` at the end of the file.
    package func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let presentationTimes else { return try readFrame(into: packet) }
        while try !presentationTimes.next(into: packet) {
            let frame = try Packet()
            guard try readFrame(into: frame) else {
                presentationTimes.finish()
                return try presentationTimes.next(into: packet)
            }
            try presentationTimes.add(frame)
        }
        return true
    }

    /// Reads the next packet, with both fields of a frame in it.
    private func readFrame(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let fieldPairs else { return try Self.readStored(into: packet, context, path) }
        while try !fieldPairs.next(into: packet) {
            let stored = try Packet()
            guard try Self.readStored(into: stored, context, path) else {
                fieldPairs.finish()
                return try fieldPairs.next(into: packet)
            }
            try fieldPairs.add(stored)
        }
        return true
    }

    private static func readStored(
        into packet: borrowing Packet,
        _ context: InputContext,
        _ path: String
    ) throws(FFmpegError) -> Bool {
        let code = unsafe av_read_frame(context.pointer, packet.pointer)
        if code == oc_averror_eof { return false }
        try check(code, "read", path)
        return true
    }

    /// Reads ahead until it is known whether fields are stored apart.
    private static func look(ahead pairs: FieldPairs, in context: InputContext, _ path: String) throws(FFmpegError) {
        while pairs.isUndecided {
            let stored = try Packet()
            do {
                guard try readStored(into: stored, context, path) else { return pairs.finish() }
            } catch {
                return pairs.fail(error)
            }
            try pairs.add(stored)
        }
    }

    /// Goes to the last key frame of a stream at or before a timestamp (ticks of the stream's time base).
    package func seek(stream: Int, to timestamp: Int64) throws(FFmpegError) {
        fieldPairs?.reset()
        presentationTimes?.reset()
        try check(
            unsafe av_seek_frame(context.pointer, Int32(stream), timestamp, AVSEEK_FLAG_BACKWARD),
            "seek in",
            path
        )
    }

    /// The size of the file in bytes; `nil` where it is not known.
    package var fileSize: Int64? {
        let size = unsafe avio_size(context.pointer.pointee.pb)
        return size < 0 ? nil : size
    }

    /// The duration of the whole file as the container states it, in microseconds.
    package var durationMicroseconds: Int64? {
        timestamp(unsafe context.pointer.pointee.duration)
    }

    /// Whether the container states how long its tracks are. If not, what libavformat says is an estimate (MPEG-TS and every
    /// container without a length), or a figure that writers leave wrong where they are stopped (AVI, FLV).
    ///
    /// Known where the file was analysed.
    package var statesDurations: Bool {
        unsafe context.pointer.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
            && !["avi", "flv"].contains(formatName)
    }

    /// Whether the container stores both times of every packet, so that libavformat need not compute any.
    package var storesDecodingTimes: Bool { formatName.hasPrefix("mov") }

    /// Whether it is a stream of one codec, or of images, without a container, in which nothing says when frames are presented.
    package var isBareStream: Bool { InputFormats.bareVideo.contains(formatName) || formatName.hasSuffix("_pipe") }

    /// Whether the container has an index of its key frames (MP4, MOV, Matroska), so that a seek leads to one of them.
    package var hasIndex: Bool { storesDecodingTimes || formatName.hasPrefix("matroska") }
}
