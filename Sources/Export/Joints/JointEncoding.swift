internal import MediaFormats
internal import MediaSyntax

/// How frames are encoded that stand in a track beside copied ones: like the source's, and with headers that can stand beside its own.
protocol JointEncoding: Sendable {
    /// The encoder's options beyond codec and quality.
    var options: [MetadataItem] { get }

    /// The headers of the track: the source's, with the encoder's sets behind its own where they stand there.
    ///
    /// - Parameters:
    ///   - headers: Of the source: a configuration record, or units between start codes.
    ///   - encoded: Of the encoder: units between start codes, or what else it gives.
    /// - Returns: `nil` where the encoder's headers are not those that it was told to make, or there is no room.
    func headers(_ headers: [UInt8], adding encoded: [UInt8]) -> [UInt8]?

    /// A packet of the encoder's, laid out as the source's packets are.
    ///
    /// - Parameters:
    ///   - payload: The encoder's.
    ///   - messages: What came with the source's frame.
    ///   - information: What is said before the frame of all behind it (``SourceCoding/information``); `nil` for nothing.
    /// - Returns: `nil` where the packet cannot be laid out so.
    func packet(_ payload: [UInt8], messages: FrameMessages, information: [UInt8]?) -> [UInt8]?
}

/// What comes with a frame besides its samples, and stays with it where it is encoded beside copied ones.
struct FrameMessages: Hashable, Sendable {
    /// Closed captions (``Frame/captions``).
    var captions: [UInt8] = []
    /// By the source's packet; `nil` where it has none.
    var timecode: FrameTimecode?
}

extension NALUnits {
    /// A payload with a unit in front of its frame; `nil` for none.
    func inserting(_ unit: [UInt8]?, inFrontOf payload: [UInt8]) -> [UInt8] {
        unit.flatMap { inserting($0, beforeFrameOf: payload.span) } ?? payload
    }
}
