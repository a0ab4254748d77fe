/// What bytes must be to be a frame of a mode at all.
///
/// USB cameras deliver frames that were cut off, or hold nothing, without a mark of the driver, most often the first one. What is only
/// damaged is left to decoders.
struct FramePayload {
    /// Bytes of a raw frame; of an encoded one any number but zero will do.
    private let least: Int
    private let isImage: Bool

    /// The start of a JPEG image (ITU-T T.81, B.1.1.3), before which a camera may leave the end of another one.
    private static let imageStart: [UInt8] = [0xFF, 0xD8]

    /// What frames in a mode consist of; of a format that is not known, any bytes.
    init(_ mode: CaptureMode) {
        isImage = CameraFormat(mode.format)?.codec == "mjpeg"
        least = max(1, RowLayout(mode.format, mode.size)?.size ?? 1)
    }

    /// Whether bytes are a frame, as far as their number and their beginning tell.
    ///
    /// - Complexity: O(1); O(bytes) for an image with something before it.
    func isFrame(_ bytes: borrowing RawSpan) -> Bool {
        guard bytes.byteCount >= least else { return false }
        guard isImage else { return true }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.starts(with: Self.imageStart)
                || zip(bytes, bytes.dropFirst()).contains { $0 == Self.imageStart[0] && $1 == Self.imageStart[1] }
        }
    }
}
