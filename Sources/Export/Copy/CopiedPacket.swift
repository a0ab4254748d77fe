internal import FFmpeg
internal import MediaTime

/// A packet on its way through a copy, with its times in the source (asset time).
struct CopiedPacket: ~Copyable {
    /// The packet. Its timestamps are the source's until ``RetimingStage`` maps them.
    let packet: Packet
    /// When it is presented; `nil` where it has no presentation time.
    var start: RationalTime?
    /// When its presentation ends.
    var end: RationalTime?
    /// When it is decoded, or presented where it has no decoding time.
    let decoded: RationalTime?
    /// Whether ``start`` is what its timestamp says.
    var startsAsStated = true
    /// Whether ``end`` is what its timestamp and its duration say.
    var endsAsStated = true
    /// Whether it is written. One that is not goes along as well, because it counts for the times of others.
    var isKept = true
    /// Whether a decoder shows a frame of it. Elsewhere packets of which it shows none are called unseen.
    var isSeen = true
    /// Whether frames were left out right in front of it.
    var isBehindGap = false
    /// Whether it is presented after the out point, and goes along only because others may refer to it.
    var isBeyondEnd = false
}
