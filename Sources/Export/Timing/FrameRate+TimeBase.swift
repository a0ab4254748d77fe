internal import FFmpeg
internal import MediaTime

extension FrameRate {
    /// The unit in which its frames are counted.
    var timeBase: TimeBase { TimeBase(denominator, numerator) }
}
