internal import FFmpeg
public import MediaTime

/// How many frames a second of a clip were captured, and how that is known.
public struct CaptureRate: Hashable, Sendable {
    /// Frames a second of the clip's own time.
    public let rate: FrameRate
    /// What contradicts it, and what else the user should know.
    public let warnings: [String]

    /// A tag that is as far as this from the timestamps contradicts them.
    private static let tolerance = 0.05

    /// What follows from the timestamps, a tag, and the user's own word, which counts most. Timestamps are believed more
    /// than tags: many a clip that says 240 fps was conformed, or decimated out, after it was filmed. Where the timestamps
    /// vary about the tag's rate, the tag is the rate that they vary about.
    ///
    /// - Returns: `nil` where nothing says it: for less than two frames.
    public init?(timing: FrameTiming, tag: CaptureRateTag?, stated: FrameRate? = nil) {
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
            }
        } else {
            guard let tag else { return nil }
            rate = tag.rate
        }
        self.warnings = warnings
    }

    /// The constant rate, or the mean one.
    private static func measured(_ timing: FrameTiming) -> FrameRate? {
        if let rate = timing.constantRate { return rate }
        guard timing.count > 1, let span = try? timing.last - timing.first,
            let mean = try? span.scaled(by: 1, over: timing.count - 1)
        else { return nil }
        return FrameRate(frameDuration: mean)
    }

    private static func text(_ rate: FrameRate) -> String {
        rate.denominator == 1 ? "\(rate)" : "\((rate.approximation * 100).rounded() / 100)"
    }
}

extension CaptureRate {
    /// The capture rate of a clip's main frames, from all of their timestamps and the camera's tags.
    ///
    /// - Parameters:
    ///   - media: The clip.
    ///   - stated: What the user says.
    /// - Returns: The rate, with what contradicts it.
    /// - Throws: ``ExportError``: `.nothingToExport` where there are no frames, or too few to tell; and where the file
    ///   cannot be read.
    /// - Complexity: O(size of the file).
    public static func measuring(_ media: MediaDescription, stated: FrameRate? = nil) throws(ExportError) -> CaptureRate
    {
        guard let video = media.mainVideo else {
            throw ExportError(.nothingToExport, "\(media.path) has no frames, and so no capture rate")
        }
        var timing = FrameTiming()
        do {
            var scan = try FrameTimingScan(path: media.path, track: video, origin: media.origin)
            try scan.run { frame in timing.add(frame.timestamp, lasting: frame.duration) }
        } catch let error as FFmpegError {
            throw ExportError(reading: media.path, error)
        } catch {
            throw ExportError(.fault, "\(error)")
        }
        guard let rate = CaptureRate(timing: timing, tag: CaptureRateTag(media), stated: stated) else {
            throw ExportError(
                .nothingToExport,
                "the capture rate of \(media.path) cannot be told from \(timing.count) frames",
                hint: "say it: --capture-rate 240"
            )
        }
        return rate
    }
}
