internal import CFFmpeg
internal import MediaSyntax

/// The packets of a file in the order in which they are stored, each a whole frame with its times. What the container leaves
/// out is mended in stages: ``ContinuousTimes``, ``TimesBeforeZero``, ``KeyMarks``, ``FragmentMarks``, ``DecodingSteps``, ``OffsetShifts``,
/// ``HiddenBeginnings``, ``EditStarts``, ``EndPadding``, ``FieldPairs``, ``PresentationTimes``, ``LeadingTimes``, ``SharedInstants``.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class StoredPackets: @unchecked Sendable {
    /// What the container says of its streams, corrected by what the stages have found.
    private(set) var streams: [StreamInfo]
    /// In formats in which the clock may begin anew.
    let continuousTimes: ContinuousTimes?
    /// Where packets of Matroska come before its clock begins to count.
    private let timesBeforeZero: TimesBeforeZero?
    /// Where libavformat marks packets as key frames that are none.
    private let keyMarks: KeyMarks?
    /// Where libavformat leaves frames out that nothing hides.
    let fragmentMarks: FragmentMarks?
    /// Where libavformat guesses how long packets last.
    private let decodingSteps: DecodingSteps?
    /// Where libavformat presents frames later than they state.
    private let offsetShifts: OffsetShifts?
    /// Where libavformat shows what edit lists hide.
    let hiddenBeginnings: HiddenBeginnings?
    /// Where tracks are presented from the midst of a frame or text on.
    let editStarts: EditStarts?
    /// Where the last packets of audio last longer than they are heard.
    private let endPadding: EndPadding?
    /// Where fields may be stored apart.
    let fieldPairs: FieldPairs?
    /// Where presentation times may not be stored.
    private(set) var presentationTimes: PresentationTimes?
    /// Where frames that lead to a key frame may not come before it.
    private let leadingTimes: LeadingTimes?
    /// Where frames may come faster than the container counts.
    private(set) var sharedInstants: SharedInstants?
    /// Where payloads of a track are not read.
    private var indexed: IndexedPackets?
    /// Whether packets are whole samples between a header and the end of the file. libavformat takes as many for a packet as it likes, and
    /// marks the last one as damaged where there are fewer: where the header states no size, that is no damage, and else that says it.
    private let areBareSamples: Bool
    /// Whether the file is Ogg. Where audio ends before its last packet begins, libavformat counts that as less than nothing, without a sign
    /// (2³² - 124): such a packet lasts no time.
    private let isOgg: Bool
    /// Where each packet is a file.
    private let images: ImagePackets?
    /// By whose entries in the index of the file what comes next was found.
    private let guides: SeekGuides?
    private let context: InputContext
    private let path: String

    /// The packets of an open file of a format (libav's name). It reads as far ahead as the stages need.
    init(
        of context: InputContext,
        _ path: String,
        format: String,
        streams: [StreamInfo],
        offsets: [UInt32: NegativeOffsets],
        restarts: ClockRestarts?,
        images: NumberedImages?
    ) throws(FFmpegError) {
        self.images = images.map(ImagePackets.init)
        self.context = context
        self.path = path
        timesBeforeZero = TimesBeforeZero(streams, format: format, path: path)
        let isFragmented = Self.isFragmented(path, format: format)
        hiddenBeginnings = isFragmented ? HiddenBeginnings(streams, Self.hiddenBeginnings(path)) : nil
        offsetShifts = OffsetShifts(streams, offsets)
        let edited = Self.editedTracks(path, format: format)
        editStarts = EditStarts(streams, edited)
        let streams = streams.map { [timesBeforeZero, offsetShifts, hiddenBeginnings, editStarts] stream in
            let stream = offsetShifts?.presented(stream) ?? editStarts?.presented(stream) ?? stream
            return timesBeforeZero?.start(ofStream: stream.index).map(stream.beginning(at:))
                ?? hiddenBeginnings?.presented(stream) ?? stream
        }
        self.streams = streams
        areBareSamples =
            ["wav", "w64", "aiff", "au", "caf"].contains(format)
            && streams.allSatisfy { $0.kind != .audio || $0.parameters.codecName.hasPrefix("pcm_") }
        isOgg = format == "ogg"
        guides = SeekGuides(streams, format: format)
        continuousTimes = ContinuousTimes(streams, format: format, known: restarts)
        keyMarks = KeyMarks(streams, format: format)
        fragmentMarks = isFragmented ? FragmentMarks(context, streams) : nil
        decodingSteps = DecodingSteps(context, streams, format: format, edited)
        endPadding = EndPadding(context, streams, format: format)
        fieldPairs = FieldPairs(streams)
        leadingTimes = try LeadingTimes(streams, format: format)
        try findFields()
        presentationTimes = try PresentationTimes(self.streams, format: format)
        try findTimes()
        sharedInstants = try SharedInstants(self.streams, format: format)
        try findSharedInstants()
    }

    private static func isFragmented(_ path: String, format: String) -> Bool {
        guard format.hasPrefix("mov") else { return false }
        return LocalFile.reading(path) { source throws(LocalFile.Unreadable) in try BoxScanner(source).isFragmented() }
            ?? false
    }

    /// What the edit lists of a movie in fragments hide, by the numbers of tracks.
    private static func hiddenBeginnings(_ path: String) -> [UInt32: HiddenBeginning] {
        LocalFile.reading(path) { source throws(LocalFile.Unreadable) in try BoxScanner(source).hiddenBeginnings() }
            ?? [:]
    }

    /// What the edit lists of a movie make of its tracks, by the numbers of tracks.
    private static func editedTracks(_ path: String, format: String) -> [UInt32: EditedTrack] {
        guard format.hasPrefix("mov") else { return [:] }
        return LocalFile.reading(path) { source throws(LocalFile.Unreadable) in try BoxScanner(source).editedTracks() }
            ?? [:]
    }

    /// From now on payloads of a track are parts of a file, where the container's index allows that. Only packets of this track
    /// are read.
    func leavePayloads(ofStream index: Int, in file: UnreadFile, _ tables: SampleTables) throws(FFmpegError) {
        guard fieldPairs == nil, presentationTimes?.isNeeded != true, continuousTimes == nil,
            editStarts?.areMended(ofStream: index) != true, let stream = unsafe context.pointer.pointee.streams[index]
        else { return }
        indexed = try unsafe IndexedPackets(stream, in: file, tables)
    }

    /// From now on packets of numbered images have times only.
    func leaveImages() { images?.leavesPayloads = true }

    /// Reads the next packet; `false` at the end of the file.
    func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let sharedInstants, sharedInstants.isBusy else { return try readLed(into: packet) }
        while try !sharedInstants.next(into: packet) {
            guard try readAhead(sharedInstants) else { return try sharedInstants.next(into: packet) }
        }
        return true
    }

    /// Reads a packet for the last stage; `false` where there is none, or reading fails.
    private func readAhead(_ sharedInstants: SharedInstants) throws(FFmpegError) -> Bool {
        let led = try Packet()
        do {
            guard try readLed(into: led) else {
                sharedInstants.finish()
                return false
            }
        } catch {
            sharedInstants.fail(error)
            return false
        }
        sharedInstants.add(led)
        return true
    }

    /// Reads the next packet, before the first key frame where it leads to that.
    private func readLed(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let leadingTimes, leadingTimes.isBusy else { return try readTimed(into: packet) }
        while try !leadingTimes.next(into: packet) {
            let timed = try Packet()
            do {
                guard try readTimed(into: timed) else {
                    leadingTimes.finish()
                    return try leadingTimes.next(into: packet)
                }
                leadingTimes.add(timed)
            } catch {
                leadingTimes.fail(error)
            }
        }
        return true
    }

    /// Reads the next packet, with the times that the container states or that were found for it.
    private func readTimed(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let indexed, presentationTimes?.isBusy != true else { return try readMended(into: packet) }
        switch indexed.step {
        case .indexed:
            return try indexed.read(into: packet)
        case .storedFrom(let time):
            return try readTail(indexed, from: time, into: packet)
        case .stored:
            guard !indexed.hasEnded, try readMended(into: packet) else { return false }
            // When the file was analysed, packets of other tracks were read, too.
            if packet.streamIndex == indexed.streamIndex { indexed.check(packet) }
            return true
        }
    }

    /// Sends libavformat to where the index has come, and reads the next packet; by the index where it ends elsewhere.
    private func readTail(
        _ indexed: IndexedPackets,
        from time: Int64,
        into packet: borrowing Packet
    ) throws(FFmpegError) -> Bool {
        guard let place = indexed.place else { return false }
        let stream = Int32(indexed.streamIndex)
        if unsafe av_seek_frame(context.pointer, stream, time, AVSEEK_FLAG_ANY) >= 0, try readMended(into: packet),
            indexed.resumes(with: packet, at: place)
        {
            return true
        }
        packet.reset()
        indexed.readTail(from: place)
        return try indexed.read(into: packet)
    }

    /// Reads the next packet, with what the container leaves out.
    private func readMended(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let presentationTimes, presentationTimes.isBusy else { return try readFrame(into: packet) }
        while try !presentationTimes.next(into: packet) {
            let frame = try Packet()
            guard try readFrame(into: frame) else {
                try presentationTimes.finish()
                return try presentationTimes.next(into: packet)
            }
            try presentationTimes.add(frame)
        }
        return true
    }

    /// Only packets of certain streams are wanted.
    func select(_ isWanted: @escaping (Int) -> Bool) {
        // The parts of a file whose clock begins anew are seen in all of its streams.
        if continuousTimes?.known == nil {
            for index in streams.indices {
                unsafe context.pointer.pointee.streams[index]?.pointee.discard =
                    isWanted(index) ? AVDISCARD_NONE : AVDISCARD_ALL
            }
        }
        continuousTimes?.select(isWanted)
        fieldPairs?.select(isWanted)
        presentationTimes?.select(isWanted)
        leadingTimes?.select(isWanted)
        sharedInstants?.select(isWanted)
    }

    /// Goes elsewhere in the file, by libav's flags, and forgets what was read ahead.
    func seek(stream: Int, to timestamp: Int64, flags: Int32) throws(FFmpegError) {
        if continuousTimes?.known != nil { try check(oc_averror(ESPIPE), "seek in", path) }
        continuousTimes?.giveUp()
        timesBeforeZero?.seek()
        keyMarks?.seek()
        fragmentMarks?.seek()
        fieldPairs?.reset()
        presentationTimes?.reset()
        try leadingTimes?.reset()
        sharedInstants?.reset()
        indexed?.reset()
        if let images { return images.seek(to: timestamp) }
        let timestamp = editStarts?.stored(timestamp, ofStream: stream) ?? timestamp
        let shifted = offsetShifts?.stored(timestamp, ofStream: stream) ?? timestamp
        let stated = hiddenBeginnings?.stated(shifted, ofStream: stream) ?? shifted
        let stored = stated / (sharedInstants?.parts(ofStream: stream) ?? 1)
        if guides?.seek(context, stream: stream, to: stored) ?? false { return }
        try check(unsafe av_seek_frame(context.pointer, Int32(stream), stored, flags), "seek in", path)
    }

    /// Whether the stream that was sought in is listed itself in the index that led to where reading goes on.
    var wasListed: Bool { !(guides?.hasLed ?? false) }

    /// Reads the next packet, with both fields of a frame in it.
    private func readFrame(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let fieldPairs else { return try readStored(into: packet) }
        while try !fieldPairs.next(into: packet) {
            let stored = try Packet()
            guard try readStored(into: stored) else {
                fieldPairs.finish()
                return try fieldPairs.next(into: packet)
            }
            try fieldPairs.add(stored)
        }
        return true
    }

    private func readStored(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        if let images { return try images.read(into: packet) }
        while true {
            let code = unsafe av_read_frame(context.pointer, packet.pointer)
            if code == oc_averror_eof || isEnd(code) { return false }
            try check(code, "read", path)
            if isRepetition(packet) {
                packet.reset()
                continue
            }
            if areBareSamples { packet.unmarkAsCorrupt() }
            if isOgg, packet.duration > Int64(Int32.max) { packet.duration = 0 }
            if continuousTimes?.take(packet) ?? true {
                timesBeforeZero?.mend(packet)
                keyMarks?.mend(packet)
                fragmentMarks?.mend(packet)
                decodingSteps?.mend(packet)
                offsetShifts?.mend(packet)
                hiddenBeginnings?.mend(packet)
                editStarts?.mend(packet)
                endPadding?.mend(packet)
                return true
            }
            packet.reset()
        }
    }

    /// Whether a packet of video has no byte: it is no frame, and the one before goes on (AVI). A decoder would take it for the end.
    private func isRepetition(_ packet: borrowing Packet) -> Bool {
        packet.size == 0 && streams.indices.contains(packet.streamIndex)
            && streams[packet.streamIndex].kind == .video
    }

    /// Whether a bare -1, which stands for no error of the system, is a demuxer's way to say that the file has ended (GXF).
    private func isEnd(_ code: Int32) -> Bool {
        guard code == -1, let file = unsafe context.pointer.pointee.pb else { return false }
        return unsafe avio_feof(file) != 0
    }

    /// Reads ahead until it is known whether fields are stored apart.
    private func findFields() throws(FFmpegError) {
        guard let fieldPairs else { return }
        while fieldPairs.isUndecided {
            let stored = try Packet()
            do {
                guard try readStored(into: stored) else { return fieldPairs.finish() }
            } catch {
                return fieldPairs.fail(error)
            }
            try fieldPairs.add(stored)
        }
        streams = streams.map { stream in
            fieldPairs.frameDuration(ofStream: stream.index).map(stream.replacing(frameDuration:)) ?? stream
        }
    }

    /// Reads ahead until it is known whether what is stored as presentation times are such.
    private func findTimes() throws(FFmpegError) {
        guard let presentationTimes else { return }
        while presentationTimes.isUndecided {
            let frame = try Packet()
            do {
                guard try readFrame(into: frame) else {
                    try presentationTimes.finish()
                    break
                }
            } catch {
                try presentationTimes.fail(error)
                break
            }
            try presentationTimes.add(frame)
        }
        streams = streams.map { stream in
            let start = presentationTimes.start(ofStream: stream.index)
            let begun = start.map(stream.beginning(noLaterThan:)) ?? stream
            return presentationTimes.parameters(ofStream: stream.index).map(begun.replacing(parameters:)) ?? begun
        }
    }
    /// Reads ahead until it is known whether frames share timestamps.
    private func findSharedInstants() throws(FFmpegError) {
        guard let sharedInstants else { return }
        while sharedInstants.isUndecided {
            guard try readAhead(sharedInstants) else { break }
        }
        sharedInstants.decide()
        streams = streams.map { sharedInstants.replaced[$0.index] ?? $0 }
    }
}
