internal import DequeModule
internal import FFmpeg

/// Has the frames of a track decoded as late as their order allows, and not earlier before they are presented than the first one is.
///
/// Where a clip becomes slower, frames that wait for others in decoding order wait for longer. Players find where to begin by when key frames
/// are decoded, less what the first frame waits (libavformat, Chromium), and would begin at one that is presented later than what they look for.
/// Frames that are decoded between two that are then presented come in even steps. Times that are late enough already stay as they are.
///
/// MP4 and MOV state how long each frame lasts until the next one is decoded. Of the last one that is so long here that the track lasts until all is
/// presented: players end where the shorter of both does.
struct LateDecoding: ~Copyable {
    /// A packet, and the input that it was copied from; `nil` of one that was made.
    struct Waiting: ~Copyable {
        let packet: Packet
        let input: Int?
    }

    /// No codec puts as many packets in front of one that is presented before them.
    private static let most = 64

    private var waiting = UniqueDeque<Waiting>()
    /// For how long the first frame waits, in ticks, as are all times here; `nil` before there is one.
    private var lead: Int64?
    /// When the last packet that was handed on is decoded, and when all that came so far has been presented.
    private var (last, end): (Int64?, Int64?)
    private var hasEnded = false

    /// Takes the next packet of the track.
    mutating func add(_ packet: consuming Packet, ofInput input: Int?) {
        if let presented = packet.pts, let decoded = packet.dts {
            lead = lead ?? presented - decoded
            end = max(end ?? presented, presented + packet.duration)
        }
        waiting.append(Waiting(packet: packet, input: input))
    }

    /// No more packets will come.
    mutating func finish() { hasEnded = true }

    /// The next packet in decoding order; `nil` where its time is not known yet.
    mutating func next() -> Waiting? {
        // How long the last one lasts is known at the end.
        guard waiting.count > 1 || hasEnded, !waiting.isEmpty else { return nil }
        guard let lead, let own = waiting[0].packet.dts else { return waiting.popFirst() }
        guard let limit else { return nil }
        guard let next = waiting.popFirst() else { return nil }
        var decoded = own
        if let last {
            let steps = Int64(limit.place) + 1
            decoded = max(own, last + 1, last + (limit.presented - lead - last) / steps)
        }
        next.packet.dts = decoded
        last = decoded
        if hasEnded, waiting.isEmpty, let end {
            next.packet.duration = max(next.packet.duration, end - lead - decoded)
        }
        return next
    }

    /// What limits how late the first of those that wait is decoded: the one that is presented earliest, with a tick for each that is decoded before
    /// it, and its place among them. `nil` where one that has not come may be presented earlier; of too many none is waited for.
    private var limit: (presented: Int64, place: Int)? {
        var limit: (presented: Int64, place: Int)?
        var bound = Int64.min
        for place in waiting.indices {
            guard let decoded = waiting[place].packet.dts, let presented = waiting[place].packet.pts else { continue }
            if limit.map({ presented - Int64(place) < $0.presented - Int64($0.place) }) ?? true {
                limit = (presented, place)
            }
            // What follows is decoded later than this one, and presented no earlier.
            bound = decoded - Int64(place)
        }
        guard let limit else { return (.min / 2, 0) }
        if hasEnded || bound >= limit.presented - Int64(limit.place) { return limit }
        return waiting.count > Self.most ? (.min / 2, 0) : nil
    }
}
