internal import FFmpeg
internal import MediaTime

/// Fills holes between packets of PCM with samples of silence, for containers in which one sample follows the other, whatever the times of
/// packets are: what lies behind a hole would be early.
///
/// Other PCM is encoded anew there, and its holes are silent by that. What is finer than we render is copied.
final class SilentHoleStage: PacketStage {
    /// Of a packet of silence, where a sample is not larger.
    private static let mostBytes = 1 << 20

    private let track: MediaTrack
    private let clock: SourceClock
    /// Of all channels together.
    private let bytesPerSample: Int
    private let sampleRate: Int32
    private let damage: DamageLog
    private let next: any PacketStage
    /// When the first packet begins (asset time), and how many samples of each channel were handed on since.
    private var origin: RationalTime?
    private var position: Int64 = 0
    /// The last packet: whether it is in its place is known by the next one.
    private var held: CopiedPacket?

    /// The stage of a track; `nil` where it is not of PCM.
    init?(
        _ track: MediaTrack,
        _ clock: SourceClock,
        _ parameters: CodecParameters,
        damage: DamageLog,
        next: any PacketStage
    ) {
        guard let bytes = parameters.bytesPerSecond, let rate = Int32(exactly: parameters.sampleRate), rate > 0,
            bytes >= parameters.sampleRate
        else { return nil }
        (bytesPerSample, sampleRate) = (bytes / parameters.sampleRate, rate)
        (self.track, self.clock, self.damage, self.next) = (track, clock, damage, next)
    }

    func take(_ packet: consuming CopiedPacket) throws {
        let start = packet.start
        if let before = held.take() { try handOn(before, followedBy: start) }
        held = consume packet
    }

    func finish() throws {
        if let last = held.take() { try handOn(last, followedBy: nil) }
        try next.finish()
    }

    /// Hands a packet on, and what is silent before it. A single packet that is out of place is not believed: the one behind it follows as if
    /// there were nothing.
    private func handOn(_ packet: consuming CopiedPacket, followedBy following: RationalTime?) throws {
        let count = Int64(packet.packet.size / bytesPerSample)
        if let start = packet.start {
            if let origin {
                let stated = try (start - origin).ticks(over: sampleRate, rounding: .nearest)
                let after = try following.map { try ($0 - origin).ticks(over: sampleRate, rounding: .nearest) }
                let isFollowed = after.map { isNear($0, to: position + count) } ?? false
                if stated > position, !isNear(stated, to: position), !isFollowed {
                    try fill(from: origin, upTo: stated)
                }
            } else {
                origin = start
            }
        }
        position += count
        try next.take(packet)
    }

    /// Times are rounded.
    private func isNear(_ one: Int64, to other: Int64) -> Bool {
        (one &- other).magnitude <= UInt64(sampleRate) / UInt64(AudioHole.tolerated)
    }

    private func fill(from origin: RationalTime, upTo end: Int64) throws {
        let length = end - position
        guard length <= AudioHole.longest * Int64(sampleRate) else {
            let hours = length / Int64(sampleRate) / 3600
            throw ExportError(.inputUnreadable, "the audio's timestamps jump by \(hours) hours: they are damaged")
        }
        if length > AudioHole.noted * Int64(sampleRate) {
            let start = try origin + RationalTime(position, sampleRate)
            let message = AudioHole.message(RationalTime(length, sampleRate))
            damage.add(Damage(trackIndex: track.index, time: start, message: message))
        }
        // A second at a time, and no more bytes than are held with ease: sample rates are what a file states.
        let most = min(Int64(sampleRate), Int64(max(1, Self.mostBytes / bytesPerSample)))
        while position < end {
            let count = min(most, end - position)
            let silence = try Packet()
            try silence.replacePayload(with: [UInt8](repeating: 0, count: Int(count) * bytesPerSample))
            let start = try origin + RationalTime(position, sampleRate)
            position += count
            let ticks = try clock.ticks(at: start)
            (silence.pts, silence.dts) = (ticks, ticks)
            silence.markAsKey()
            let over = try origin + RationalTime(position, sampleRate)
            var copied = CopiedPacket(packet: silence, start: start, end: over, decoded: start)
            (copied.startsAsStated, copied.endsAsStated) = (false, false)
            try next.take(copied)
        }
    }
}
