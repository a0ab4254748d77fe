internal import MediaTime

/// A track of video or audio as it is found in a finished file, without reading its payload.
struct OutputTrack: Hashable, Sendable {
    let kind: MediaTrack.Kind
    /// How many packets it has; `nil` where the container does not divide it into packets.
    var packets: Int64?
    /// The unit of its instants.
    let tick: RationalTime
    /// Instants may be off by this, because the container rounds them.
    let tolerance: RationalTime
    /// Of video: when each frame is presented that is, in the order of the file, in ticks.
    var presented: [Int64] = []
    /// Of video: whether a frame is presented so many ticks after it is decoded, 2^28 or more, that libavformat takes that for damage, and shows
    /// frames in the order in which they are decoded.
    var waits = false
    /// Of audio: where the container puts its first packet, in ticks; negative where it hides that, or a part of it. `nil` where that
    /// is not known.
    var firstPacket: Int64?
    /// When its presentation begins; `nil` where nothing is presented.
    var start: RationalTime?
    /// When its presentation ends; `nil` where the container does not say so.
    var end: RationalTime?
    /// Whether the last sample says when that is: frames that are reordered last for as long as until the next one is decoded.
    var endsWithSample = false
    /// Where the packets lie that are marked as key frames, in bytes of the file.
    var keyFrames: [Range<UInt64>] = []
}
