internal import MediaTime

/// A time without audio within what is exported. It is filled with silence.
enum AudioHole {
    /// A longer one is taken for damage, in seconds: two days. The clock of MPEG-TS begins anew after 26.5 hours.
    static let longest: Int64 = 48 * 3600
    /// A longer one is told, in seconds.
    static let noted: Int64 = 1
    /// This part of a second and less is none: what coarse clocks round, and cards count unevenly.
    static let tolerated: Int64 = 200

    /// That there is one of a duration.
    static func message(_ duration: RationalTime) -> String {
        "a hole of \(duration.clock) in the audio, filled with silence"
    }
}
