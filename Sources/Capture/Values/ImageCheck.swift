internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Looks whether images from a camera are whole, as far as their ends tell, and as large as it granted, and tells what it has to say.
///
/// What is damaged between is left to decoders.
struct ImageCheck {
    /// What is wrong with an image.
    enum Fault: Hashable {
        /// It has no end.
        case isCut
        /// It is as large as this.
        case hasSize(FrameSize)
    }

    /// What images are to be like: as the camera granted it, or as it keeps delivering it.
    private(set) var size: FrameSize
    /// Whether an image has had an end, and how many have had none.
    private var hasSeenEnd = false
    private var endless = 0
    /// Whether an image has had the size, and how many in a row have had which other one, for how long.
    private var hasSeenSize = false
    private var others: (size: FrameSize, count: Int, since: RationalTime, until: RationalTime)?

    /// A camera of which so many images have had no end writes none, and one of which so many have had another size for so long does not
    /// deliver what it granted. The first images may be left from before it was set.
    private static let patience = 8
    private static let longPatience = RationalTime(1, 4)
    private static let codec = "mjpeg"

    /// `nil` for what is no image.
    init?(_ mode: CaptureMode) {
        guard CameraFormat(mode.format)?.codec == Self.codec else { return nil }
        size = mode.size
    }

    /// The size that the camera delivers in place of the granted one; `nil` while it is not certain that it does.
    var delivered: FrameSize? {
        guard !hasSeenSize, let others, others.count >= Self.patience, let time = try? others.until - others.since,
            time >= Self.longPatience
        else { return nil }
        return others.size
    }

    /// Takes images for whole from now on that are as large as those that the camera delivers.
    mutating func adopt(_ size: FrameSize) { (self.size, hasSeenSize, others) = (size, true, nil) }

    /// Looks at an image.
    ///
    /// - Parameters:
    ///   - payload: what came from the camera: the end of another image may stand before it.
    ///   - time: when it was taken.
    /// - Returns: what is wrong with it; `nil` for nothing.
    /// - Complexity: O(bytes of its headers) where it has an end; else O(bytes).
    mutating func fault(of payload: Span<UInt8>, at time: RationalTime) -> Fault? {
        let image = payload.extracting(Self.beginning(of: payload)..<payload.count)
        // Whether a camera writes ends is found out once.
        if hasSeenEnd || endless <= Self.patience {
            if Self.hasEnd(image) {
                hasSeenEnd = true
            } else {
                endless += 1
                if hasSeenEnd || endless <= Self.patience { return .isCut }
            }
        }
        guard let coded = Self.size(of: image, expecting: size) else { return nil }
        guard coded != size else {
            (hasSeenSize, others) = (true, nil)
            return nil
        }
        if let before = others, before.size == coded {
            others = (coded, before.count + 1, before.since, time)
        } else {
            others = (coded, 1, time, time)
        }
        return .hasSize(coded)
    }

    /// How large the frame of an image in a mode is; `nil` where it does not say it, and for frames that are no images.
    static func size(of payload: Span<UInt8>, in mode: CaptureMode) -> FrameSize? {
        guard CameraFormat(mode.format)?.codec == codec else { return nil }
        return size(of: payload.extracting(beginning(of: payload)..<payload.count), expecting: mode.size)
    }

    /// Where an image begins (SOI); 0 where nothing says it.
    private static func beginning(of payload: Span<UInt8>) -> Int {
        (0..<max(0, payload.count - 1)).first { payload[$0] == 0xFF && payload[$0 + 1] == 0xD8 } ?? 0
    }

    /// The same; the expected size for one that is as good as that.
    private static func size(of image: Span<UInt8>, expecting size: FrameSize) -> FrameSize? {
        var formats = PictureFormats(codec: codec, configuration: [])
        guard let format = formats?.take(image) else { return nil }
        let coded = FrameSize(width: format.width, height: format.height)
        // Some cameras make an image of each field.
        let field = FrameSize(width: size.width, height: size.height / 2)
        return size.isMet(by: coded) || field.isMet(by: coded) && isFollowed(image) ? size : coded
    }

    /// Where the scan of an image begins, behind its headers: they may have small images in them. Where no scan is found, behind the marker
    /// of its beginning.
    private static func scan(of image: Span<UInt8>) -> Int {
        var place = 2
        while place + 4 <= image.count, image[place] == 0xFF {
            if image[place + 1] == 0xDA { return place }
            // Markers may be filled up.
            place += image[place + 1] == 0xFF ? 1 : 2 + (Int(image[place + 2]) << 8 | Int(image[place + 3]))
        }
        return 2
    }

    /// Whether an image has a marker of its end (EOI). What cameras leave behind that is no part of it.
    private static func hasEnd(_ image: Span<UInt8>) -> Bool {
        let scan = scan(of: image)
        var place = image.count - 2
        while place >= scan {
            if image[place] == 0xFF, image[place + 1] == 0xD9 { return true }
            place -= 1
        }
        return false
    }

    /// Whether another image begins behind the scan of the first one.
    private static func isFollowed(_ image: Span<UInt8>) -> Bool {
        var place = scan(of: image)
        while place + 2 <= image.count {
            if image[place] == 0xFF, image[place + 1] == 0xD8 { return true }
            place += 1
        }
        return false
    }
}
