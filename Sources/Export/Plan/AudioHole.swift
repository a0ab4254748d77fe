/// A time without audio within what is exported. It is filled with silence.
enum AudioHole {
    /// A longer one is taken for damage, in seconds: two days. The clock of MPEG-TS begins anew after 26.5 hours.
    static let longest: Int64 = 48 * 3600
}
