internal import ArgumentParser
internal import Capture
internal import MediaTime

/// Values of `record`.
extension Read {
    @Sendable static func cameraRate(_ text: String) throws -> FrameRate {
        try explained { () throws(ParseError) in try FrameRate(parsing: text) }
    }

    /// `90s`, `00:10:00`; a number of frames is no duration here, because no rate is known yet.
    @Sendable static func duration(_ text: String) throws -> RationalTime {
        let expression = try explained { () throws(ParseError) in try TimeExpression(parsing: text) }
        guard case .time(let time) = expression, time > .zero else {
            throw ValidationError("'\(text)' is no duration: write 90s, 250ms or 00:10:00")
        }
        return time
    }

    /// `640x360`.
    @Sendable static func size(_ text: String) throws -> PictureSize {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else {
            throw ValidationError("'\(text)' is no size: write 640x360")
        }
        return PictureSize(width: width, height: height)
    }

    @Sendable static func coding(_ text: String) throws -> PictureCoding {
        guard let coding = PictureCoding(rawValue: text) else {
            let known = PictureCoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("there is no coding '\(text)': choose one of \(known)")
        }
        return coding
    }

    /// As many B-frames in a row as encoders have, and one.
    @Sendable static func droppable(_ text: String) throws -> Int {
        guard let count = Int(text), (1...17).contains(count) else {
            throw ValidationError("'\(text)' is not a number from 1 to 17")
        }
        return count
    }

    @Sendable static func rotation(_ text: String) throws -> Int {
        guard let degrees = Int(text), [0, 90, 180, 270].contains(degrees) else {
            throw ValidationError("'\(text)' is not 0, 90, 180 or 270")
        }
        return degrees
    }

    @Sendable static func format(_ text: String) throws -> FourCharacterCode {
        guard let code = FourCharacterCode(text) else {
            throw ValidationError("'\(text)' is no format: write its four characters, like MJPG")
        }
        return code
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

    /// `key=text`.
    @Sendable static func tag(_ text: String) throws -> RecordingTag {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let key = parts.first, !key.isEmpty else {
            throw ValidationError("'\(text)' is not of the form key=text")
        }
        return RecordingTag(key: String(key), value: String(parts[1]))
    }
}
