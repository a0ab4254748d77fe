internal import MediaSyntax

/// What a file says of how it is to be played that is not heeded.
public enum PassedOver: Hashable, Sendable, CustomStringConvertible {
    /// An edit list plays a track at another speed (a factor) than 1, for which it is taken, as libav takes it. It may be negative, and 0 for
    /// a frame that stands still.
    case editRate(Double)
    /// So many pixels of coded frames are not to be shown, at each edge.
    case crop(left: Int, top: Int, right: Int, bottom: Int)
    /// Chapters are to be played in an order of their own, and what lies between them is not.
    case chapterOrder

    init(_ edges: CroppedEdges) {
        self = .crop(left: edges.left, top: edges.top, right: edges.right, bottom: edges.bottom)
    }

    /// In words that follow the name of the track or the file.
    public var description: String {
        switch self {
        case .editRate(let rate):
            let number = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
            return "has an edit list that plays it at rate \(number): that is passed over, and it is played at rate 1"
        case .crop(let left, let top, let right, let bottom):
            let edges = [(left, "left"), (top, "top"), (right, "right"), (bottom, "bottom")]
            let pixels = edges.filter { $0.0 > 0 }.map { "\($0.0) at the \($0.1)" }.joined(separator: ", ")
            return "is to be shown without pixels at its edges (\(pixels)): that is passed over, and all are shown"
        case .chapterOrder:
            return
                "is to be played chapter by chapter, in an order of its own: that is passed over, and it is played as stored"
        }
    }
}
