public import MediaTime

/// How many frames a second of a clip were captured, and how that is known.
public struct CaptureRate: Hashable, Sendable {
    /// Frames a second of the clip's own time.
    public let rate: FrameRate
    /// What contradicts the rate, for people.
    public let warnings: [String]

    /// A tag whose rate differs from the timestamps' rate by more than this part contradicts them.
    private static let tolerance = 0.05

    /// Decides from the timestamps, a tag and what the user states, which counts most.
    ///
    /// Timestamps are believed more than tags: a clip may have been slowed down or decimated after it was filmed, and keep
    /// its tag. Where the timestamps vary, and the tag's rate agrees with their mean, the tag's rate is taken. Where frames are
    /// missing, or the picture stood still, that time does not count.
    ///
    /// - Returns: `nil` where nothing says the rate: for less than two frames without a tag.
    init?(timing: FrameTiming, tag: CaptureRateTag?, stated: FrameRate? = nil) {
        var warnings: [String] = []
        let measured = Self.measured(timing)
        func contradicts(_ rate: FrameRate) -> Bool {
            guard let measured else { return false }
            return abs(rate.approximation / measured.approximation - 1) > Self.tolerance
        }
        if let stated {
            if let measured, contradicts(stated) {
                warnings.append(
                    "the timestamps say \(Self.text(measured)) fps; \(stated) is taken, as it was asked for"
                )
            }
            rate = stated
        } else if let measured {
            if let tag, contradicts(tag.rate) {
                warnings.append(
                    "\(tag.key) says \(tag.rate) fps, the timestamps say \(Self.text(measured)): they are believed"
                )
                rate = measured
            } else {
                rate = timing.isVariable ? tag?.rate ?? measured : measured
                if tag == nil, let breaks = timing.unbrokenRate?.breaks, breaks > 0, let mean = timing.averageRate {
                    warnings.append(
                        "\(Self.text(measured)) fps are taken for what was captured: so far apart are frames but for "
                            + "\(breaks == 1 ? "one pause" : "\(breaks) pauses") (in the mean \(mean.text(decimals: 2)) fps)"
                    )
                }
            }
        } else {
            guard let tag else { return nil }
            rate = tag.rate
        }
        self.warnings = warnings
    }

    /// The rate of the timestamps: the constant one, or the mean without breaks; `nil` for less than two frames.
    private static func measured(_ timing: FrameTiming) -> FrameRate? {
        if let rate = timing.constantRate ?? timing.unbrokenRate?.rate { return rate }
        guard timing.count > 1, let span = try? timing.last - timing.first,
            let mean = try? span.scaled(by: 1, over: timing.count - 1)
        else { return nil }
        return FrameRate(frameDuration: mean)
    }

    private static func text(_ rate: FrameRate) -> String {
        rate.denominator == 1 ? "\(rate)" : rate.approximation.text(decimals: 2)
    }
}

extension CaptureRate {
    /// The capture rate of a clip's first video track, from all of its timestamps and the camera's tags.
    ///
    /// - Parameters:
    ///   - media: The clip.
    ///   - stated: The rate that the user states; it is believed.
    /// - Returns: The rate, with warnings about what contradicts it.
    /// - Throws: ``ExportError``: `.nothingToExport` where there is no video track, `.captureRateUnknown` where there are too few
    ///   frames, and others where the file cannot be read.
    /// - Complexity: O(size of the file).
    public static func measuring(_ media: MediaDescription, stated: FrameRate? = nil) throws(ExportError) -> CaptureRate
    {
        guard let video = media.mainVideo else {
            throw ExportError(.nothingToExport, "\(media.path) has no frames, and so no capture rate")
        }
        var timing = FrameTiming()
        do {
            var scan = try FrameTimingScan(media, track: video)
            try scan.run { frame in timing.add(frame.timestamp, lasting: frame.duration) }
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
        guard let rate = CaptureRate(timing: timing, tag: CaptureRateTag(media), stated: stated) else {
            throw ExportError(
                .captureRateUnknown,
                "the capture rate of \(media.path) cannot be told from \(timing.count) frames"
            )
        }
        return rate
    }
}
