public import MediaTime

// What a recording is to be, as people write it: on command lines and in presets.

extension FrameSize {
    /// Reads `640x360`.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else {
            throw ParseError(text, "a size is written 640x360")
        }
        self.init(width: width, height: height)
    }
}

extension FourCharacterCode {
    /// Reads `MJPG`.
    ///
    /// - Throws: `ParseError` for what is not one to four characters of ASCII.
    public init(parsing text: String) throws(ParseError) {
        guard let code = FourCharacterCode(text) else {
            throw ParseError(text, "a format is written in its four characters: MJPG")
        }
        self = code
    }
}

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

extension MicrophoneRequest {
    /// `none`, or a microphone's name.
    public init(parsing text: String) { self = text == "none" ? .none : .named(text) }
}

extension RecordingSettings {
    /// Reads a duration: `90s`, `00:10:00`. A number of frames is none, because no rate is known yet.
    ///
    /// - Throws: `ParseError` for any other text, and for what is not positive.
    public static func duration(parsing text: String) throws(ParseError) -> RationalTime {
        guard case .time(let time) = try TimeExpression(parsing: text), time > .zero else {
            throw ParseError(text, "a duration is written 90s, 250ms or 00:10:00")
        }
        return time
    }

    /// Reads ``disposable``, from 1 to as many B-frames in a row as encoders have, and one.
    ///
    /// - Throws: `ParseError` for any other text.
    public static func disposable(parsing text: String) throws(ParseError) -> Int {
        guard let count = Int(text), (1...17).contains(count) else {
            throw ParseError(text, "of as many as 1 to 17 frames all but one can be left out")
        }
        return count
    }

    /// Reads ``rotation``.
    ///
    /// - Throws: `ParseError` for any other text.
    public static func rotation(parsing text: String) throws(ParseError) -> Int {
        guard let degrees = Int(text), [0, 90, 180, 270].contains(degrees) else {
            throw ParseError(text, "frames are turned by 0, 90, 180 or 270 degrees")
        }
        return degrees
    }
}
