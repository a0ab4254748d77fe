internal import FoundationEssentials
public import MediaTime

/// The slow-motion marks of an iPhone, from the side file (`.AAE`) beside the film.
///
/// The film is stored at full speed, and the phone's player slows the marked regions down. The side file is a property list,
/// XML or binary. Its `adjustmentData` is a second property list, which holds `slowMotion`: a `rate`, and `regions` whose
/// times are dictionaries (Core Media's `CMTimeRangeCopyAsDictionary`).
public struct SlowMotionSidecar: Hashable, Sendable {
    /// The slow regions, in the film's time, in order; one at least, and none is empty.
    public let regions: [TimeRange]
    /// The rate of a region between its ramps, which is less than 1.
    public let rate: PlaybackRate

    /// Reads a side file.
    ///
    /// - Throws: ``SidecarError``: `.missing`, `.notPermitted`, `.unreadable`, and what ``init(data:name:)`` throws.
    public init(ofFile path: String) throws(SidecarError) {
        try self.init(data: try SidecarError.bytes(ofFile: path), name: path)
    }

    /// Reads a side file's bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: What errors call the file.
    /// - Throws: ``SidecarError``: `.malformed` where it is no side file, or damaged; `.unsupported` where it marks no
    ///   slow motion.
    public init(data: [UInt8], name: String) throws(SidecarError) {
        let file: AdjustmentFile = try PropertyList.read(data, name, "it is no property list with 'adjustmentData'")
        if let format = file.adjustmentFormatIdentifier, format != AdjustmentFile.slowMotionFormat {
            throw SidecarError(
                .unsupported,
                "\(name): it holds adjustments of another kind (\(format)), no slow motion"
            )
        }
        let adjustment: SlowMotionAdjustment = try PropertyList.read(
            Array(file.adjustmentData),
            name,
            "its 'adjustmentData' marks no slow motion"
        )
        let marks = adjustment.slowMotion
        rate = try marks.playbackRate(name)
        var regions: [TimeRange] = []
        for (number, region) in marks.regions.enumerated() {
            guard let range = region.timeRange.range else {
                throw SidecarError(.malformed, "\(name): region \(number + 1) has no valid times")
            }
            if !range.isEmpty { regions.append(range) }
        }
        regions.sort { $0.start < $1.start }
        for (region, next) in zip(regions, regions.dropFirst()) where region.end > next.start {
            throw SidecarError(.malformed, "\(name): the regions \(region) and \(next) overlap")
        }
        guard !regions.isEmpty else { throw SidecarError(.unsupported, "\(name): it marks no slow motion") }
        guard rate < .normal else {
            throw SidecarError(.unsupported, "\(name): it marks no slow motion, but parts at full speed (rate \(rate))")
        }
        self.regions = regions
    }
}

/// The outer property list.
private struct AdjustmentFile: Decodable {
    static let slowMotionFormat = "com.apple.video.slomo"

    let adjustmentData: Data
    let adjustmentFormatIdentifier: String?
}

/// The inner property list.
private struct SlowMotionAdjustment: Decodable {
    struct Marks: Decodable {
        let rate: Double
        let regions: [Region]

        /// The simplest fraction with a denominator up to 1000 that is within 10⁻⁶ of the number. Apple writes 0.125 or
        /// 0.25, which are exact. Other rates may have been rounded to 32-bit floats.
        func playbackRate(_ name: String) throws(SidecarError) -> PlaybackRate {
            if rate.isFinite, rate > 0, rate <= 1 {
                for denominator in 1...Int64(1000) {
                    let numerator = (rate * Double(denominator)).rounded()
                    guard abs(numerator / Double(denominator) - rate) < 1e-6 else { continue }
                    let exact = PlaybackRate(numerator: Int128(numerator), denominator: Int128(denominator))
                    if let exact { return exact }
                }
            }
            throw SidecarError(.malformed, "\(name): \(rate) is no rate of slow motion")
        }
    }

    struct Region: Decodable { let timeRange: Range }

    struct Range: Decodable {
        let start: Time
        let duration: Time

        /// `nil` where one of the times is not valid, or negative.
        var range: TimeRange? {
            guard let start = start.instant, let duration = duration.instant else { return nil }
            return try? TimeRange(start: start, duration: duration)
        }
    }

    struct Time: Decodable {
        /// kCMTimeFlags_Valid, and the flags of infinite and indefinite times.
        private static let (valid, notANumber) = (1, 0b11100)

        let value: Int64
        let timescale: Int32
        let flags: Int

        var instant: RationalTime? {
            guard flags & Self.valid != 0, flags & Self.notANumber == 0, timescale > 0, value >= 0 else { return nil }
            return RationalTime(value, timescale)
        }
    }

    let slowMotion: Marks
}

/// Property lists, XML or binary.
private enum PropertyList {
    static func read<Value: Decodable>(
        _ data: [UInt8],
        _ name: String,
        _ reason: String
    ) throws(SidecarError) -> Value {
        guard PropertyListDepth.isBounded(data) else {
            throw SidecarError(
                .malformed,
                "\(name): it is nested deeper than \(PropertyListDepth.limit) levels, or its parts are in it many times"
            )
        }
        do {
            return try PropertyListDecoder().decode(Value.self, from: Data(data))
        } catch {
            throw SidecarError(.malformed, "\(name): \(reason)", cause: error)
        }
    }
}
