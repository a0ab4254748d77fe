/// What a container says of one of its streams. Timestamps and durations are ticks of `timeBase`.
package struct StreamInfo: Sendable {
    package let index: Int
    /// The container's own number of the stream: a track's in MP4, the PID in MPEG-TS.
    package let id: Int
    package private(set) var parameters: CodecParameters
    package private(set) var timeBase: TimeBase
    /// When the first frame or sample is presented. Packets of audio may have earlier times, where a decoder leaves out what they
    /// begin with.
    package private(set) var startTime: Int64?
    /// By how much that is later than the first packet begins, where the container says it of all such tracks (`CodecDelay` of Matroska).
    package let codecDelay: Int64
    package private(set) var duration: Int64?
    /// The number of packets by the container's index; `nil` where it has none.
    package private(set) var frameCount: Int64?
    /// Frames a second on average, as the container states it. It may be wrong.
    package private(set) var averageFrameRate: TimeBase?
    /// libav's guess of the lowest rate at which every timestamp falls on a frame. It may be wrong.
    package private(set) var nominalFrameRate: TimeBase?
    /// Width ÷ height of one pixel as players take it: the container's, or else the codec's. `nil` where neither states it.
    package let sampleAspectRatio: TimeBase?
    package let metadata: [MetadataEntry]
    package let disposition: Disposition
    package private(set) var sideData: [StreamSideData]
    /// Whether the demuxer gives no packets of the stream: text of QuickTime chapters, which comes as ``ChapterInfo``.
    package let isHidden: Bool

    package var kind: MediaKind { parameters.kind }

    func replacing(parameters: CodecParameters) -> StreamInfo {
        var stream = self
        stream.parameters = parameters
        return stream
    }

    /// The stream, of which something is presented at an instant.
    func beginning(noLaterThan time: Int64) -> StreamInfo {
        var stream = self
        stream.startTime = min(startTime ?? time, time)
        return stream
    }

    /// The stream, which begins at an instant.
    func beginning(at time: Int64) -> StreamInfo {
        var stream = self
        stream.startTime = time
        return stream
    }

    /// The stream, which begins at an instant behind so many ticks that are not presented.
    func beginning(at time: Int64, behind hidden: Int64) -> StreamInfo {
        var stream = self
        stream.startTime = time
        stream.duration = duration.map { max(0, $0 &- hidden) }
        return stream
    }

    /// The stream with two fields to a frame, where the container stores them apart. What is said of packets there is said of
    /// fields, or of both. `frameDuration` is a frame's in ticks: the rate that comes nearest to it is the one.
    func replacing(frameDuration: Int64) -> StreamInfo {
        var stream = self
        stream.frameCount = nil
        guard frameDuration > 0 else { return stream }
        let measured = Double(timeBase.denominator) / Double(timeBase.numerator) / Double(frameDuration)
        let stated = [averageFrameRate, nominalFrameRate].compactMap { $0 }
        let best = (stated + stated.compactMap(\.half)).min {
            $0.difference(to: measured) < $1.difference(to: measured)
        }
        (stream.averageFrameRate, stream.nominalFrameRate) = (best, best)
        return stream
    }

    /// The stream with so many ticks in place of one, and a constant rate; `nil` where that cannot be counted.
    func counting(inPartsOfTick parts: Int32, rate: TimeBase) -> StreamInfo? {
        let (denominator, isTooFine) = timeBase.denominator.multipliedReportingOverflow(by: parts)
        guard !isTooFine else { return nil }
        var stream = self
        stream.timeBase = TimeBase(timeBase.numerator, denominator)
        stream.startTime = startTime.map { $0 &* Int64(parts) }
        stream.duration = duration.map { $0 &* Int64(parts) }
        (stream.averageFrameRate, stream.nominalFrameRate) = (rate, rate)
        return stream
    }

    /// The stream with a clock, a constant rate, a duration in ticks and a number of frames of its own, from zero on.
    func counting(by timeBase: TimeBase, rate: TimeBase, lasting duration: Int64, frames: Int64) -> StreamInfo {
        var stream = self
        (stream.timeBase, stream.startTime, stream.duration, stream.frameCount) = (timeBase, 0, duration, frames)
        (stream.averageFrameRate, stream.nominalFrameRate) = (rate, rate)
        return stream
    }

    /// The stream, of which a frame says how players turn it.
    func turned(by matrix: StreamSideData) -> StreamInfo {
        var stream = self
        stream.sideData = sideData.filter { !$0.isDisplayMatrix } + [matrix]
        return stream
    }

    package func metadata(_ key: String) -> String? { metadata.first { $0.key == key }?.value }

    /// Degrees to turn the video clockwise for display: 0, 90, 180, 270, or what the display matrix holds.
    package var rotation: Double { sideData.lazy.compactMap(\.clockwiseRotation).first ?? 0 }

    /// What players do with frames, to the nearest quarter turn: they mirror them left to right, and then turn them clockwise.
    package var display: (quarterTurns: Int, isMirrored: Bool) {
        sideData.lazy.compactMap(\.display).first ?? (0, false)
    }
}

extension TimeBase {
    /// Half of a rate; `nil` where it cannot be expressed.
    fileprivate var half: TimeBase? {
        let (double, overflows) = denominator.multipliedReportingOverflow(by: 2)
        if numerator % 2 == 0 { return TimeBase(numerator / 2, denominator) }
        return overflows ? nil : TimeBase(numerator, double)
    }

    fileprivate func difference(to rate: Double) -> Double { abs(Double(numerator) / Double(denominator) - rate) }
}
