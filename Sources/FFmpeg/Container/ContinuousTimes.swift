/// Moves the times of packets so that each part of a file whose clock begins anew (a link of a chain, in Ogg) follows the part before it; or finds out that
/// there are such parts, while the file is read from its beginning to its end.
///
/// Which part a packet belongs to is seen only by reading all tracks from the beginning. So such a file is not sought in, and
/// tracks that are not wanted are read, too.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class ContinuousTimes: @unchecked Sendable {
    /// What is known of the file; `nil` where that is to be found.
    let known: ClockRestarts?
    private var counter = RestartCounter()
    /// `nil` where the search was given up, because not every packet was read.
    private var search: RestartSearch?
    /// The tracks of video and audio.
    private let tracks: Set<Int>
    private var isWanted: (Int) -> Bool = { _ in true }

    /// Whether times before zero are of what a decoder needs and nobody hears.
    private let beginsAtZero: Bool

    /// Of MPEG-TS and MPEG-PS, and of one stream of audio in Ogg, which may be a chain of several; `nil` for others, which have one
    /// clock.
    init?(_ streams: [StreamInfo], format: String, known: ClockRestarts?) {
        switch format {
        case "mpegts", "mpeg":
            guard streams.allSatisfy({ $0.timeBase == TimeBase(1, 90_000) }) else { return nil }
        case "ogg":
            guard streams.count == 1, streams[0].kind == .audio else { return nil }
        default:
            return nil
        }
        beginsAtZero = format == "ogg"
        self.known = known
        search = known == nil ? RestartSearch() : nil
        tracks = Set(streams.lazy.filter { $0.kind == .video || $0.kind == .audio }.map(\.index))
    }

    /// What was found in all that was read; `nil` where the clock does not begin anew.
    var found: ClockRestarts? { search?.restarts }

    /// From now on only packets of these tracks are wanted, or not all packets are read.
    func select(_ isWanted: @escaping (Int) -> Bool) {
        self.isWanted = isWanted
        giveUp()
    }

    /// Not every packet is read, so that nothing can be found.
    func giveUp() { search = nil }

    /// Takes the next packet of the file, and moves it; `false` where it is not wanted.
    func take(_ packet: borrowing Packet) -> Bool {
        guard known != nil || search != nil else { return true }
        let index = packet.streamIndex
        let time = tracks.contains(index) ? packet.dts : nil
        let part = counter.part(track: index, time: time, position: packet.filePosition)
        if let known {
            let offset = known.offset(ofPart: part)
            packet.pts = packet.pts.map { $0 &+ offset }
            packet.dts = packet.dts.map { $0 &+ offset }
            return isWanted(index)
        }
        if tracks.contains(index), let start = packet.pts ?? packet.dts {
            let (first, end) = (beginsAtZero ? max(0, start) : start, start &+ max(0, packet.duration))
            search?.add(part: part, track: index, from: first, lasting: end &- first)
        }
        return true
    }
}
