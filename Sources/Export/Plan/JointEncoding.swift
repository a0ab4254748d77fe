internal import MediaFormats
internal import MediaSyntax

/// How frames are encoded that stand in a track beside copied ones: with the source's profile and level, and with parameter sets
/// of another number, so that the sets of both stand in one configuration record.
protocol JointEncoding: Sendable {
    /// How the source's packets are divided into units.
    var units: NALUnits { get }
    /// The encoder's options beyond codec and quality.
    var options: [MetadataItem] { get }

    /// The source's headers with the encoder's sets behind its own.
    ///
    /// - Parameters:
    ///   - headers: Of the source: a configuration record, or units between start codes.
    ///   - encoded: Of the encoder: units between start codes.
    /// - Returns: `nil` where the encoder's sets are not those that it was told to make, or there is no room.
    func headers(_ headers: [UInt8], adding encoded: [UInt8]) -> [UInt8]?

    /// A packet of the encoder's, laid out as the source's packets are; `nil` where that cannot be. `captions` are the frame's closed
    /// captions (``Frame/captions``).
    func packet(_ payload: [UInt8], captions: [UInt8]) -> [UInt8]?
}
