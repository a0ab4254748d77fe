internal import FFmpeg

/// Has the last packet of a track last until all frames of the track were presented.
///
/// MP4 and MOV state how long each frame lasts until the next one is decoded, and players end where these steps do (Chromium 156). Where
/// a clip is slower at its end than where it begins, frames are decoded earlier before they are presented there, and the steps would end
/// earlier, too.
struct LastSample {
    /// For how long the first packet waits until it is presented, in ticks; `nil` before there is one.
    private var lead: Int64?
    /// When all that came so far was presented, in ticks.
    private var end: Int64?

    /// Takes note of the next packet of the track.
    mutating func note(_ packet: borrowing Packet) {
        guard let presented = packet.pts, let decoded = packet.dts else { return }
        lead = lead ?? presented - decoded
        end = max(end ?? presented, presented + packet.duration)
    }

    /// Mends the last packet of the track, of which note was taken.
    func mend(_ last: borrowing Packet) {
        guard let lead, let end, let presented = last.pts, let decoded = last.dts else { return }
        // It waits for no longer than the first one: what ends the steps is not to be presented for longer than it is.
        let latest = max(decoded, presented - lead)
        last.dts = latest
        last.duration = max(last.duration, end - lead - latest)
    }
}
