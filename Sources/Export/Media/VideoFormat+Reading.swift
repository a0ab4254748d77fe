internal import FFmpeg
internal import MediaFormats
internal import MediaTime

extension VideoFormat {
    init(_ stream: StreamInfo) {
        let parameters = stream.parameters
        width = parameters.width
        height = parameters.height
        let display = stream.display
        orientation = FrameOrientation(quarterTurns: display.quarterTurns, isMirrored: display.isMirrored)
        rotation = display.isMirrored ? Double(90 * display.quarterTurns) : stream.rotation
        pixelAspect = stream.sampleAspectRatio.flatMap { ratio in
            guard ratio.numerator > 0, ratio.denominator > 0, ratio.numerator != ratio.denominator else { return nil }
            return PixelAspect(width: Int(ratio.numerator), height: Int(ratio.denominator))
        }
        pixelFormat = parameters.pixelFormat?.name ?? "unknown"
        bitDepth = parameters.pixelFormat?.bitDepth ?? 0
        let description = parameters.colour
        colour = Colour(
            range: description.range,
            primaries: description.primaries,
            transfer: description.transfer,
            matrix: description.matrix
        )
        (claimedFrameRate, claimsConstantRate) = Self.claimedRate(of: stream)
        reorderDepth = parameters.reorderDepth
        fieldOrder = parameters.fieldOrder
    }

    /// The average, unless libav's guess of the common grid is within a thousandth of it: then that, because an
    /// average over rounded timestamps is no round number. Of both, the rate in use that was stated so. Where libav knows none, it gives
    /// the clock of MPEG.
    static func claimedRate(of stream: StreamInfo) -> (rate: FrameRate?, isConstant: Bool) {
        let tick = stream.timeBase.time(1)
        func rate(_ stated: TimeBase?) -> FrameRate? {
            let rate = stated.flatMap {
                FrameRate(numerator: Int128($0.numerator), denominator: Int128($0.denominator))
            }
            if rate?.approximation == 90_000 { return nil }
            return tick.flatMap { rate?.restored(onClockOf: $0) } ?? rate
        }
        let (average, nominal) = (rate(stream.averageFrameRate), rate(stream.nominalFrameRate))
        guard let average, let nominal else { return (average ?? nominal, false) }
        let agree = abs(nominal.approximation / average.approximation - 1) < 0.001
        return (agree ? nominal : average, agree)
    }
}
