internal import FFmpeg
internal import MediaSyntax

/// Finds the packets of a video track at which decoding can begin, and from when on what is presented is whole then.
///
/// The bitstream says so, not the container, whose marks may be wrong or may mean less: with H.264 that is refreshed bit by
/// bit, every marked frame but the first is whole only some frames later.
struct EntrySearch<Place: Sendable>: Sendable {
    struct Entry: Sendable {
        /// The packet at which decoding begins.
        let place: Place
        /// What is presented from here on is whole, in ticks of the track.
        let wholeFrom: Int64
    }

    private let syntax: FrameSyntax?
    /// Whether only packets that the container marks are looked at.
    private let trustsMarks: Bool
    /// Gradual entries, and how many frames that others refer to are to come until they are whole.
    private var recovering: [(place: Place, frames: Int)] = []
    /// The latest exact entry, and when it is presented.
    private var latest: (place: Place, time: Int64)?

    /// With `trustsMarks` a packet that is not marked as a key frame is none.
    init(_ parameters: CodecParameters, trustsMarks: Bool) {
        syntax = FrameSyntax(parameters)
        self.trustsMarks = trustsMarks
    }

    /// Takes the next packet, in decoding order. Returns the latest entry whose frames are whole from this packet on.
    mutating func add(_ packet: borrowing Packet, at place: Place) -> Entry? {
        guard let time = packet.pts ?? packet.dts else { return nil }
        guard let syntax else { return packet.isKey ? Entry(place: place, wholeFrom: time) : nil }
        if trustsMarks, !packet.isKey, recovering.isEmpty, latest == nil { return nil }
        guard let frame = packet.withPayload({ syntax.decodingEntry($0) }) else {
            // What cannot be read is taken at the container's word.
            return packet.isKey ? Entry(place: place, wholeFrom: time) : nil
        }
        if frame.isDecodableLeading, let latest, time < latest.time {
            return Entry(place: latest.place, wholeFrom: time)
        }
        var whole: Place?
        if frame.isReference {
            for index in recovering.indices { recovering[index].frames -= 1 }
            whole = recovering.last { $0.frames <= 0 }?.place
            recovering.removeAll { $0.frames <= 0 }
        }
        switch frame.kind {
        case _ where trustsMarks && !packet.isKey: break
        case .none: break
        case .exact:
            whole = place
            latest = (place, time)
        case .gradual(let frames): recovering.append((place, frames))
        }
        return whole.map { Entry(place: $0, wholeFrom: time) }
    }
}
