/// A track of timecode of MP4 and MOV (QuickTime File Format, Timecode Media): each of its samples counts frames from where it begins.
package struct TimecodeTrack: Hashable, Sendable {
    package struct Sample: Hashable, Sendable {
        /// When it begins, in ticks of the track, without the edit list.
        package let start: Int64
        /// The number of the frame there, counted from midnight.
        package let number: Int32
    }

    /// How its samples are to be read, as `stsd` says it.
    package struct Description: Hashable, Sendable {
        /// Whether numbers are dropped.
        package let dropsNumbers: Bool
        /// Whether numbers below zero are those of frames before midnight, as ahead of a reel, and not of the day before.
        package let allowsNegative: Bool
        /// Frames are counted at `timescale` ÷ `frameDuration` a second.
        package let timescale: UInt32
        package let frameDuration: UInt32

        /// `nil` for an entry that is none of timecode, and for one of a counter, which is no time of day.
        package init?(_ entry: MovieBox) {
            var reader = ByteReader(entry.payload)
            // Reserved bytes, the number of the data reference, and reserved bytes again.
            guard entry.type == "tmcd", reader.bytes(12) != nil, let flags = reader.uint32(),
                let timescale = reader.uint32(), let frameDuration = reader.uint32(), timescale > 0, frameDuration > 0,
                flags & Self.counts == 0
            else { return nil }
            (dropsNumbers, allowsNegative) = (flags & 1 != 0, flags & Self.negative != 0)
            (self.timescale, self.frameDuration) = (timescale, frameDuration)
        }

        private static let (negative, counts): (UInt32, UInt32) = (4, 8)
    }

    package let trackID: UInt32
    /// The numbers of the tracks whose frames it counts (`tref`).
    package let counted: [UInt32]
    package let description: Description
    /// Ticks of the track in a second.
    package let timescale: UInt32
    /// In order of time.
    package let samples: [Sample]
    /// `nil` where all of the track is presented.
    package let edits: TrackEdits?
}
