internal import FFmpeg
internal import MediaTime

/// Chapters that are written behind the packets. Where a container cannot hide what comes before the in point, its
/// muxer moves all packets so that the earliest is at zero. By how much is known only then, and chapters move as far.
struct LateChapters {
    /// As planned, in target time.
    private let chapters: [ChapterInfo]
    /// The unit of each stream's time.
    private let timeBases: [TimeBase]
    /// When the earliest packet is presented, as it came to the muxer; zero where none comes before the in point.
    private var earliest = RationalTime.zero

    /// Chapters as planned, and the unit of each stream in the container.
    init(_ chapters: [ChapterInfo], timeBases: [TimeBase]) {
        (self.chapters, self.timeBases) = (chapters, timeBases)
    }

    /// Takes note of a packet that is written.
    mutating func note(_ packet: borrowing Packet) {
        guard !chapters.isEmpty, packet.size > 0, let ticks = packet.pts, ticks < 0,
            let time = timeBases[packet.streamIndex].time(ticks)
        else { return }
        earliest = min(earliest, time)
    }

    /// The chapters, moved as the packets are.
    var moved: [ChapterInfo] {
        chapters.map { chapter in
            let unit = chapter.timeBase
            let ticks = try? earliest.ticks(ofUnit: unit.numerator, over: unit.denominator, rounding: .nearest)
            var moved = chapter
            moved.start -= ticks ?? 0
            moved.end -= ticks ?? 0
            return moved
        }
    }
}
