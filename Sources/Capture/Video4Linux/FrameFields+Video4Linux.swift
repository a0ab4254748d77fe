internal import Video4Linux

extension FrameFields {
    /// The lines of frames whose fields lie so in a driver's buffers, as soon as both fields are there; `nil` where nothing is said.
    ///
    /// - Parameters:
    ///   - layout: what the driver says.
    ///   - isLowerOlder: whether the video standard has the lower field first, where the layout does not say it.
    init?(_ layout: FieldLayout, isLowerOlder: Bool) {
        switch layout {
        case .unstated: return nil
        case .whole: self = .progressive
        case .upperOnly: self = .upperOnly
        case .lowerOnly: self = .lowerOnly
        case .interleaved, .alternating: self = isLowerOlder ? .lowerFirst : .upperFirst
        case .upperThenLower, .interleavedUpperFirst: self = .upperFirst
        case .lowerThenUpper, .interleavedLowerFirst: self = .lowerFirst
        }
    }
}

extension WovenStream.Arrangement {
    /// `nil` where there is nothing to be put together.
    init?(_ layout: FieldLayout) {
        switch layout {
        case .upperThenLower, .lowerThenUpper: self = .together
        case .alternating: self = .apart
        default: return nil
        }
    }
}
