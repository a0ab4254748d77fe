internal import CFFmpeg

/// What the container's own index says. Only MP4 and MOV have a complete one.
extension Demuxer {
    /// More packets than any frame is overtaken by: 16 is the most in H.264 and HEVC, and a field may be a packet.
    private static let tailLength: Int32 = 33

    /// Goes to where only a few packets of a stream are left. Those that are presented at `timestamp` (ticks of the stream's
    /// time base) or later are among them.
    ///
    /// A complete index (MP4, MOV) leads to any packet; elsewhere this is ``seek(stream:to:)``.
    package func seekToTail(ofStream index: Int, from timestamp: Int64) throws(FFmpegError) {
        guard storesDecodingTimes, let stream = unsafe context.pointer.pointee.streams[index] else {
            return try seek(stream: index, to: timestamp)
        }
        let place = max(0, unsafe avformat_index_get_entries_count(stream) - Self.tailLength)
        let time = unsafe avformat_index_get_entry(stream, place)?.pointee.timestamp
        let flags = AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_ANY
        try packets.seek(stream: index, to: min(time ?? timestamp, timestamp), flags: flags)
    }

    /// Goes to the first packet of a stream that the file's index lists. It fails where that lists none.
    package func seekToFirst(ofStream index: Int) throws(FFmpegError) {
        // libavformat takes the first for whatever comes before it.
        try packets.seek(stream: index, to: -(1 << 40), flags: AVSEEK_FLAG_BACKWARD)
    }

    /// A stream's decoding times by the container's own index, without reading a packet; `nil` where the index is empty
    /// or damaged, or lists fields and not frames, or a frame is presented for less than its own time (``EditStarts``).
    ///
    /// - Complexity: O(*n*) in the number of packets, until the first irregular one.
    package func indexSummary(ofStream index: Int) -> IndexSummary? {
        guard packets.fieldPairs?.frameDuration(ofStream: index) == nil,
            packets.editStarts?.areMended(ofStream: index) != true,
            let stream = unsafe context.pointer.pointee.streams[index]
        else { return nil }
        let count = unsafe avformat_index_get_entries_count(stream)
        func time(_ entry: Int32) -> Int64? { unsafe avformat_index_get_entry(stream, entry)?.pointee.time }
        guard count > 0, let first = time(0), let last = time(count - 1) else { return nil }
        var step: Int64?
        var previous = first
        for entry in 1..<max(1, count) {
            guard let next = time(entry) else { return nil }
            if entry == 1 { step = next - previous }
            if next - previous != step {
                step = nil
                break
            }
            previous = next
        }
        // AVI has an entry for each tick, and some of those are no frames.
        let frames = formatName == "avi" ? streams[index].frameCount : nil
        if let frames, frames < count { return IndexSummary(count: frames, first: first, last: last, step: nil) }
        return IndexSummary(count: Int64(count), first: first, last: last, step: step)
    }

    /// Whether packets have the same times wherever reading begins.
    ///
    /// AVI has a packet for each tick, and an empty one where there is no frame. libavformat counts packets from where it begins to
    /// read, and so counts empty ones twice. In WAV and its like it finds an instant by the bytes a second that the header states,
    /// and takes it for found, whatever they are. Frames that share a timestamp are counted from where reading begins.
    ///
    /// - Complexity: O(*n*) in the number of packets.
    package var timesPacketsAlike: Bool {
        switch formatName {
        case "avi": streams.allSatisfy { $0.kind != .video || hasEveryTick($0) }
        case "wav", "w64", "aiff", "au": streams.allSatisfy { $0.kind != .audio || hasRightByteRate($0) }
        default: !hasSharedInstants
        }
    }

    private func hasEveryTick(_ stream: StreamInfo) -> Bool {
        guard let index = indexSummary(ofStream: stream.index) else { return false }
        return index.first == 0 && index.count == stream.frameCount && (index.step == 1 || index.count == 1)
    }

    /// Whether the header states as many bytes a second as the samples take: that of PCM.
    private func hasRightByteRate(_ stream: StreamInfo) -> Bool {
        guard let rate = stream.parameters.bytesPerSecond else { return false }
        return stream.parameters.bitRate.map { $0 == 8 * Int64(rate) } ?? true
    }

    /// How many samples of a stream libavformat does not give, because an edit list plays nothing of them, and no frame needs them; 0 where fields
    /// are stored apart.
    package func unlistedSamples(ofStream index: Int) -> Int64 {
        guard storesDecodingTimes, packets.fieldPairs?.frameDuration(ofStream: index) == nil,
            let stream = unsafe context.pointer.pointee.streams[index]
        else { return 0 }
        return max(0, unsafe stream.pointee.nb_frames - Int64(avformat_index_get_entries_count(stream)))
    }

    /// The packets of a stream that an edit list hides, by the container's own index.
    ///
    /// - Complexity: O(*n*) in the number of packets.
    package func hiddenPackets(ofStream index: Int) -> HiddenPackets {
        var hidden = HiddenPackets()
        guard let stream = unsafe context.pointer.pointee.streams[index] else { return hidden }
        let start = streams[index].startTime ?? 0
        var before = 0
        for place in 0..<max(0, unsafe avformat_index_get_entries_count(stream)) {
            guard let entry = unsafe avformat_index_get_entry(stream, place)?.pointee,
                entry.flags & AVINDEX_DISCARD_FRAME != 0,
                !(unsafe packets.fragmentMarks?.marks(place, of: stream) ?? false)
            else { continue }
            // Nothing is decoded after it is presented.
            if entry.timestamp < start { before += 1 } else { hidden.areAfter = true }
        }
        // One of them may be on screen where the presentation begins.
        hidden.areBefore =
            before > (packets.editStarts?.areMended(ofStream: index) == true ? 1 : 0)
            || packets.hiddenBeginnings?.areThere(inStream: index) == true
        return hidden
    }

    /// Whether packets of audio begin with what is not to be heard: an encoder's padding, or what a decoder needs before an in point.
    /// MP4 hides it by an edit list, and MP3 by what stands in its first frame. What Matroska leaves out the codec's own headers say, too; what
    /// those of Opus say of any container is not meant.
    package func beginsWithPadding(ofStream index: Int) -> Bool {
        guard !lacksDecodingTimes, let stream = unsafe context.pointer.pointee.streams[index],
            streams[index].kind == .audio
        else {
            return false
        }
        let start = streams[index].startTime ?? 0
        if let first = unsafe avformat_index_get_entry(stream, 0)?.pointee {
            let own = OpusHeader(streams[index].parameters).map { Int64($0.leadIn) + Self.mostRounded } ?? 0
            let sample = AVRational(num: 1, den: OpusHeader.sampleRate)
            let hidden = unsafe av_rescale_q(own, sample, stream.pointee.time_base)
            return first.timestamp < start - hidden
        }
        return formatName == "mp3" && start > 0
    }

    /// By so many samples of Opus (5 ms) times may be rounded that come from other containers.
    private static let mostRounded: Int64 = 240
}

extension AVIndexEntry {
    /// When the packet is decoded, in ticks of the stream; `nil` where that is damage.
    var time: Int64? { FFmpeg.timestamp(timestamp) }
}
