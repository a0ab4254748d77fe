internal import ArgumentParser
internal import Capture
internal import MediaTime

/// Values of `record`.
extension OptionParsing {
    @Sendable static func duration(_ text: String) throws -> RationalTime {
        try explained { () throws(ParseError) in try RecordingSettings.duration(parsing: text) }
    }

    @Sendable static func gain(_ text: String) throws -> Double {
        try explained { () throws(ParseError) in try AudioConditioning.gain(parsing: text) }
    }

    /// `left`, `right`, or a number from 1; a channel's number from 0.
    @Sendable static func channel(_ text: String) throws -> Int {
        if let place = ["left", "right"].firstIndex(of: text) { return place }
        guard let number = Int(text), number > 0 else {
            throw ValidationError("'\(text)' is no channel: write left, right, or a number from 1")
        }
        return number - 1
    }

    @Sendable static func age(_ text: String) throws -> RationalTime {
        try explained { () throws(ParseError) in try Retention.age(parsing: text) }
    }

    @Sendable static func recordingName(_ text: String) throws -> RecordingName {
        try explained { () throws(ParseError) in try RecordingName(parsing: text) }
    }

    @Sendable static func coding(_ text: String) throws -> FrameCoding {
        try choice(text) { "there is no coding '\(text)': choose one of \($0)" }
    }

    @Sendable static func retrigger(_ text: String) throws -> Retrigger {
        try choice(text) { "'\(text)' is nothing that a trigger can do: choose one of \($0)" }
    }

    @Sendable static func disposable(_ text: String) throws -> Int {
        try explained { () throws(ParseError) in try RecordingSettings.disposable(parsing: text) }
    }

    @Sendable static func rotation(_ text: String) throws -> FrameRotation {
        try explained { () throws(ParseError) in try FrameRotation(parsing: text) }
    }

    /// `500M`: a number, and K, M, G or T for powers of 1024.
    @Sendable static func bytes(_ text: String) throws -> UInt64 {
        let units: [Character: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        let digits = unit == nil ? text[...] : text.dropLast()
        let product = UInt64(digits)?.multipliedReportingOverflow(by: unit ?? 1)
        guard let product, product.partialValue > 0, !product.overflow else {
            throw ValidationError("'\(text)' is no size: write 500M or 4G")
        }
        return product.partialValue
    }
}
