internal import DequeModule
internal import FFmpeg

/// Has the last packet of a track last until all frames of the track were presented.
///
/// MP4 and MOV state how long each frame lasts until the next one is decoded, and players end where these steps do (Chromium 156). Where a clip is
/// slower at its end than where it begins, frames are decoded earlier before they are presented there, and the steps would end earlier, too.
struct LastSample: ~Copyable {
    /// A packet, and the input that it was copied from; `nil` of one that was made.
    struct Delivery: ~Copyable {
        let packet: Packet
        let input: Int?
    }

    /// The last packet so far.
    private var held = UniqueDeque<Delivery>()
    /// For how long the first packet waits until it is presented, in ticks; `nil` before there is one.
    private var lead: Int64?
    /// When all that came so far was presented, in ticks.
    private var end: Int64?

    /// Takes the next packet of the track, and returns the one before it; `nil` where there is none.
    mutating func take(_ packet: consuming Packet, ofInput input: Int?) -> Delivery? {
        if let presented = packet.pts, let decoded = packet.dts {
            lead = lead ?? presented - decoded
            end = max(end ?? presented, presented + packet.duration)
        }
        let before = held.popFirst()
        held.append(Delivery(packet: packet, input: input))
        return before
    }

    /// Returns the last packet; `nil` where there is none.
    mutating func finish() -> Delivery? {
        guard let last = held.popFirst() else { return nil }
        guard let lead, let end, let presented = last.packet.pts, let decoded = last.packet.dts else { return last }
        // It waits for no longer than the first one: what ends the steps is not to be presented for longer than it is.
        let latest = max(decoded, presented - lead)
        last.packet.dts = latest
        last.packet.duration = max(last.packet.duration, end - lead - latest)
        return last
    }
}
