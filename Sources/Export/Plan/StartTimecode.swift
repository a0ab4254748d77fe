internal import MediaFormats
internal import MediaTime

/// The timecode of the first frame that is shown. Containers state that of the source's first frame as metadata, and a trim
/// begins later.
struct StartTimecode {
    /// libav's name of it in metadata.
    static let key = "timecode"
    /// How many numbers a second QuickTime's timecode tracks can have: they state it in a byte.
    private static let mostNumbers = 255

    let code: Timecode
    /// Numbers that are counted in a second.
    let rate: FrameRate

    /// The rate at which timecode counts so many frames a second: all of them, or one of two, four and so on.
    static func countingRate(_ frames: FrameRate) -> FrameRate {
        var rate = frames
        while rate.approximation > Double(mostNumbers) + 0.5,
            let half = FrameRate(numerator: Int128(rate.numerator), denominator: 2 * Int128(rate.denominator))
        {
            rate = half
        }
        return rate
    }
}

extension [MetadataItem] {
    /// Without a timecode, and with another one where that is given.
    func stating(_ timecode: StartTimecode?) -> [MetadataItem] {
        filter { $0.key.lowercased() != StartTimecode.key }
            + (timecode.map { [MetadataItem(key: StartTimecode.key, value: $0.code.description)] } ?? [])
    }
}
