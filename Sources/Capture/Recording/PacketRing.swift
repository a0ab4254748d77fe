internal import DequeModule
internal import FFmpeg

/// The newest packets of all tracks, as many as are needed to begin a file at any instant of the last seconds.
final class PacketRing {
    /// A packet on its way to a file.
    struct Element: ~Copyable, Sendable {
        let packet: Packet
        let track: Int
        /// When its frame is shown or its audio begins, in microseconds since the first frame.
        let time: Int64
        /// A file's frame track can begin with it.
        let isStart: Bool

        /// The same packet once more, which shares its bytes.
        func reference() throws -> Element {
            Element(packet: try packet.reference(), track: track, time: time, isStart: isStart)
        }
    }

    private var elements = UniqueDeque<Element>()
    /// How far back it must reach, in microseconds.
    var reach: Int64
    /// How much it may hold.
    var byteLimit: Int
    private var bytes = 0
    /// When the newest frame is shown that was let go of, at the latest; `nil` where none was.
    private(set) var newestDropped: Int64?
    /// When the frames are shown that a file could begin with, oldest first.
    private var starts = Deque<Int64>()

    /// How much older than a start audio stays, in microseconds: its decoder needs it.
    private let lead: Int64

    init(reach: Int64, lead: Int64, byteLimit: Int) {
        (self.reach, self.lead) = (reach, lead)
        self.byteLimit = byteLimit
    }

    /// Adds a packet, and lets go of those that no file could begin with any more.
    func append(_ element: consuming Element) {
        // A frame that refers to frames which are not here cannot be decoded.
        if element.track == 0, !element.isStart, starts.isEmpty {
            if let newest = newestDropped { newestDropped = max(newest, element.time) }
            return
        }
        bytes += element.packet.size
        let time = element.time
        if element.isStart { starts.append(time) }
        elements.append(element)
        trim(since: time - reach, at: time)
    }

    /// Everything before the last start that is old enough; more where there is too much of it.
    private func trim(since earliest: Int64, at time: Int64) {
        while starts.count > 1, starts[1] <= earliest || bytes > byteLimit {
            newestDropped = starts[1] - 1
            dropOldest()
        }
        // The camera has filled the memory since the last start: the next start is waited for.
        if bytes > byteLimit {
            newestDropped = max(newestDropped ?? time, time)
            elements.removeAll()
            starts.removeAll()
            bytes = 0
        }
    }

    /// Everything before the next start. Audio of its time, and a little more, came before it where an encoder held it back.
    private func dropOldest() {
        guard starts.popFirst() != nil, let next = starts.first else { return }
        var audio = UniqueDeque<Element>()
        while let element = elements.popFirst() {
            if element.isStart, element.time >= next {
                elements.prepend(element)
                break
            }
            if element.track > 0, element.time >= next - lead {
                audio.append(element)
            } else {
                bytes -= element.packet.size
            }
        }
        while let element = audio.popLast() { elements.prepend(element) }
    }

    /// Whether half of its memory is taken.
    var isCrowded: Bool { bytes > byteLimit / 2 }

    /// The oldest packet, which is taken out.
    func next() -> Element? { elements.popFirst() }

    /// The last start at or before an instant, else the first one: where a file that is to show that instant begins.
    func start(for time: Int64) -> Int64? { starts.last { $0 <= time } ?? starts.first }
}
