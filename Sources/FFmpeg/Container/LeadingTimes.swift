internal import MediaSyntax

/// Has frames of Matroska that lead to the key frame with which reading begins come before it, as they do in the stream: those that
/// refer to what was before it, so that no decoder shows them. Where a stream was cut without decoding, writers give them the key frame's
/// own time, or later ones, because theirs would be before zero.
///
/// Their order says which frames these are, and not their times. Where one of them is not before the key frame, all are placed before it, a
/// frame of the stated rate apart; where none is stated, as far as what ends the reading is behind it. Where a frame
/// lasts a tick or less, times are left as they are: several frames may share one all along.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class LeadingTimes: @unchecked Sendable {
    private struct Beginning {
        var frames: ShownFrames
        var order: FrameOrder
        /// The key frame that was read first; `nil` until one was.
        var entry: (number: Int, time: Int64)?
        /// The frames that lead to it.
        var leading: [(number: Int, held: HeldPacket)] = []
        /// All that wait.
        var waiting: [HeldPacket] = []

        /// `nil` for codecs that have no such frames.
        init?(_ parameters: CodecParameters) throws(FFmpegError) {
            guard let frames = ShownFrames(codec: parameters.codecName, configuration: parameters.extradata),
                let order = try FrameOrder(parameters)
            else { return nil }
            (self.frames, self.order) = (frames, order)
        }
    }

    private let infos: [StreamInfo]
    /// The streams of which more packets have to be read.
    private var beginnings: [Int: Beginning] = [:]
    /// In the order of the file.
    private var held = WaitingPackets()

    /// Of the streams of a format, by libav's name; `nil` where none can have such frames.
    init?(_ streams: [StreamInfo], format: String) throws(FFmpegError) {
        guard format.hasPrefix("matroska") else { return nil }
        infos = streams.filter {
            $0.kind == .video && $0.disposition.isDisjoint(with: [.attachedFrame, .timedThumbnails])
                && $0.parameters.canReorder
        }
        try begin()
        if beginnings.isEmpty { return nil }
    }

    private func begin() throws(FFmpegError) {
        beginnings = [:]
        for info in infos { beginnings[info.index] = try Beginning(info.parameters) }
    }

    /// Whether packets have to pass through here.
    var isBusy: Bool { !beginnings.isEmpty || !held.isEmpty }

    /// Forgets packets of streams that are not wanted.
    func select(_ isWanted: (Int) -> Bool) { held.select(isWanted) }

    /// Forgets all packets, because reading goes on elsewhere.
    func reset() throws(FFmpegError) {
        held = WaitingPackets()
        try begin()
    }

    /// Takes the next packet of the file.
    func add(_ packet: consuming Packet) {
        let index = packet.streamIndex
        let new = HeldPacket(packet)
        held.append(new)
        if var beginning = beginnings[index] {
            beginnings[index] = nil
            beginning.waiting.append(new)
            if take(new, &beginning) { beginnings[index] = beginning } else { settle(beginning, infos, index) }
        } else {
            new.isReady = true
        }
        if held.count >= Self.longestWait { finish() }
    }

    /// Takes the next packet of a stream. Returns whether more have to be read.
    private func take(_ new: HeldPacket, _ beginning: inout Beginning) -> Bool {
        let number = beginning.order.number(of: new.packet)
        guard let time = new.packet.pts else { return false }
        // Places in the order of presentation are as good as instants, and certain.
        let visibility = new.packet.withPayload { beginning.frames.visibility(of: $0, presentedAt: Int64(number)) }
        guard let entry = beginning.entry else {
            beginning.entry = (number, time)
            return visibility == .shown && new.packet.isKey
        }
        if new.packet.isKey { return false }
        guard number < entry.number else { return false }
        if visibility == .leading || visibility == .hidden { beginning.leading.append((number, new)) }
        return true
    }

    /// No more packets of a stream have to be read: gives the frames that lead to the first their times, and lets all go.
    private func settle(_ beginning: Beginning, _ infos: [StreamInfo], _ index: Int) {
        defer { for held in beginning.waiting { held.isReady = true } }
        guard let entry = beginning.entry, let info = infos.first(where: { $0.index == index }),
            beginning.leading.contains(where: { ($0.held.packet.pts ?? .max) >= entry.time })
        else { return }
        let next = beginning.waiting.last?.packet.pts ?? entry.time
        let step = info.frameTicks ?? max(1, Double(next) - Double(entry.time))
        guard step > 1 else { return }
        let latestFirst = beginning.leading.sorted { $0.number > $1.number }
        for (place, frame) in latestFirst.enumerated() {
            guard let distance = Int64(exactly: (step * Double(place + 1)).rounded()) else { return }
            let (time, isLost) = entry.time.subtractingReportingOverflow(max(distance, Int64(place + 1)))
            guard !isLost else { return }
            frame.held.packet.pts = time
            if let decoded = frame.held.packet.dts, decoded > time { frame.held.packet.dts = nil }
        }
    }

    /// The file has ended, or enough was read.
    func finish() {
        for (index, beginning) in beginnings { settle(beginning, infos, index) }
        beginnings = [:]
    }

    /// Reading has failed. That is reported in its place: behind the packets that were read.
    func fail(_ error: FFmpegError) {
        held.fail(error)
        finish()
    }

    /// Gives the next packet of the file, if its times are known.
    func next(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        try held.next(into: packet)
    }

    /// So many packets of the file are held at most.
    private static let longestWait = 256
}

extension StreamInfo {
    /// How many ticks a frame lasts at the stated rate; `nil` where none is stated.
    fileprivate var frameTicks: Double? {
        guard let rate = averageFrameRate, rate.numerator > 0, timeBase.numerator > 0 else { return nil }
        return Double(rate.denominator) * Double(timeBase.denominator)
            / (Double(rate.numerator) * Double(timeBase.numerator))
    }
}
