public import MediaTime

extension RecordingTrigger {
    /// Reads `audio:-20dB` and `motion:x,y,width,height`.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let trigger: RecordingTrigger? =
            switch parts.first {
            case "audio" where parts.count == 2: Self.audio(parts[1])
            case "motion" where parts.count == 2: Self.motion(parts[1])
            default: nil
            }
        guard let trigger else { throw ParseError(text, "a trigger is written audio:-20dB or motion:x,y,w,h") }
        self = trigger
    }

    private static func audio(_ text: String) -> RecordingTrigger? {
        let number = text.hasSuffix("dB") ? String(text.dropLast(2)) : text
        guard let decibels = Float(number), decibels <= 0, decibels.isFinite else { return nil }
        return .audio(decibels: decibels)
    }

    private static func motion(_ text: String) -> RecordingTrigger? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 4, let left = numbers[0], let top = numbers[1], let width = numbers[2],
            let height = numbers[3], left >= 0, top >= 0, width > 0, height > 0
        else { return nil }
        return .motion(FrameArea(left: left, top: top, size: FrameSize(width: width, height: height)))
    }
}
