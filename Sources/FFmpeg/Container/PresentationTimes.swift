/// Gives packets of H.264, HEVC, MPEG-1, MPEG-2 and MPEG-4 their presentation times: in a container that stores none (AVI,
/// ASF, GXF), where a track has none or times of decoding in their place (``TimesOfDecoding``), and where some packets have
/// no time at all (MPEG-TS and MPEG-PS need to state one only every 0.7 s).
///
/// Frames are presented in the order of their picture order counts. As a decoder does, it lets a frame go when more frames
/// are waiting than the stream ever holds back: then the frame that is presented first of them is presented when the newest is
/// decoded. So every presentation time is a decoding time of the stream, and none lies before its own packet's. Where other
/// packets have stored times, those that were found are as much later as theirs.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class PresentationTimes: @unchecked Sendable {
    private struct Stream {
        let info: StreamInfo
        /// `nil` where it is known whether the stream has presentation times.
        var evidence: TimesOfDecoding?
        /// Packets without any time.
        var undated: [(number: Int?, held: HeldPacket)] = []
        /// Packets that wait until that is known, with the places of their frames.
        var unjudged: [(number: Int?, held: HeldPacket)] = []
        let parser: FrameOrderParser?
        var packed: PackedFrames?
        /// Whether times are stored that are none of presentation.
        var isMisplaced = false
        /// Of codecs for which there is no parser.
        var order: BidirectionalOrder?
        /// In presentation order.
        var queue: PresentationQueue
        /// Whether what is stored as presentation times is all there is.
        var decodesAtPresentation = false
    }

    private var streams: [Int: Stream] = [:]
    /// In the order of the file.
    private var held = WaitingPackets()
    private let storage: Storage
    /// Whether packets had no time at all, and got one.
    private(set) var hasFilled = false

    /// Whether the first frame that is presented belongs to the first time that is stored, as in MXF. Elsewhere players show it when the
    /// decoder gives it.
    private let beginsAtFirst: Bool

    /// What a container stores of when frames are presented.
    enum Storage {
        case never, sometimes, always

        /// Of a format by libav's name.
        init(format: String) {
            // What ASF and GXF store is one time of each frame, and writers of frames that are reordered state when it is
            // decoded.
            self =
                ["avi", "asf", "gxf"].contains(format)
                ? .never : ["mpegts", "mpeg"].contains(format) ? .sometimes : .always
        }
    }

    /// Of streams in a container of a format (libav's name). `nil` where no stream can need it.
    init?(_ infos: [StreamInfo], format: String) throws(FFmpegError) {
        let storage = Storage(format: format)
        self.storage = storage
        beginsAtFirst = format == "mxf"
        for info in infos where info.parameters.reorderDepth > 0 || storage != .always {
            let parser = try FrameOrderParser(info.parameters)
            let order = BidirectionalOrder(info.parameters.codecName)
            guard parser != nil || order != nil else { continue }
            let areStored = storage != .never
            streams[info.index] = Stream(
                info: info,
                evidence: areStored ? TimesOfDecoding() : nil,
                parser: parser,
                packed: areStored ? nil : try PackedFrames.make(info),
                order: order,
                queue: PresentationQueue(delay: info.parameters.reorderDepth)
            )
        }
        if streams.isEmpty { return nil }
    }

    /// Whether more packets have to be read to know which streams lack presentation times, and when each begins.
    var isUndecided: Bool {
        !held.hasFailed && held.count < Self.longestWait
            && streams.values.contains { $0.evidence != nil || $0.queue.awaitsStored }
    }

    /// Whether a stream has none.
    var isNeeded: Bool { streams.values.contains { $0.evidence == nil && !$0.queue.keepsTimes } }

    /// Whether times are stored that are none of presentation.
    var areMisplaced: Bool { streams.values.contains(where: \.isMisplaced) }

    /// Whether packets have to pass through here.
    var isBusy: Bool { !streams.isEmpty || !held.isEmpty }

    /// The parameters of a stream of MPEG-4, which no longer say that frames are packed; `nil` for others.
    func parameters(ofStream index: Int) -> CodecParameters? { streams[index]?.packed?.parameters }

    /// When a stream begins, as far as it was read; `nil` where libavformat's word for it is right. It takes the first time of presentation
    /// that it has read when it opens the file, and the first frame may have none, or get one later.
    func start(ofStream index: Int) -> Int64? {
        let times = held.presentationTimes(ofStream: index)
        if hasFilled { return times.compactMap(\.self).min() }
        return storage == .sometimes && streams[index] != nil ? times.first ?? nil : nil
    }

    /// Forgets all packets, because reading goes on elsewhere.
    func reset() {
        held = WaitingPackets()
        for index in streams.keys {
            streams[index]?.unjudged = []
            streams[index]?.undated = []
            streams[index]?.packed?.reset()
            streams[index]?.queue.reset()
        }
    }

    /// Forgets packets of streams that are not wanted.
    func select(_ isWanted: (Int) -> Bool) { held.select(isWanted) }

    /// Takes the next packet of the file.
    func add(_ packet: consuming Packet) throws(FFmpegError) {
        let index = packet.streamIndex
        let new = HeldPacket(packet)
        held.append(new)
        if var stream = streams[index] {
            streams[index] = nil
            let number = stream.parser?.number(of: new.packet)
            if stream.evidence == nil {
                try date(new, number, in: &stream)
            } else {
                let order = number ?? stream.order?.number(of: new.packet) ?? 0
                let mayBePacked = stream.order?.mayBePacked ?? false
                let isPacked = mayBePacked ? PackedFrames.arePacked(in: new.packet) : nil
                stream.unjudged.append((number, new))
                stream.evidence?.add(new.packet, number: order, isPacked: isPacked)
            }
            streams[index] = try judged(stream)
        } else {
            new.isReady = true
        }
        if held.count >= Self.longestWait { try giveUp() }
    }

    /// Gives a stream's packets their times, or lets them go as they are, where it is known which is right; `nil` for a stream
    /// of which nothing more need be known.
    private func judged(_ undecided: consuming Stream) throws(FFmpegError) -> Stream? {
        var stream = undecided
        let verdict = stream.evidence?.verdict
        switch verdict {
        case .none, .undecided: return stream
        case .stored:
            guard storage == .sometimes else {
                for (_, held) in stream.unjudged { held.isReady = true }
                return nil
            }
            stream.queue.keepsTimes = true
        case .absent, .misplaced:
            stream.isMisplaced = verdict == .misplaced
            stream.packed = try PackedFrames.make(stream.info)
            // Of a container without decoding times, libavformat makes some up from what it takes for presentation times.
            stream.decodesAtPresentation = verdict == .misplaced && stream.evidence?.goBack == false
        }
        stream.evidence = nil
        stream.order = BidirectionalOrder(stream.info.parameters.codecName)
        let unjudged = stream.unjudged
        stream.unjudged = []
        for (number, held) in unjudged { try date(held, number, in: &stream) }
        return stream
    }

    /// Places a packet that has a decoding time, or may never get one. Those without any time wait for the next one that has.
    private func date(_ new: HeldPacket, _ number: Int?, in stream: inout Stream) throws(FFmpegError) {
        if stream.queue.keepsTimes, new.packet.pts != nil { new.isReady = true }
        if stream.decodesAtPresentation, let time = new.packet.pts {
            let lead = beginsAtFirst ? Int64(stream.queue.delay) * max(1, new.packet.duration) : 0
            new.packet.dts = time - lead
        }
        if new.packet.dts == nil, new.packet.pts == nil {
            stream.undated.append((number, new))
        } else {
            try dateEvenly(&stream, until: new.packet.dts)
            try place(new, number, in: &stream)
        }
    }

    /// Gives packets without any time decoding times, evenly up to the next one that has.
    private func dateEvenly(_ stream: inout Stream, until next: Int64?) throws(FFmpegError) {
        let undated = stream.undated
        stream.undated = []
        guard let newest = undated.last else { return }
        let step = max(1, newest.held.packet.duration)
        let times = EvenTimes.between(stream.queue.lastDecodingTime, next, count: undated.count, step: step)
        if stream.queue.keepsTimes, times.contains(where: { $0 != nil }) { hasFilled = true }
        for ((number, held), time) in zip(undated, times) {
            held.packet.dts = time
            try place(held, number, in: &stream)
        }
    }

    /// Puts a packet among those that wait to be presented, and presents the first of them if there are enough. The number of
    /// its frame is the parser's, where the stream has one.
    private func place(_ new: HeldPacket, _ parsed: Int?, in stream: inout Stream) throws(FFmpegError) {
        // What an edit list hides was found by times that are none of presentation.
        if !stream.queue.keepsTimes { new.packet.unmarkAsDiscarded() }
        if let packed = stream.packed, try !packed.unpack(new.packet) {
            held.remove(new)
            return
        }
        stream.queue.add(new, number: parsed ?? stream.order?.number(of: new.packet) ?? 0)
    }

    /// What is not known by now is taken as it is.
    private func giveUp() throws(FFmpegError) {
        for index in Array(streams.keys) {
            guard var stream = streams[index] else { continue }
            stream.evidence?.giveUp()
            guard var known = try judged(stream) else {
                streams[index] = nil
                continue
            }
            try dateEvenly(&known, until: nil)
            streams[index] = known
        }
    }

    /// Reading ahead has failed. That is reported in its place: behind the packets that were read.
    func fail(_ error: FFmpegError) throws(FFmpegError) {
        held.fail(error)
        try finish()
    }

    /// The file has ended: what is waiting is presented frame by frame.
    func finish() throws(FFmpegError) {
        try giveUp()
        for index in streams.keys { streams[index]?.queue.finish() }
    }

    /// Gives the next packet of the file, if its time is known.
    func next(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        try held.next(into: packet)
    }

    /// So many packets of the file are held at most until it is known which times they have.
    private static let longestWait = 1024
}
